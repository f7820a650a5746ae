import { z } from "zod";
import { type MovementKind, stockItems } from "#drizzle/tenant/stores.ts";
import type { Answer } from "../../db/db.ts";
import { conflict, notFound } from "../../refusals.ts";
import type { AnySession, Session } from "../../session.ts";
import { checked, optionalMoney, optionalText, text, whole } from "../fields.ts";
import { moveStock, type StockMove, withStock } from "./move.ts";

const qty = () => whole("Quantity", 1, 1_000_000);
const commands = {
  receive: {
    permission: "edit-stock",
    input: z.strictObject({ qty: qty(), unitCostMinor: optionalMoney("Unit cost"), reason: optionalText(500, "Note") }),
    done: "received",
  },
  issue: {
    permission: "edit-stock",
    input: z.strictObject({ qty: qty(), reason: text("To whom and what for", 500) }),
    done: "issued",
  },
  adjust: {
    permission: "approve-stock",
    input: z.strictObject({ direction: z.enum(["plus", "minus"], "Choose more or less"), qty: qty(), reason: text("Reason", 500) }),
    done: "adjusted",
  },
} as const;
export type StockCommand = keyof typeof commands;
export const isStockCommand = (word: string): word is StockCommand => Object.hasOwn(commands, word);
export const stockInput = (command: StockCommand) => commands[command].input;

type Asked = { qty: number; direction?: "plus" | "minus"; unitCostMinor?: number | null; reason?: string | null };
const kindOf = (command: StockCommand, { direction }: Asked): MovementKind =>
  command === "receive" ? "receipt" : command === "issue" ? "issue" : direction === "plus" ? "adjust_plus" : "adjust_minus";

/**
 * Moves the quantity of one item by hand.
 * @throws Response 404, 409 for a shortage or an archived item, 422
 */
export async function moveItem(session: AnySession, id: string, command: StockCommand, input: unknown): Promise<Answer<{ id: string }>> {
  const { permission, input: schema, done } = commands[command];
  const db = (session as Session).authorize(permission);
  const asked = checked(schema as z.ZodType<Asked>, input);
  const item = await db.find(stockItems, id);
  if (!item || item.deletedAt) return notFound("stock item");
  if (item.archivedAt) conflict(`${item.name} is archived. Restore it first.`);
  const moves: StockMove[] = [
    {
      stockItemId: id,
      kind: kindOf(command, asked),
      qty: asked.qty,
      unitCostMinor: asked.unitCostMinor ?? null,
      reason: asked.reason ?? null,
    },
  ];
  return withStock(db, moves, () =>
    db.commit({
      writes: moveStock(db, moves),
      activity: {
        action: `${command}.stock_item`,
        kind: "stock_item",
        id,
        label: item.name,
        changes: [{ field: moves[0]!.kind, from: null, to: asked.qty }],
        reason: asked.reason ?? null,
      },
      answer: { status: 200, message: `${asked.qty} ${item.unit} of ${item.name} ${done}`, data: { id } },
    }),
  );
}
