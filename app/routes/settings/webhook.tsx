import { Link } from "react-router";
import { deliveryWords } from "#app/shared/flows/webhook-deliveries.ts";
import { disabledWords, webhookEventWords } from "#app/shared/webhook-words.ts";
import { FormDialog } from "#app/ui/dialog.tsx";
import { SelectField } from "#app/ui/fields.tsx";
import { refusalOf } from "#app/ui/form.tsx";
import { ListPage } from "#app/ui/list-page.tsx";
import { DefinitionList, PageHead, Panel } from "#app/ui/states.tsx";
import { TimeText } from "#app/ui/time.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import {
  endpointPage,
  replayFailed,
  sendTest,
  wakeWebhooks,
} from "#worker/domain/webhooks/deliveries.ts";
import {
  removeEndpoint,
  rotateSecret,
  saveEndpoint,
  switchOff,
  switchOn,
} from "#worker/domain/webhooks/endpoints.ts";
import { actions, closes, goesOn, stays } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import { Saved } from "../people/profile-form.tsx";
import type { Route } from "./+types/webhook";
import { DeliveryBadge, StandingBadge, WebhookFields } from "./webhook-parts.tsx";
import { RotateSecret } from "./webhook-secret.tsx";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  endpointPage(context.get(sessionContext), params.id, new URL(request.url).searchParams);

