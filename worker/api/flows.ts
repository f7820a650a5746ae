import type { Answer } from "../db/db.ts";
import type { AnyFlow } from "../domain/entity/flow.ts";
import { flows } from "../domain/index.ts";
import { findCall } from "../domain/service-calls/read.ts";
import { callInput, reportCall } from "../domain/service-calls/report.ts";
import { wakeWebhooks } from "../domain/webhooks/deliveries.ts";
import type { Visit } from "../env.ts";
import type { Permission } from "../permissions.ts";
import { data, done, doneTo, type Kind } from "./answers.ts";
import { type Call, companyCalls } from "./call.ts";
import {
  id,
  list,
  object,
  orNull,
  rowShape,
  type Schema,
  sampleId,
  text,
  truth,
} from "./shapes.ts";
import { toWire, wireName } from "./wire.ts";

/** What a record offers whoever reads it. */
export const offers: Schema = {
  ...list(object({ move: text, label: text, why: orNull(text), fits: truth })),
  description: "The moves the reader may make: `why` not, and whether its state fits at all",
};

const lesserRight = ([column, permission]: [string, string | undefined]) =>
  `The person in \`${wireName(column)}\` makes it with \`${permission}\``;

/** A move of a machine of states as a call. */
export function moveCall(
  { label, table, rules, inputs, works, move }: AnyFlow,
  name: string,
  path: `${string}:${string}`,
  answer: Kind<Answer> = doneTo,
  after: (visit: Visit) => void = () => {},
): Call {
  const { by, isAdminOnly = false, orBy = {} } = rules.moves[name]!;
  const { summary, example } = works[name]!;
  const [, parameter = ""] = /:(\w+)/.exec(path) ?? [];
  return companyCalls({ tag: label, of: table })({
    post: path as "/:id",
    ...(by === null ? {} : { needs: by as Permission }),
    isAdminOnly,
    says: [summary, ...Object.entries<string | undefined>(orBy).map(lesserRight)].join(". "),
    input: inputs[name]!,
    isVersioned: true,
    example,
    answer,
    run: async ({ session, visit, body, ...given }) => {
      const id = String((given as Record<string, unknown>)[parameter]);
      const answered = await move(session, id, name, body);
      after(visit);
      return answered;
    },
  });
}

const callFlow = flows["service-calls"]!;
const shapeOf = ({ table, events }: AnyFlow) =>
  rowShape(table, {
    ...(events ? { events: list(rowShape(events.table)) } : {}),
    moves: offers,
  });

/** What follows a move once it is written. */
const afterMoves: Record<string, (visit: Visit) => void> = {
  "webhook-deliveries/replay": wakeWebhooks,
};

/** Every move of every state machine, and the calls that begin and read a service call. */
export const flowCalls: Call[] = [
  ...Object.entries(flows).flatMap(([path, flow]) =>
    Object.keys(flow.inputs).map((name) =>
      moveCall(flow, name, `/${path}/:id/${name}`, doneTo, afterMoves[`${path}/${name}`]),
    ),
  ),
  companyCalls({ tag: callFlow.label, needs: "create-breakdown" })({
    post: "/service-calls",
    says: "Begin a service call: a problem of an asset",
    input: callInput,
    example: {
      asset_id: sampleId,
      problem: "Alarm does not sound",
      equipment_down: "yes",
    },
    status: 201,
    answer: done(object({ id, number: text })),
    run: ({ session, body }) => reportCall(session, body),
  }),
  companyCalls({ tag: callFlow.label, of: callFlow.table })({
    get: "/service-calls/:id",
    needs: "view-breakdown",
    says: "A service call with what happened to it",
    answer: data(shapeOf(callFlow)),
    run: async ({ session, id }) => {
      const { events, ...call } = await findCall(session, id);
      return { ...call, events: events.map(toWire) };
    },
  }),
];
