import { resources } from "../../domain/index.ts";
import { stockInput } from "../../domain/stock/commands.ts";
import { type Described, listQuery, madeOrChanged, page } from "./call.ts";
import { amount, id, inputShape, instant, object, orNull, text, whole } from "./shapes.ts";

const own = { tag: resources.stocks!.label, host: "company" } as const;
const command = (word: "receive" | "issue" | "adjust", needs: string, summary: string, example: Record<string, unknown>): Described => ({
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
  command("adjust", "approve-stock", "Correct the quantity", { direction: "minus", qty: 1, reason: "Counted" }),
  {
    ...own,
    method: "GET",
    path: "/stocks/:id/ledger",
    summary: "Every movement of an item, newest first",
    needs: "view-stock",
    query: listQuery(["seq"], {}, false),
    answer: page(
      object({
        id,
        at: instant,
        kind: text,
        qty: whole,
        balance_after: whole,
        unit_cost: orNull(amount),
        seq: whole,
        reason: orNull(text),
        actor_name: orNull(text),
        report_id: orNull(id),
        ticket: orNull(text),
      }),
    ),
  },
];
