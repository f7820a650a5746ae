import { stockMovements } from "#drizzle/tenant/index.ts";
import { toldColumns } from "../domain/changes/changed-since.ts";
import { resources } from "../domain/index.ts";
import { moveItem, type StockCommand, stockCommands } from "../domain/stock/commands.ts";
import { countInput, postCount } from "../domain/stock/count.ts";
import { openingFields } from "../domain/stock/input.ts";
import { stocks } from "../domain/stock/items.ts";
import { ledgerOf, listMovements, movementsTold, movementWords } from "../domain/stock/ledger.ts";
import { transferInput, transferItem } from "../domain/stock/transfer.ts";
import { usesOfItem } from "../domain/stock/used-on.ts";
import { done, page } from "./answers.ts";
import { type Call, companyCalls } from "./call.ts";
import { filter, resourceCalls, state } from "./resource-calls.ts";
import {
  columnsShape,
  id,
  instant,
  list,
  listQuery,
  object,
  oneOf,
  orNull,
  rowShape,
  sampleId,
  text,
  whole,
} from "./shapes.ts";

const { table } = stocks;
const call = companyCalls({ tag: stocks.label, needs: "edit-stock", of: table });

const listed =
  "id name partNo kind storeId unit quantity minQty rateMinor rack bin nextExpiryOn isActive archivedAt";
const verbs = resourceCalls("stocks", resources.stocks!, "company", {
  list: {
    sorts: ["name"],
    filters: {
      store: filter,
      kind: oneOf(...table.kind.enumValues),
      level: oneOf("low", "out"),
      expiring: {
        ...oneOf("expired", "30", "90"),
        description: "Expired, or within so many days; sorted by expiry",
      },
      vendor: filter,
      active: oneOf("yes", "no"),
      state,
    },
    row: columnsShape(table, listed, { store_name: text, moved_at: orNull(instant) }),
  },
  // Each movement changes its item, and a report moves three: an index of their changes would cost it three rows.
  changes: { table, columns: toldColumns(table), way: "looking" },
  record: rowShape(table, { machine_type_ids: list(text) }),
  onlyAtFirst: openingFields,
});

const ofLedger =
  "id at kind qty balanceAfter unitCostMinor seq expiryOn party billNo reason actorName";
const moreOfLedger = {
  batch_no: orNull(text),
  report_id: orNull(id),
  ticket: orNull(text),
  other_item_id: orNull(id),
};

const descriptions: Record<StockCommand, { says: string; example: Record<string, unknown> }> = {
  receive: { says: "Receive a quantity", example: { qty: 5, unit_cost: "12.50" } },
  issue: { says: "Issue a quantity", example: { qty: 1, reason: "Ward 4" } },
  adjust: {
    says: "Correct the quantity",
    example: { direction: "minus", qty: 1, reason: "Counted" },
  },
  scrap: { says: "Take out what cannot be used", example: { qty: 1, reason: "Expired" } },
  return: { says: "Give a quantity back to its vendor", example: { qty: 1, reason: "Wrong part" } },
};
const commands = (Object.keys(stockCommands) as StockCommand[]).map((command) =>
  call({
    post: `/stocks/:id/${command}`,
    needs: stockCommands[command].permission,
    ...descriptions[command],
    input: stockCommands[command].input,
    run: ({ session, id, body }) => moveItem(session, id, command, body),
  }),
);

/** Stock items, what moves them by hand, and their ledger. */
export const stockCalls: Call[] = [
  ...verbs,
  ...commands,
  call({
    post: "/stocks/:id/transfer",
    says: "Move a quantity to another store; the item is made there when it is not there yet",
    input: transferInput,
    example: { store_id: sampleId, qty: 1 },
    answer: done(object({ id, to_id: id })),
    run: ({ session, id, body }) => transferItem(session, id, body),
  }),
  call({
    post: "/stores/:id/count",
    needs: "approve-stock",
    of: resources.stores!.table,
    says: "Post counted quantities; what moved after it was counted is not touched and comes back in `again`",
    input: countInput,
    example: { lines: [{ id: sampleId, version: 1, counted: 12 }] },
    answer: done(
      object({
        counted: whole,
        different: whole,
        again: list(
          object({
            id,
            name: text,
            unit: text,
            quantity: whole,
            version: whole,
            batch_no: text,
            expiry_on: text,
          }),
        ),
        gone: list(id),
      }),
    ),
    run: ({ session, id, body }) => postCount(session, id, body),
  }),
  companyCalls({ tag: stocks.label, needs: "view-stock" })({
    get: "/stock-movements",
    says: "The movements of every item, newest first",
    query: listQuery(["newest"], {}, false),
    answer: page(columnsShape(stockMovements, `${ofLedger} stockItemId`, moreOfLedger)),
    changes: movementsTold,
    run: ({ session, query }) => listMovements(session, query),
  }),
  call({
    get: "/stocks/:id/ledger",
    needs: "view-stock",
    says: "Every movement of an item, newest first",
    query: listQuery(
      ["seq"],
      {
        kind: oneOf(...movementWords),
        since: { ...whole, description: "Days back, today included" },
      },
      false,
    ),
    answer: page(columnsShape(stockMovements, ofLedger, moreOfLedger)),
    run: ({ session, id, query }) => ledgerOf(session, id, query),
  }),
  call({
    get: "/stocks/:id/uses",
    needs: "view-stock",
    says: "The service reports that took an item, newest first",
    query: listQuery(["seq"], {}, false),
    answer: page(
      columnsShape(stockMovements, "id seq at qty unitCostMinor", {
        report_id: id,
        ticket: text,
        asset_id: id,
        asset_code: text,
        asset_name: text,
      }),
    ),
    run: ({ session, id, query }) => usesOfItem(session, id, query),
  }),
];
