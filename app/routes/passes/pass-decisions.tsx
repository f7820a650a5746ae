import { Panel } from "#app/ui/page.tsx";
import { DateText, TimeText } from "#app/ui/time.tsx";
import type { PassPage } from "./pass.tsx";

type Props = { pass: PassPage };

/** Who approved or rejected a pass at which level, and which levels wait. */
export function Approvals({ pass }: Props) {
  const { levels, approvals, status } = pass;
  if (levels === 0 && approvals.length === 0) return null;
  const open = Array.from({ length: levels }, (_, at) => at + 1).filter(
    (level) => !approvals.some((one) => one.level === level),
  );
  return (
    <Panel title="Approval">
      <ol className="history">
        {approvals.map(({ id, level, userName, decision, note, at }) => (
          <li key={id}>
            <p>
              Level {level}: <b>{decision === "approved" ? "Approved" : "Rejected"}</b> by{" "}
              {userName}
            </p>
            {note && <p className="said">{note}</p>}
            <p className="muted">
              <TimeText at={at} />
            </p>
          </li>
        ))}
        {status === "pending_approval" &&
          open.map((level) => (
            <li key={level} className="muted">
              Level {level}: waits
            </li>
          ))}
      </ol>
    </Panel>
  );
}

/** The days on which it should have been back, and why each became another. */
export function ReturnDays({ pass }: Props) {
  if (pass.extensions.length === 0) return null;
  return (
    <Panel title="Days of return">
      <ol className="history">
        {pass.extensions.map(({ id, oldOn, newOn, reason, actorName, at }) => (
          <li key={id}>
            <p>
              <DateText on={oldOn} /> became <DateText on={newOn} />
            </p>
            <p className="said">{reason}</p>
            <p className="muted">
              {actorName}, <TimeText at={at} />
            </p>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
