import { Link } from "react-router";
import { intervalWords, methods } from "#app/shared/calibration/intervals.ts";
import { intervalRules } from "#app/shared/flows/interval-proposals.ts";
import { FormDialog } from "#app/ui/dialog.tsx";
import { SelectField } from "#app/ui/fields.tsx";
import type { Refused } from "#app/ui/form.tsx";
import { Moves } from "#app/ui/moves.tsx";
import { Panel } from "#app/ui/page.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import type { History } from "#worker/domain/calibrators/history.ts";
import { currentText, ProposalBadge, ProposalBody, proposedText } from "./proposal-body.tsx";

type Props = {
  history: History;
  calibrator: { id: string; calibratorNo: string; status: string };
  problem: Refused | undefined;
};

/** The interval of a standard: what its history speaks for, and what was decided. */
export function IntervalPanel({ history, calibrator, problem }: Props) {
  const { to } = useDialog();
  const { proposals, may, reckoned } = history;
  const open = proposals.find(({ status }) => status === "open");
  const decided = proposals.filter(({ status }) => status !== "open");
  const mayPropose = may.check && !open && reckoned !== null && calibrator.status !== "retired";
  return (
    <Panel
      title="Interval"
      actions={
        mayPropose ? (
          <Link className="btn btn-sm" to={to({ do: "propose" })} preventScrollReset>
            Propose from history
          </Link>
        ) : (
          <Link to="/interval-proposals">All proposals</Link>
        )
      }
    >
      {open ? (
        <div className="stack">
          <ProposalBody proposal={open} />
          <Moves
            of={open}
            rules={intervalRules}
            name={calibrator.calibratorNo}
            intent={(move) => `interval-${move}`}
            hidden={{ proposal: open.id }}
            problem={problem}
          />
        </div>
      ) : (
        <p className="muted">
          {reckoned === null
            ? "No interval is set yet. Set one in its form; history can speak for another one later."
            : "Nothing is proposed. An interval can be proposed from what its certificates found; a person decides."}
        </p>
      )}
      {decided.length > 0 && (
        <ul className="plain-list">
          {decided.map((one) => (
            <li key={one.id}>
              <ProposalBadge status={one.status} />{" "}
              <Link to={`/interval-proposal/${one.id}`}>
                {currentText(one)} to {proposedText(one)}, {methods[one.method]}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** The form in which a method is chosen: `?do=propose`. Each says what it would propose, or what it lacks. */
export function ProposeDialog({ history, calibrator, problem }: Props) {
  const { asked, shown } = useDialog();
  const { reckoned, may } = history;
  if (asked("do") !== "propose" || !may.check || !reckoned) return null;
  const able = reckoned.filter(({ interval }) => interval !== null);
  return (
    <FormDialog
      {...shown}
      title={`Propose an interval for ${calibrator.calibratorNo}`}
      verb="Propose interval"
      values={{ method: able[0]?.method }}
      hidden={{ intent: "propose" }}
      problem={problem?.values?.intent === "propose" ? problem : undefined}
    >
      <p className="muted">Nothing changes until somebody accepts it.</p>
      <SelectField
        name="method"
        label="Method"
        required
        placeholder={false}
        options={reckoned.map(({ method }) => ({ value: method, label: methods[method] }))}
      />
      <dl className="dl">
        {reckoned.map(({ method, interval, missing }) => (
          <div key={method}>
            <dt>{methods[method]}</dt>
            <dd>{interval ? intervalWords(interval) : missing}</dd>
          </div>
        ))}
      </dl>
    </FormDialog>
  );
}
