import { Hono } from "hono";
import { isStockCommand, moveItem, stockInput } from "../domain/stock/commands.ts";
import { ledgerOf } from "../domain/stock/ledger.ts";
import { notFound } from "../refusals.ts";
import { type Api, answered, bodyOf, member } from "./door.ts";
import { fromWire, toWire } from "./wire.ts";

/** What moves stock by hand, and the ledger of an item. */
export const stockCalls = new Hono<Api>()
  .get("/stocks/:id/ledger", async (c) => {
    const { rows, page } = await ledgerOf(member(c), c.req.param("id"), new URL(c.req.url).searchParams);
    return c.json({ success: true, message: "", data: rows.map(toWire), next: page.next });
  })
  .post("/stocks/:id/:command", async (c) => {
    const { id, command } = c.req.param();
    const session = member(c);
    const body = await bodyOf(c);
    if (!isStockCommand(command)) return notFound("call");
    return answered(c, await moveItem(session, id, command, fromWire(body, stockInput(command))));
  });
