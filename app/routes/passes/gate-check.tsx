import { documentOf } from "#app/shared/document-lines.ts";
import { kindText, purposeText } from "#app/shared/flows/gate-passes.ts";
import { isPossible } from "#app/shared/flows/rules.ts";
import { refusalOf } from "#app/ui/form.tsx";
import { DateText } from "#app/ui/time.tsx";
import { addPassDocument } from "#worker/domain/gate-passes/documents.ts";
import { passFlow } from "#worker/domain/gate-passes/flow.ts";
import { passAtGate } from "#worker/domain/gate-passes/gate.ts";
import { actions, goesOn, stays } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/gate-check";
import { GateIn } from "./gate-in.tsx";
import { GateOut } from "./gate-out.tsx";
import { GateState } from "./gate-state.tsx";
import { ScanPass } from "./scan-pass.tsx";
import "../../css/passes.css";

export const loader = ({ params, context }: Route.LoaderArgs) =>
  passAtGate(context.get(sessionContext), params.id);

export { clientAction } from "#app/ui/sending.ts";
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
      <GateState pass={pass} />
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
