import { Link } from "react-router";
import { plural } from "#app/shared/plural.ts";
import { PlainForm, SubmitButton } from "#app/ui/form.tsx";
import { EmptyState, PageHead, Panel } from "#app/ui/states.tsx";
import { useSender } from "#app/ui/use-sender.ts";
import { endpointsPage } from "#worker/domain/webhooks/deliveries.ts";
import { createEndpoint, type MadeSecret } from "#worker/domain/webhooks/endpoints.ts";
import { actions, stays } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { FormResult } from "#worker/web/forms.ts";
import { Saved } from "../people/profile-form.tsx";
import type { Route } from "./+types/webhooks";
import { hiddenSections, SettingsTabs } from "./settings-tabs.tsx";
import { NewSecret, StandingBadge, WebhookFields } from "./webhook-parts.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  return { ...(await endpointsPage(session)), hidden: hiddenSections(session) };
}
export const action = actions(
  {
    create: ({ session, visit, lists }, values) =>
      createEndpoint(session, visit.env, { ...values, ...lists }),
  },
  { lists: ["events"], reply: stays },
);
export const meta = () => [{ title: "Webhooks - Plumbline" }];

type Endpoint = Route.ComponentProps["loaderData"]["endpoints"][number];

/** Addresses of the company's own software that are told of what happens. */
export default function Webhooks({ loaderData, actionData }: Route.ComponentProps) {
  const { endpoints, may, hidden } = loaderData;
  const { fetcher, problem } = useSender(actionData);
  const done = (fetcher.data ?? actionData) as FormResult | undefined;
  const made = done?.success ? (done.data as MadeSecret) : null;
  return (
    <>
      <PageHead title="Settings" />
      <Saved actionData={actionData} />
      <div className="stack">
        <SettingsTabs hidden={hidden} open="webhooks" />
        {made && <NewSecret secret={made.secret} />}
        <Panel title="Webhooks" flush>
          {endpoints.length === 0 ? (
            <EmptyState
              panel={false}
              title="No webhooks yet"
              text="A webhook tells software of your own what happens here, such as a service call that was opened."
            />
          ) : (
            <ul className="feed steps">
              {endpoints.map((endpoint) => (
                <EndpointRow key={endpoint.id} endpoint={endpoint} />
              ))}
            </ul>
          )}
        </Panel>
        {may.edit && (
          <Panel title="Make a webhook">
            <PlainForm
              key={made?.id ?? ""}
              fetcher={fetcher}
              problem={problem}
              className="stack"
              values={{}}
            >
              <input type="hidden" name="intent" value="create" />
              <WebhookFields events={[]} />
              <div>
                <SubmitButton>Make webhook</SubmitButton>
              </div>
            </PlainForm>
          </Panel>
        )}
      </div>
    </>
  );
}

const EndpointRow = ({ endpoint }: { endpoint: Endpoint }) => (
  <li>
    <span className="feed-main">
      <Link to={`/settings/webhook/${endpoint.id}`}>{endpoint.name}</Link>
      <span className="muted code">{endpoint.url}</span>
      <span className="quiet">
        {plural(endpoint.events.length, "Told of 1 event", "Told of {n} events")}
      </span>
    </span>
    <span className="feed-end">
      <StandingBadge {...endpoint} />
    </span>
  </li>
);