export const action = actions(
  {
    save: ({ session, visit, id, lists }, values) =>
      saveEndpoint(session, visit.env, id, { ...values, ...lists }),
    rotate: {
      run: ({ session, visit, id }, values) => rotateSecret(session, visit.env, id, values),
      reply: stays,
    },
    test: ({ session, id }) => sendTest(session, id),
    "switch-off": ({ session, id }) => switchOff(session, id),
    "switch-on": ({ session, id }) => switchOn(session, id),
    replay: ({ session, id }, values) => replayFailed(session, id, values),
    remove: {
      run: ({ session, id }) => removeEndpoint(session, id),
      reply: goesOn("/settings/webhooks"),
    },
  },
  {
    lists: ["events"],
    reply: closes,
    after: ({ visit, intent }) => ["test", "replay"].includes(intent) && wakeWebhooks(visit),
  },
);

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.endpoint.name ?? "Webhook"} - Plumbline` },
];

type Page = Route.ComponentProps["loaderData"];
type Row = Page["rows"][number];
const statuses = Object.entries(deliveryWords).map(([value, label]) => ({ value, label }));
const hours = [
  { value: "1", label: "Within an hour" },
  { value: "24", label: "Within a day" },
  { value: "168", label: "Within a week" },
  { value: "720", label: "Within 30 days" },
];

/** What came of the last attempt. */
function outcomeOf({ lastStatus, lastError, lastMs, attempts }: Row) {
  if (attempts === 0) return "Not sent yet";
  if (lastMs === null) return "On its way";
  return lastError ?? `Answered ${lastStatus} in ${lastMs} ms`;
}

/** One webhook: how it stands, what was sent to it, and what may be done about it. */
export default function Webhook({ loaderData, actionData }: Route.ComponentProps) {
  const { endpoint, may } = loaderData;
  const { to } = useDialog();
  const isOn = endpoint.disabledAt === null;
  return (
    <>
      <PageHead
        isWide
        title={endpoint.name}
        crumbs={[{ label: "Webhooks", to: "/settings/webhooks" }, { label: endpoint.name }]}
        badges={<StandingBadge {...endpoint} />}
        actions={
          may.edit &&
          isOn && (
            <Link className="btn btn-primary" to={to({ do: "test" })} preventScrollReset>
              Send a test
            </Link>
          )
        }
      />
      <Saved actionData={actionData} />
      <div className="stack">
        <Facts endpoint={endpoint} mayEdit={may.edit} />
        <ListPage
          title="Deliveries"
          head={false}
          result={loaderData}
          filters={[{ key: "status", label: "State", options: statuses }]}
          rowHref={(row) => `/settings/webhook-delivery/${row.id}`}
          rowName={(row) => row.event}
          empty={{
            title: "Nothing sent yet",
            text: "What is sent to this webhook is listed here for 30 days.",
          }}
          columns={[
            {
              key: "event",
              label: "Event",
              card: "c-name",
              show: (row) => <span className="code">{row.event}</span>,
            },
            {
              key: "newest",
              label: "Happened",
              card: "c-top",
              show: (row) => <TimeText at={row.createdAt} />,
            },
            {
              key: "state",
              label: "State",
              card: "c-state",
              show: (row) => <DeliveryBadge status={row.status} />,
            },
            { key: "outcome", label: "Last attempt", card: "c-meta", show: outcomeOf },
            { key: "attempts", label: "Attempts", numeric: true, field: "attempts" },
            {
              key: "next",
              label: "Next",
              card: "c-due",
              show: (row) => (row.nextAt === null ? "None" : <TimeText at={row.nextAt} />),
            },
          ]}
        />
        {may.edit && <RotateSecret actionData={actionData} until={endpoint.formerUntil} />}
      </div>
      {may.edit && <Dialogs endpoint={endpoint} actionData={actionData} />}
    </>
  );
}

/** What the webhook is, and the ways to its dialogs. */
function Facts({ endpoint, mayEdit }: { endpoint: Page["endpoint"]; mayEdit: boolean }) {
  const { to } = useDialog();
  const { url, events, disabledReason, disabledAt, failingSince } = endpoint;
  const way = (dialog: string, text: string) => (
    <Link className="btn btn-sm" to={to({ do: dialog })} preventScrollReset>
      {text}
    </Link>
  );
  return (
    <Panel title="Webhook">
      <div className="stack">
        <DefinitionList
          entries={[
            ["Address", <code key="url">{url}</code>],
            ["Told of", events.map((event) => webhookEventWords[event]).join("; ")],
            ...(disabledAt !== null && disabledReason
              ? ([
                  ["Off since", <TimeText key="off" at={disabledAt} />],
                  ["Why", disabledWords[disabledReason]],
                ] as [string, React.ReactNode][])
              : []),
            ...(disabledAt === null && failingSince !== null
              ? ([["Failing since", <TimeText key="failing" at={failingSince} />]] as [
                  string,
                  React.ReactNode,
                ][])
              : []),
          ]}
        />
        {mayEdit && (
          <div className="chips">
            {way("edit", "Change")}
            {disabledAt === null && way("replay", "Send failed ones again")}
            {disabledAt === null ? way("off", "Switch off") : way("on", "Switch on")}
            {way("remove", "Remove")}
          </div>
        )}
      </div>
    </Panel>
  );
}

type DialogsProps = {
  endpoint: Page["endpoint"];
  actionData: Route.ComponentProps["actionData"];
};

/** The dialog that the address has open. */
function Dialogs({ endpoint, actionData }: DialogsProps) {
  const { asked, shown } = useDialog();
  const opened = asked("do");
  const refused = refusalOf(actionData);
  const problemOf = (intent: string) => (refused?.values?.intent === intent ? refused : undefined);
  const { name, version, events } = endpoint;
  if (opened === "edit")
    return (
      <FormDialog
        {...shown}
        title={`Change ${name}`}
        verb="Save webhook"
        values={endpoint}
        hidden={{ intent: "save", version }}
        problem={problemOf("save")}
      >
        <WebhookFields events={events} />
      </FormDialog>
    );
  if (opened === "test")
    return (
      <FormDialog
        {...shown}
        title={`Send a test to ${name}`}
        verb="Send test"
        hidden={{ intent: "test" }}
        problem={problemOf("test")}
      >
        <p className="muted">
          An event of the type webhook.test is sent, signed as all others are.
        </p>
      </FormDialog>
    );
  if (opened === "replay")
    return (
      <FormDialog
        {...shown}
        title="Send failed ones again"
        verb="Send again"
        values={{ since: "24" }}
        hidden={{ intent: "replay" }}
        problem={problemOf("replay")}
      >
        <p className="muted">Each is sent with the id it had, up to 1,000 at once.</p>
        <SelectField name="since" label="Happened" options={hours} placeholder={false} />
      </FormDialog>
    );
  if (opened === "off" || opened === "on")
    return (
      <FormDialog
        {...shown}
        title={opened === "off" ? `Switch ${name} off?` : `Switch ${name} on?`}
        verb={opened === "off" ? "Switch off" : "Switch on"}
        hidden={{ intent: `switch-${opened}` }}
        problem={problemOf(`switch-${opened}`)}
      >
        <p className="muted">
          {opened === "off"
            ? "It is told of nothing more, and what waits has failed."
            : "It is told of what happens from now on. What has failed can be sent again."}
        </p>
      </FormDialog>
    );
  if (opened !== "remove") return null;
  return (
    <FormDialog
      {...shown}
      title={`Remove ${name}?`}
      verb="Remove webhook"
      keep="Keep it"
      tone="danger"
      hidden={{ intent: "remove" }}
      problem={problemOf("remove")}
    >
      <p className="muted">It is told of nothing more, and cannot be brought back.</p>
    </FormDialog>
  );
}
