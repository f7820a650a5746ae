import type { AnyFlow } from "../../domain/entity/flow.ts";
import type { AnyResource } from "../../domain/entity/resource.ts";
import { flows } from "../../domain/index.ts";
import { answer, type Described, madeOrChanged } from "./call.ts";
import {
  inputShape,
  list,
  object,
  orNull,
  rowShape,
  type Schema,
  text,
  truth,
  whole,
} from "./shapes.ts";

/** What a record offers whoever reads it. */
export const offers: Schema = {
  ...list(object({ move: text, label: text, why: orNull(text), fits: truth })),
  description: "The moves the reader may make: `why` not, and whether its state fits at all",
};
const version: Schema = {
  ...whole,
  description: "The version that was read; 409 when the record has moved on",
};

/** A move as a call of its own. */
export function moveCall(
  { label, rules, inputs, works }: AnyFlow,
  move: string,
  path: string,
  changed: Schema = madeOrChanged,
): Described {
  const body = inputShape(inputs[move]);
  const { by } = rules.moves[move]!;
  const { summary, example } = works[move]!;
  return {
    ...{ tag: label, host: "company", method: "POST", path, summary, example },
    ...(by === null ? {} : { needs: by }),
    body: { ...body, properties: { ...body.properties, version } },
    answer: changed,
    refusals: [409],
  };
}

/** A record of a machine with what happened to it. */
const recordShape = ({ table, events }: AnyFlow): Schema =>
  rowShape(table as AnyResource["table"], undefined, {
    ...(events ? { events: list(rowShape(events.table as AnyResource["table"])) } : {}),
    moves: offers,
  });

export const flowDescriptions = (): Described[] => [
  ...Object.entries(flows).flatMap(([path, flow]) =>
    Object.keys(flow.inputs).map((move) => moveCall(flow, move, `/${path}/:id/${move}`)),
  ),
  {
    ...{ tag: flows["service-calls"]!.label, host: "company", method: "GET" },
    path: "/service-calls/:id",
    summary: "A service call with what happened to it",
    needs: "view-breakdown",
    answer: answer(recordShape(flows["service-calls"]!)),
  },
];
