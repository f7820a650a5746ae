import type { ReactNode } from "react";
import { Link } from "react-router";
import { proposalRules } from "#app/shared/flows/proposals.ts";
import { FormDialog } from "#app/ui/dialog.tsx";
import { DateField, SelectField, TextArea } from "#app/ui/fields.tsx";
import { refusalOf } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Money } from "#app/ui/money.tsx";
import { Moves } from "#app/ui/moves.tsx";
import { Badge, PageHead, type Tone } from "#app/ui/page.tsx";
import { Note } from "#app/ui/states.tsx";
import { DateText, TimeText } from "#app/ui/time.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import { assetFlow } from "#worker/domain/assets/flow.ts";
import { condemnBoard, putForward } from "#worker/domain/replacement/board.ts";
import { proposalFlow } from "#worker/domain/replacement/flow.ts";
import type { Session } from "#worker/session.ts";
import { actions, type Commands } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import { condemnChoices } from "../assets/words.tsx";
import type { Route } from "./+types/board";
import "../../css/reports.css";
import { percentText, ReplacementTabs } from "./words.tsx";

export const loader = ({ context }: Route.LoaderArgs) => condemnBoard(context.get(sessionContext));

const moving: Commands<Session> = Object.fromEntries(
  Object.keys(proposalFlow.inputs)
    .filter(proposalFlow.isMove)
    .map((move) => [
      move,
      ({ session }, { proposal = "none", ...values }) =>
        proposalFlow.move(session, proposal, move, values),
    ]),
);
export const action = actions({
  ...moving,
  put: ({ session }, values) => putForward(session, values),
  condemn: ({ session }, { assetId = "none", ...values }) =>
    assetFlow.move(session, assetId, "condemn", values),
});

export const meta = () => [{ title: "Condemnation board - Plumbline" }];

type Data = Route.ComponentProps["loaderData"];
type Open = Data["open"]["rows"][number];

const tones: Record<Open["status"], [Tone, "clock" | "check" | "ok" | "cross" | "refresh"]> = {
  proposed: ["info", "clock"],
  reviewed: ["amber", "check"],
  approved: ["in-date", "ok"],
  declined: ["hold", "cross"],
  withdrawn: ["hold", "refresh"],
};
const State = ({ status }: Pick<Open, "status">) => (
  <Badge tone={tones[status][0]} icon={tones[status][1]}>
    {proposalRules.states[status]}
  </Badge>
);

type LaneProps = { title: string; isCut: boolean; empty: string; children: ReactNode[] };
const Lane = ({ title, isCut, empty, children }: LaneProps) => (
  <section className="board-lane" aria-label={title}>
    <h2>{title}</h2>
    {children.length ? <ul>{children}</ul> : <p className="muted">{empty}</p>}
    {isCut && <p className="muted">There are more than are shown.</p>}
  </section>
);

const Device = ({ of }: { of: { assetId: string; assetCode: string; assetName: string } }) => (
  <p>
    <Link to={`/asset/detail/${of.assetId}?tab=cost`}>
      <span className="code">{of.assetCode}</span> {of.assetName}
    </Link>
  </p>
);

const reasonOf = (value: string) =>
  condemnChoices.find((one) => one.value === value)?.label ?? value;

/** What spoke for it when it was put forward. */
const Figures = ({ of }: { of: Open["figures"] }) => (
  <p className="muted">
    Score {of.score ?? "n/a"}, service {percentText(of.costRatioBp)} of the price a year, spent{" "}
    <Money minor={of.serviceCostMinor} />
    {of.endsOn && (
      <>
        , ends <DateText on={of.endsOn} />
      </>
    )}
  </p>
);

export default function Board({ loaderData, actionData }: Route.ComponentProps) {
  const { strong, open, decided, may, isApart } = loaderData;
  const dialog = useDialog();
  const problem = refusalOf(actionData);
  const put = dialog.asked("put");
  const known = strong.rows.find(({ assetId }) => assetId === put);
  const approved = open.rows.find(({ id }) => id === dialog.asked("approve"));
  return (
    <div className="stack">
      <PageHead title="Condemnation board" crumbs={[{ label: "Reports", to: "/reports" }]} />
      <ReplacementTabs at="/replacement/board" />
      {isApart && (
        <Note tone="info">
          Whoever puts a device forward does not decide it; somebody else does.
        </Note>
      )}
      <div className="board">
        <Lane
          title="Proposed by score"
          isCut={strong.isCut}
          empty="Every device with a strong score is put forward, or was declined in the last half year."
        >
          {strong.rows.map((row) => (
            <li className="board-card" key={row.id}>
              <Device of={row} />
              <p className="muted">
                Score {row.score}, service {percentText(row.costRatioBp)} of the price a year
              </p>
              {may.put && (
                <p>
                  <Link
                    className="btn btn-sm"
                    to={dialog.to({ put: row.assetId })}
                    preventScrollReset
                  >
                    <Icon name="up" />
                    Put forward
                  </Link>
                </p>
              )}
            </li>
          ))}
        </Lane>
        <Lane title="Put forward" isCut={open.isCut} empty="Nothing waits for a decision.">
          {open.rows.map((row) => (
            <li className="board-card" key={row.id}>
              <Device of={row} />
              <State status={row.status} />
              <p>
                {reasonOf(row.condemnReason)}: {row.note}
              </p>
              <Figures of={row.figures} />
              {row.mayApprove && (
                <p>
                  <Link
                    className="btn btn-sm btn-danger"
                    to={dialog.to({ approve: row.id })}
                    preventScrollReset
                  >
                    <Icon name="ok" />
                    Approve
                  </Link>
                </p>
              )}
              <Moves
                of={row}
                rules={proposalRules}
                name={`${row.assetCode} ${row.assetName}`}
                hidden={{ proposal: row.id }}
                problem={problem}
              />
            </li>
          ))}
        </Lane>
        <Lane title="Decided" isCut={decided.isCut} empty="Nothing was decided yet.">
          {decided.rows.map((row) => (
            <li className="board-card" key={row.id}>
              <Device of={row} />
              <State status={row.status} />
              {row.decisionReason && <p>{row.decisionReason}</p>}
              {row.decidedAt && (
                <p className="muted">
                  <TimeText at={row.decidedAt} />
                </p>
              )}
            </li>
          ))}
        </Lane>
      </div>
      {put && may.put && (
        <FormDialog
          {...dialog.shown}
          title={known ? `Put ${known.assetCode} forward` : "Put an asset forward"}
          verb="Put forward"
          hidden={{ intent: "put", assetId: put }}
          problem={problem}
        >
          <p className="muted">Its score and costs are kept with it. Somebody else decides.</p>
          <SelectField name="condemnReason" label="Why" options={condemnChoices} required />
          <TextArea name="note" label="Reason" maxLength={500} rows={3} required />
        </FormDialog>
      )}
      {approved && (
        <FormDialog
          {...dialog.shown}
          title={`Condemn ${approved.assetCode} ${approved.assetName}?`}
          verb="Condemn asset"
          tone="danger"
          hidden={{ intent: "condemn", assetId: approved.assetId }}
          values={{ condemnReason: approved.condemnReason, reason: approved.note }}
          problem={problem}
        >
          <p className="muted">
            Its open calls are closed, its schedules and due dates end, and its cover ends.
          </p>
          <SelectField name="condemnReason" label="Why" options={condemnChoices} required />
          <DateField name="condemnedOn" label="Condemned on" />
          <TextArea name="reason" label="Note" maxLength={500} rows={2} />
        </FormDialog>
      )}
    </div>
  );
}
