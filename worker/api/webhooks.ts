import { webhookDeliveries, webhookEndpoints } from "#drizzle/tenant/index.ts";
import type { Answer } from "../db/db.ts";
import {
  endpointPage,
  endpointsPage,
  findDelivery,
  findEndpoint,
  replayFailed,
  replayInput,
  sendTest,
  wakeWebhooks,
} from "../domain/webhooks/deliveries.ts";
import {
  createEndpoint,
  endpointInput,
  proofInput,
  removeEndpoint,
  rotateSecret,
  saveEndpoint,
  switchOff,
  switchOn,
} from "../domain/webhooks/endpoints.ts";
import type { Visit } from "../env.ts";
import { data, done, page } from "./answers.ts";
import { type Call, companyCalls } from "./call.ts";
import { offers } from "./flows.ts";
import { columnsShape, id, list, listQuery, object, oneOf, text, whole } from "./shapes.ts";

const ofEndpoint = companyCalls({
  tag: "Webhook",
  needs: "edit-settings",
  of: webhookEndpoints,
});
const ofDelivery = companyCalls({ tag: "Webhook", needs: "view-settings", of: webhookDeliveries });

const endpoint = () =>
  columnsShape(
    webhookEndpoints,
    "id version createdAt name url formerUntil disabledAt disabledReason failingSince",
    { events: list(text) },
  );
const delivery =
  "id version createdAt endpointId eventId event status attempts nextAt lastAt lastStatus lastMs lastError" as const;
const secret = {
  ...text,
  description: "Verifies what is sent; it is told here alone",
};
const made = done(object({ id, secret }));
const example = {
  ...{ name: "Maintenance system", url: "https://hooks.example.com/plumbline" },
  ...{ events: ["service_call.opened"], password: "Calibrate-2026-demo" },
};

/** Begins at once what a command has made wait. */
async function woken<D>(visit: Visit, command: Promise<Answer<D>>) {
  const answer = await command;
  wakeWebhooks(visit);
  return answer;
}

/** Addresses of a company's own software that are told of events, and what was sent to them. Moves of deliveries are in flows.ts. */
export const webhookCalls: Call[] = [
  ofEndpoint({
    get: "/webhooks",
    needs: "view-settings",
    isAdminOnly: true,
    says: "The company's webhooks, the newest first; their secrets are not told again",
    answer: data(() => list(endpoint())),
    run: async ({ session }) => (await endpointsPage(session)).endpoints,
  }),
  ofEndpoint({
    get: "/webhooks/:id",
    needs: "view-settings",
    isAdminOnly: true,
    says: "Read: Webhook, without its secret",
    answer: data(endpoint),
    run: ({ session, id }) => findEndpoint(session, id),
  }),
  ofEndpoint({
    post: "/webhooks",
    isAdminOnly: true,
    says: "Make a webhook: it is told of these events from now on",
    input: endpointInput,
    example,
    status: 201,
    answer: made,
    run: ({ session, visit, body }) => createEndpoint(session, visit.env, body),
  }),
  ofEndpoint({
    put: "/webhooks/:id",
    isAdminOnly: true,
    says: "Change a webhook's name, address and events",
    input: endpointInput,
    isVersioned: true,
    example,
    run: ({ session, visit, id, body }) => saveEndpoint(session, visit.env, id, body),
  }),
  ofEndpoint({
    delete: "/webhooks/:id",
    isAdminOnly: true,
    says: "Remove a webhook",
    run: ({ session, id }) => removeEndpoint(session, id),
  }),
  ofEndpoint({
    post: "/webhooks/:id/secret",
    isAdminOnly: true,
    says: "Give a webhook another secret; what it is sent is signed with the one before as well for a day",
    input: proofInput,
    example: { password: "Calibrate-2026-demo" },
    answer: made,
    run: ({ session, visit, id, body }) => rotateSecret(session, visit.env, id, body),
  }),
  ofEndpoint({
    post: "/webhooks/:id/switch-off",
    isAdminOnly: true,
    says: "Switch a webhook off",
    run: ({ session, id }) => switchOff(session, id),
  }),
  ofEndpoint({
    post: "/webhooks/:id/switch-on",
    isAdminOnly: true,
    says: "Switch a webhook on again",
    run: ({ session, id }) => switchOn(session, id),
  }),
  ofEndpoint({
    post: "/webhooks/:id/test",
    isAdminOnly: true,
    says: "Send a test event to a webhook",
    run: ({ session, visit, id }) => woken(visit, sendTest(session, id)),
  }),
  ofEndpoint({
    post: "/webhooks/:id/replay-failed",
    isAdminOnly: true,
    says: "Send again what has failed within the last hours, up to 1,000 deliveries, the oldest first",
    input: replayInput,
    example: { since: 24 },
    answer: done(object({ id, count: whole })),
    run: ({ session, visit, id, body }) => woken(visit, replayFailed(session, id, body)),
  }),
  ofEndpoint({
    get: "/webhooks/:id/deliveries",
    needs: "view-settings",
    isAdminOnly: true,
    says: "What was sent to a webhook, the newest first; it is kept for 30 days",
    query: listQuery(["newest"], { status: oneOf(...webhookDeliveries.status.enumValues) }, false),
    answer: page(columnsShape(webhookDeliveries, delivery, { moves: offers })),
    run: ({ session, id, query }) => endpointPage(session, id, query),
  }),
  ofDelivery({
    get: "/webhook-deliveries/:id",
    isAdminOnly: true,
    says: "A delivery with what was sent, and how the last answer began",
    answer: data(
      columnsShape(webhookDeliveries, `${delivery} payload lastAnswer`, {
        ...{ endpoint_name: text, url: text, moves: offers },
      }),
    ),
    run: ({ session, id }) => findDelivery(session, id),
  }),
];
