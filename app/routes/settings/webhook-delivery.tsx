import { useId } from "react";
import { deliveryRules } from "#app/shared/flows/webhook-deliveries.ts";
import { refusalOf } from "#app/ui/form.tsx";
import { Moves } from "#app/ui/moves.tsx";
import { DefinitionList, PageHead, Panel } from "#app/ui/states.tsx";
import { TimeText } from "#app/ui/time.tsx";
import { findDelivery, wakeWebhooks } from "#worker/domain/webhooks/deliveries.ts";
import { deliveryFlow } from "#worker/domain/webhooks/flow.ts";
import { actions } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import { movesInAddress } from "#worker/web/flow-actions.ts";
import { Saved } from "../people/profile-form.tsx";
import type { Route } from "./+types/webhook-delivery";
import { DeliveryBadge } from "./webhook-parts.tsx";

export const loader = ({ params, context }: Route.LoaderArgs) =>
  findDelivery(context.get(sessionContext), params.id);
export const action = actions(movesInAddress(deliveryFlow), {
  after: ({ visit }) => wakeWebhooks(visit),
});
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.event ?? "Delivery"} - Plumbline` },
];

/** The body as people read it; as it was sent where it is no JSON. */
function laidOut(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}

const MOST_LINES = 20;
/** A text as it is, with its lines and their indents. */
function LongText({ label, text }: { label: string; text: string }) {
  const id = useId();
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className="textarea"
        readOnly
        rows={Math.min(MOST_LINES, text.split("\n").length + 1)}
        value={text}
      />
    </div>
  );
}

/** One delivery: what was sent, and what was answered. */
export default function Delivery({ loaderData: delivery, actionData }: Route.ComponentProps) {
  const { event, eventId, status, attempts, createdAt, nextAt, url } = delivery;
  const { lastAt, lastStatus, lastMs, lastError, lastAnswer, payload } = delivery;
  return (
    <>
      <PageHead
        title={event}
        crumbs={[
          { label: "Webhooks", to: "/settings/webhooks" },
          { label: delivery.endpointName, to: `/settings/webhook/${delivery.endpointId}` },
          { label: event },
        ]}
        badges={<DeliveryBadge status={status} />}
      />
      <Saved actionData={actionData} />
      <div className="stack">
        <Panel title="Delivery">
          <div className="stack">
            <DefinitionList
              entries={[
                ["Happened", <TimeText key="at" at={createdAt} />],
                ["Event id", <code key="id">{eventId}</code>],
                ["Sent to", <code key="url">{url}</code>],
                ["Attempts", attempts],
                ["Next attempt", nextAt === null ? "None" : <TimeText key="next" at={nextAt} />],
              ]}
            />
            <Moves
              of={delivery}
              rules={deliveryRules}
              name={event}
              problem={refusalOf(actionData)}
            />
          </div>
        </Panel>
        <Panel title="What was answered">
          {lastAt === null ? (
            <p className="muted">It was not sent yet.</p>
          ) : (
            <div className="stack">
              <DefinitionList
                entries={[
                  ["Last attempt", <TimeText key="last" at={lastAt} />],
                  ["Status", lastStatus ?? "No answer"],
                  ["Took", lastMs === null ? "Not known" : `${lastMs} ms`],
                  ["What went wrong", lastError ?? "Nothing"],
                ]}
              />
              {lastAnswer && <LongText label="How the answer began" text={lastAnswer} />}
            </div>
          )}
        </Panel>
        <Panel title="What was sent">
          <LongText label="Body" text={laidOut(payload)} />
        </Panel>
      </div>
    </>
  );
}
