import { assets } from "#drizzle/tenant/index.ts";
import { downtimeFlow } from "../domain/service-calls/downtime-flow.ts";
import { findDowntime, listDowntimes } from "../domain/service-calls/downtime-read.ts";
import { planDowntime, plannedInput } from "../domain/service-calls/planned-downtime.ts";
import { data, done } from "./answers.ts";
import { type Call, companyCalls } from "./call.ts";
import { offers } from "./flows.ts";
import { columnsShape, id, list, object, orNull, rowShape, sampleId, text } from "./shapes.ts";

const { label, table } = downtimeFlow;
const call = companyCalls({ tag: label, of: table, needs: "view-breakdown" });

/** When a device could not be used; the moves of a downtime are among those of all machines. */
export const downtimeCalls: Call[] = [
  call({
    get: "/assets/:id/downtimes",
    of: assets,
    says: "The latest downtimes of an asset, newest first",
    answer: data(
      list(
        columnsShape(table, "id assetId kind startedAt endedAt reason version", {
          call_id: orNull(id),
          call_number: orNull(text),
          moves: offers,
        }),
      ),
    ),
    run: ({ session, id }) => listDowntimes(session, id),
  }),
  call({
    get: "/downtimes/:id",
    says: "A downtime of an asset",
    answer: data(rowShape(table, { moves: offers })),
    run: ({ session, id }) => findDowntime(session, id),
  }),
  companyCalls({ tag: label, needs: "edit-breakdown" })({
    post: "/downtimes",
    says: "Begin a planned downtime of an asset, or enter one that has passed",
    input: plannedInput,
    example: { asset_id: sampleId, reason: "Software update" },
    status: 201,
    answer: done(object({ id })),
    run: ({ session, body }) => planDowntime(session, body),
  }),
];
