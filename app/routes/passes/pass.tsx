import { Link } from "react-router";
import { dayIn } from "#app/shared/company-time.ts";
import { kindText, openPasses, passRules, purposeText } from "#app/shared/flows/gate-passes.ts";
import { isPossible } from "#app/shared/flows/rules.ts";
import { plural } from "#app/shared/plural.ts";
import { refusalOf } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Menu } from "#app/ui/menu.tsx";
import { MoveEntries } from "#app/ui/move-entries.tsx";
import { MoveDialog } from "#app/ui/moves.tsx";
import { Badge, DefinitionList, PageHead, Panel } from "#app/ui/page.tsx";
import { DateText, TimeText } from "#app/ui/time.tsx";
import { Timeline } from "#app/ui/timeline.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import { letterOf } from "#worker/domain/gate-passes/letter.ts";
import { findPass } from "#worker/domain/gate-passes/read.ts";
import { sessionContext } from "#worker/web/context.ts";
import { passActions } from "#worker/web/pass-actions.ts";
import type { Route } from "./+types/pass";
import { MoveFields } from "./move-fields.tsx";
import { Approvals, ReturnDays } from "./pass-decisions.tsx";
import { PassFiles } from "./pass-files.tsx";
import { PassLines } from "./pass-lines.tsx";
import { daysOverdue, PassBadge } from "./words.tsx";
import "../../css/passes.css";

export async function loader({ params, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const pass = await findPass(session, params.id);
  return {
    ...pass,
    now: Date.now(),
    /** The company's day on which it left. */
    leftOn: pass.outAt === null ? null : dayIn(session.company.timeZone, pass.outAt),
    letter: letterOf(pass, session.company),
    may: {
      asset: session.can("view-asset"),
      report: session.can("edit-asset"),
      condemn: session.can("approve-asset"),
      stock: session.can("view-stock"),
      call: session.can("view-breakdown"),
      upload: session.can("edit-gate-pass") || session.can("create-gate-pass"),
    },
  };
}

export { clientAction } from "#app/ui/sending.ts";
export const action = passActions;

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.number ?? "Gate pass"} - Plumbline` },
];

/** The move that a person most likely comes for. */
const first = ["approve", "submit", "out", "return"] as const;

export default function GatePass({ loaderData: pass, actionData }: Route.ComponentProps) {
  const { to } = useDialog();
  const { id, number, status, today, now, may } = pass;
  const overdue = daysOverdue(pass, today);
  const main = first.find((move) => isPossible(pass.moves, move));
  const isOver = !(openPasses as readonly string[]).includes(status);
  return (
    <div className="stack">
      <PageHead
        title={number}
        crumbs={[
          { label: "Gate Passes", to: "/gate-passes" },
          { label: purposeText(pass.purpose) },
        ]}
        badges={
          <>
            <PassBadge status={status} />
            {overdue > 0 && (
              <Badge tone="overdue" icon="alert">
                {plural(overdue, "1 day overdue", "{n} days overdue")}
              </Badge>
            )}
          </>
        }
        actions={
          <>
            <Menu label="More actions" className="btn btn-icon">
              <MoveEntries of={pass} rules={passRules} to={(move) => to({ do: move })} />
            </Menu>
            <Link className="btn" to={`/gate-pass/print/${id}`}>
              <Icon name="print" />
              Print
            </Link>
            {main && (
              <Link className="btn btn-primary" to={to({ do: main })} preventScrollReset>
                <Icon name={passRules.moves[main].icon} />
                {passRules.moves[main].label}
              </Link>
            )}
          </>
        }
      />
      {pass.decisionReason && (
        <p className="note hold">
          {passRules.states[status]}: {pass.decisionReason}
        </p>
      )}
      <div className="cols cols-pass">
        <div className="stack">
          <PassLines pass={pass} />
          <Panel title="What happened">
            <Timeline
              entries={pass.events.map(({ id, at, status, actorName, note }) => ({
                id,
                at,
                state: passRules.states[status],
                by: actorName,
                note,
              }))}
              now={now}
              isOver={isOver}
            />
          </Panel>
        </div>
        <div className="stack">
          <Panel title="Pass">
            <DefinitionList
              entries={[
                ["Kind", kindText(pass.kind)],
                ["Purpose", purposeText(pass.purpose)],
                ["Goes to", pass.party?.vendorName ?? pass.partyName],
                ["Address", pass.partyAddress],
                ["Carrier", [pass.carrierName, pass.carrierPhone].filter(Boolean).join(", ")],
                ["Proof of identity", pass.carrierIdProof],
                ["Vehicle", pass.vehicleNo],
                ["Expected back", pass.expectedReturnOn && <DateText on={pass.expectedReturnOn} />],
                ["Out at", pass.outAt && <TimeText at={pass.outAt} />],
                ["Made out by", pass.madeBy],
                [
                  "Service call",
                  pass.callNumber &&
                    (may.call ? (
                      <Link to={`/asset-breakdown/${pass.breakdownId}`}>{pass.callNumber}</Link>
                    ) : (
                      pass.callNumber
                    )),
                ],
                ["Transfer", pass.transferNumber],
                ["Remarks", pass.remarks],
                [
                  "Printed",
                  pass.printedCount === 0
                    ? "Not yet"
                    : plural(pass.printedCount, "Once", "{n} times"),
                ],
              ]}
            />
          </Panel>
          <Approvals pass={pass} />
          <ReturnDays pass={pass} />
          <PassFiles files={pass.files} may={may.upload} problem={refusalOf(actionData)} />
        </div>
      </div>
      <MoveDialog
        of={pass}
        rules={passRules}
        name={number}
        keep="Back"
        problem={refusalOf(actionData)}
        fields={(move) => <MoveFields move={move} pass={pass} />}
      />
    </div>
  );
}

type Pass = Route.ComponentProps["loaderData"];
export type PassPage = Pass;
