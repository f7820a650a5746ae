import { documentOf } from "#app/shared/document-lines.ts";
import { kindText, purposeText } from "#app/shared/flows/gate-passes.ts";
import { isPossible } from "#app/shared/flows/rules.ts";
import { refusalOf } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { DateText, useDates } from "#app/ui/time.tsx";
import { addPassDocument } from "#worker/domain/gate-passes/documents.ts";
import { passFlow } from "#worker/domain/gate-passes/flow.ts";
import { type PassAtGate, passAtGate } from "#worker/domain/gate-passes/gate.ts";
import { actions, goesOn, stays } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/gate-check";
import { GateIn } from "./gate-in.tsx";
import { GateOut } from "./gate-out.tsx";
import { ScanPass } from "./scan-pass.tsx";
import { daysOverdue, PassBadge } from "./words.tsx";
import "../../css/passes.css";

export const loader = ({ params, context }: Route.LoaderArgs) =>
  passAtGate(context.get(sessionContext), params.id);

export const action = actions(
  {
    out: ({ session, id }, values) => passFlow.move(session, id, "out", values),
    return: ({ session, id }, values) => passFlow.move(session, id, "return", documentOf(values)),
    photo: {
      run: ({ session, visit, id, file }) =>
        addPassDocument(session, visit.env.MEDIA, id, file("picture"), { kind: "photo" }),
      reply: stays,
    },
  },
  { reply: goesOn(({ data }) => `/gate/${data.id}`) },
);

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.number ?? "Gate"} - Plumbline` },
];

/** A pass before the guard: whether it may leave, what to check, and one press to let it out or take it in. */
export default function GateCheck({ loaderData: pass, actionData }: Route.ComponentProps) {
  const problem = refusalOf(actionData);
  const goesOut = isPossible(pass.moves, "out");
  const comesIn = isPossible(pass.moves, "return");
  return (
    <div className="gate">
      <ScanPass />
      <div>
        <h1 className="gate-no">{pass.number}</h1>
        <p className="muted">{pass.company}</p>
      </div>
      <State pass={pass} />
      <dl className="gate-facts">
        <div className="all">
          <dt>Goes to</dt>
          <dd>
            {pass.party}
            <small>
              {purposeText(pass.purpose)}, {kindText(pass.kind).toLowerCase()}
              {pass.expectedReturnOn && (
                <>
                  , back by <DateText on={pass.expectedReturnOn} />
                </>
              )}
            </small>
          </dd>
        </div>
        <div>
          <dt>Carrier</dt>
          <dd>
            {pass.carrierName}
            {pass.carrierPhone && <small>{pass.carrierPhone}</small>}
          </dd>
        </div>
        <div>
          <dt>Vehicle</dt>
          <dd>{pass.vehicleNo ?? "–"}</dd>
        </div>
      </dl>
      {goesOut ? (
        <GateOut pass={pass} problem={problem} />
      ) : (
        <GateIn pass={pass} problem={problem} mayTakeIn={comesIn} />
      )}
    </div>
  );
}

const sorry: Partial<Record<PassAtGate["status"], string>> = {
  draft: "It is not finished yet",
  pending_approval: "It waits for approval",
  rejected: "It was rejected",
  cancelled: "It was cancelled",
};

function State({ pass }: { pass: PassAtGate }) {
  const { status, approvals, outAt, lines } = pass;
  const { time } = useDates();
  const no = sorry[status];
  if (no)
    return (
      <div className="gate-state overdue" role="status">
        <Icon name="cross" />
        <span>
          May not leave
          <small>{no}</small>
        </span>
      </div>
    );
  if (status === "approved")
    return (
      <div className="gate-state in-date" role="status">
        <Icon name="ok" />
        <span>
          May leave
          <small>
            {approvals.length > 0
              ? `Approved by ${approvals.map(({ userName, at }) => `${userName} ${time(at)}`).join(" and ")}`
              : "No approval is asked for"}
          </small>
        </span>
      </div>
    );
  const out = lines.reduce((sum, { qty }) => sum + qty, 0);
  const back = lines.reduce((sum, { returnedQty }) => sum + returnedQty, 0);
  if (status === "out" || status === "partially_returned") {
    const late = daysOverdue(pass, pass.today);
    return (
      <div className={late > 0 ? "gate-state overdue" : "gate-state amber"} role="status">
        <Icon name="clock" />
        <span>
          {late > 0
            ? late === 1
              ? "Is out, 1 day overdue"
              : `Is out, ${late} days overdue`
            : "Is out"}
          <small>
            {outAt !== null && `Out since ${time(outAt)}. `}
            {back === 0
              ? out === 1
                ? "It is not back yet"
                : `None of ${out} pieces is back yet`
              : `${back} of ${out} pieces are back`}
          </small>
        </span>
      </div>
    );
  }
  return (
    <div className="gate-state hold" role="status">
      <Icon name="ok" />
      <span>
        <PassBadge status={status} calm />
        <small>
          {status === "returned"
            ? "Everything on it is back"
            : "Nothing more is expected at the gate"}
        </small>
      </span>
    </div>
  );
}
