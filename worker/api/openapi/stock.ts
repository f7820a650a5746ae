import { resources } from "../../domain/index.ts";
import { type StockCommand, stockInput } from "../../domain/stock/commands.ts";
import { countInput } from "../../domain/stock/count.ts";
import { movementWords } from "../../domain/stock/ledger.ts";
import { transferInput } from "../../domain/stock/transfer.ts";
import { answer, type Described, listQuery, madeOrChanged, page } from "./call.ts";
import {
  amount,
  id,
  inputShape,
  instant,
  list,
  object,
  oneOf,
  orNull,
  text,
  whole,
} from "./shapes.ts";

const own = { tag: resources.stocks!.label, host: "company" } as const;
const command = (
  word: StockCommand,
  needs: string,
  summary: string,
  example: Record<string, unknown>,
): Described => ({
  ...own,
  method: "POST",
  path: `/stocks/:id/${word}`,
  summary,
  needs,
  body: inputShape(stockInput(word)),
  example,
  answer: madeOrChanged,
  refusals: [409],
});

export const stockDescriptions = (): Described[] => [
  command("receive", "edit-stock", "Receive a quantity", { qty: 5, unit_cost: "12.50" }),
  command("issue", "edit-stock", "Issue a quantity", { qty: 1, reason: "Ward 4" }),
  command("adjust", "approve-stock", "Correct the quantity", {
    direction: "minus",
    qty: 1,
    reason: "Counted",
  }),
  command("scrap", "approve-stock", "Take out what cannot be used", { qty: 1, reason: "Expired" }),
  command("return", "edit-stock", "Give a quantity back to its vendor", {
    qty: 1,
    reason: "Wrong part",
  }),
  {
    ...own,
    method: "POST",
    path: "/stocks/:id/transfer",
    summary: "Move a quantity to another store; the item is made there when it is not there yet",
    needs: "edit-stock",
    body: inputShape(transferInput),
    example: { store_id: "0198c7a2-5f3e-7c11-9a60-3f6f0e8d2b41", qty: 1 },
    answer: answer(object({ id, to_id: id })),
    refusals: [409],
  },
  {
    ...own,
    method: "POST",
    path: "/stores/:id/count",
    summary:
      "Post counted quantities; what moved after it was counted is not touched and comes back in `again`",
    needs: "approve-stock",
    body: inputShape(countInput),
    example: { lines: [{ id: "0198c7a2-5f3e-7c11-9a60-3f6f0e8d2b41", version: 1, counted: 12 }] },
    answer: answer(
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
    refusals: [409],
  },
  {
    ...own,
    method: "GET",
    path: "/stocks/:id/ledger",
    summary: "Every movement of an item, newest first",
    needs: "view-stock",
    query: listQuery(
      ["seq"],
      {
        kind: oneOf(...movementWords),
        since: { ...whole, description: "Days back, today included" },
      },
      false,
    ),
    answer: page(
      object({
        id,
        at: instant,
        kind: text,
        qty: whole,
        balance_after: whole,
        unit_cost: orNull(amount),
        seq: whole,
        batch_no: orNull(text),
        expiry_on: orNull(text),
        party: orNull(text),
        bill_no: orNull(text),
        reason: orNull(text),
        actor_name: orNull(text),
        report_id: orNull(id),
        ticket: orNull(text),
        other_item_id: orNull(id),
      }),
    ),
  },
  {
    ...own,
    method: "GET",
    path: "/stocks/:id/uses",
    summary: "The service reports that took an item, newest first",
    needs: "view-stock",
    query: listQuery(["seq"], {}, false),
    answer: page(
      object({
        id,
        seq: whole,
        at: instant,
        qty: whole,
        unit_cost: orNull(amount),
        report_id: id,
        ticket: text,
        asset_id: id,
        asset_code: text,
        asset_name: text,
      }),
    ),
  },
];
