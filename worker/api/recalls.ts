import { recallAssetEvents, recallAssets, recalls } from "#drizzle/tenant/index.ts";
import { findRecallAsset, recalledAssets } from "../domain/recalls/list.ts";
import { data, page } from "./answers.ts";
import { type Call, companyCalls } from "./call.ts";
import { offers } from "./flows.ts";
import { columnsShape, list, listQuery, oneOf, orNull, rowShape, text } from "./shapes.ts";
import { toWire } from "./wire.ts";

const listed = "id recallId assetId assetCode assetName certainty status breakdownId version";

/** The devices of recalls. */
export const recallCalls: Call[] = [
  companyCalls({ tag: "Recalled asset", of: recalls })({
    get: "/recalls/:id/assets",
    needs: "view-breakdown",
    says: "The assets that a recall may be about, newest first, each with why",
    query: listQuery(
      ["newest"],
      {
        status: oneOf("open", ...recallAssets.status.enumValues),
        certainty: oneOf(...recallAssets.certainty.enumValues),
      },
      false,
    ),
    answer: page(
      columnsShape(recallAssets, listed, {
        reasons: list(text),
        call_number: orNull(text),
        make: orNull(text),
        model: orNull(text),
        serial_no: orNull(text),
        place: orNull(text),
        moves: offers,
      }),
    ),
    run: ({ session, id, query }) => recalledAssets(session, id, query),
  }),
  companyCalls({ tag: "Recalled asset", of: recallAssets })({
    get: "/recall-assets/:id",
    needs: "view-breakdown",
    says: "An asset of a recall with what happened to it",
    answer: data(
      rowShape(recallAssets, {
        reasons: list(text),
        events: list(rowShape(recallAssetEvents)),
        moves: offers,
      }),
    ),
    run: async ({ session, id }) => {
      const { events, ...line } = await findRecallAsset(session, id);
      return { ...line, events: events.map(toWire) };
    },
  }),
];
