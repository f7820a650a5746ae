import { Link } from "react-router";
import { asFoundStates } from "#app/shared/calibration/certificates.ts";
import { certificateRules } from "#app/shared/flows/calibrator-certificates.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import type { Refused } from "#app/ui/form.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import type { Column } from "#app/ui/list-page.tsx";
import { MoveEntries } from "#app/ui/move-entries.tsx";
import { RowMoves } from "#app/ui/moves.tsx";
import { Badge, type Tone } from "#app/ui/page.tsx";
import { RowMenu } from "#app/ui/row-menu.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import type { CalibratorPage } from "#worker/domain/calibrators/page.ts";

type Certificate = CalibratorPage["certificates"][number];
type Look = { tone: Tone; icon: IconName; calm?: true };
const looks: Record<Certificate["status"], Look> = {
  entered: { tone: "amber", icon: "clock" },
  accepted: { tone: "in-date", icon: "ok", calm: true },
  rejected: { tone: "hold", icon: "cross", calm: true },
  superseded: { tone: "hold", icon: "minus", calm: true },
};

const columns: Column<Certificate>[] = [
  { key: "certificateNo", label: "Number", card: "c-top", as: "code", field: "certificateNo" },
  {
    key: "status",
    label: "State",
    card: "c-state",
    show: ({ status }) => <Badge {...looks[status]}>{certificateRules.states[status]}</Badge>,
  },
  { key: "issuedBy", label: "Issued by", card: "c-name", field: "issuedBy" },
  {
    key: "calibratedOn",
    label: "Calibrated",
    card: "c-due",
    as: "day",
    field: "calibratedOn",
    wide: 2,
  },
  { key: "dueOn", label: "Due", card: "c-due", as: "day", field: "dueOn" },
  {
    key: "asFound",
    label: "As found",
    card: "c-due",
    show: ({ asFound }) =>
      asFound === "out_of_tolerance" ? (
        <Badge tone="overdue" icon="alert">
          {asFoundStates[asFound]}
        </Badge>
      ) : (
        asFoundStates[asFound]
      ),
  },
  {
    key: "acceptedBy",
    label: "Accepted by",
    card: "c-meta",
    wide: 2,
    show: ({ acceptedByName }) => acceptedByName ?? <span className="quiet">–</span>,
  },
  {
    key: "paper",
    label: "Paper",
    card: "c-due",
    show: ({ mediaId, certificateNo }) =>
      mediaId === null ? (
        <span className="quiet">Missing</span>
      ) : (
        <a className="paper-link" href={`/media/${mediaId}`} target="_blank" rel="noreferrer">
          <Icon name="file" size="s" />
          PDF<span className="sr-only">{` of ${certificateNo}`}</span>
        </a>
      ),
  },
];

type Props = { page: CalibratorPage; problem: Refused | undefined };

/** The certificates of a standard, the latest first; one of them shows its ranges. */
export function Certificates({ page, problem }: Props) {
  const { calibrator, certificates, may } = page;
  return (
    <section className="table-wrap" aria-label="Certificates">
      <div className="panel-head">
        <h2>Certificates</h2>
        <span className="end muted hide-phone">
          one that was accepted is never edited: a new one supersedes it
        </span>
      </div>
      {certificates.length ? (
        <DataTable
          label="Certificates"
          rows={certificates}
          columns={columns}
          rowName={(row) => row.certificateNo}
          rowHref={(row) => `?certificate=${row.id}#ranges`}
          rowActions={(row) =>
            row.moves.length > 0 && (
              <RowMenu label={`Actions for ${row.certificateNo}`}>
                <MoveEntries of={row} rules={certificateRules} />
              </RowMenu>
            )
          }
          sticky={false}
        />
      ) : (
        <EmptyState
          title="No certificates yet"
          text="Enter the certificate of its last calibration; another person accepts it."
          action={
            may.edit && (
              <Link
                className="btn btn-primary"
                to={`/calibrator/certificate/create/${calibrator.id}`}
              >
                <Icon name="plus" />
                Enter certificate
              </Link>
            )
          }
        />
      )}
      <RowMoves
        rows={certificates}
        rules={certificateRules}
        name={(row) => row.certificateNo}
        intent={(move) => `certificate-${move}`}
        hidden={(row) => ({ certificate: row.id })}
        problem={problem}
      />
    </section>
  );
}
