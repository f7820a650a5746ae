import { Link } from "react-router";
import { certificateRules } from "#app/shared/flows/calibrator-certificates.ts";
import type { Refused } from "#app/ui/form.tsx";
import { MoveDialog } from "#app/ui/moves.tsx";
import { Panel } from "#app/ui/page.tsx";
import { DateText } from "#app/ui/time.tsx";
import { useDialog, useOpenedRow } from "#app/ui/use-dialog.ts";
import type { InhouseToMeasure } from "#worker/domain/inhouse/read.ts";

type Props = { waiting: InhouseToMeasure["waiting"]; problem: Refused | undefined };

/** Certificates of standards that somebody else accepts before the calibration is verified. */
export function WaitingPanel({ waiting, problem }: Props) {
  const dialog = useDialog();
  const opened = useOpenedRow("on", waiting);
  if (waiting.length === 0 && !opened) return null;
  return (
    <Panel title="Certificates to accept">
      <ul className="plain-list">
        {waiting.map(({ id, certificateNo, issuedBy, dueOn, mediaId, moves }) => {
          const [accept] = moves;
          return (
            <li key={id} className="document">
              <span>
                {mediaId ? (
                  <a href={`/media/${mediaId}`} target="_blank" rel="noreferrer">
                    {certificateNo}
                  </a>
                ) : (
                  certificateNo
                )}{" "}
                <span className="muted">
                  {issuedBy}, due <DateText on={dueOn} />
                </span>
                {accept?.why && <small className="muted">{accept.why}</small>}
              </span>
              {accept && accept.why === null && (
                <Link
                  className="btn btn-sm"
                  to={dialog.to({ do: "accept", on: id })}
                  preventScrollReset
                >
                  Accept
                </Link>
              )}
            </li>
          );
        })}
      </ul>
      {opened && (
        <MoveDialog
          of={opened}
          rules={certificateRules}
          name={opened.certificateNo}
          isOneOfMany
          intent={(move) => `${move}-standard`}
          hidden={{ certificate: opened.id }}
          problem={problem}
        />
      )}
    </Panel>
  );
}
