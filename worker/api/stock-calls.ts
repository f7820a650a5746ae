import { Hono } from "hono";
import { isStockCommand, moveItem, stockInput } from "../domain/stock/commands.ts";
import { postCount } from "../domain/stock/count.ts";
import { ledgerOf } from "../domain/stock/ledger.ts";
import { transferInput, transferItem } from "../domain/stock/transfer.ts";
import { usesOfItem } from "../domain/stock/used-on.ts";
import { notFound } from "../refusals.ts";
import { type Api, answered, bodyOf, member } from "./door.ts";
import { fromWire, toWire } from "./wire.ts";

/** What moves stock by hand, and the ledger of an item. */
export const stockCalls = new Hono<Api>()
  .get("/stocks/:id/ledger", async (c) => {
    const { rows, page } = await ledgerOf(
      member(c),
      c.req.param("id"),
      new URL(c.req.url).searchParams,
    );
    return c.json({ success: true, message: "", data: rows.map(toWire), next: page.next });
  })
  .get("/stocks/:id/uses", async (c) => {
    const { rows, page } = await usesOfItem(
      member(c),
      c.req.param("id"),
      new URL(c.req.url).searchParams,
    );
    return c.json({ success: true, message: "", data: rows.map(toWire), next: page.next });
  })
  .post("/stores/:id/count", async (c) => {
    const session = member(c);
    return answered(c, await postCount(session, c.req.param("id"), await bodyOf(c)));
  })
  .post("/stocks/:id/transfer", async (c) => {
    const session = member(c);
    return answered(
      c,
      await transferItem(session, c.req.param("id"), fromWire(await bodyOf(c), transferInput)),
    );
  })
  .post("/stocks/:id/:command", async (c) => {
    const { id, command } = c.req.param();
    const session = member(c);
    const body = await bodyOf(c);
    if (!isStockCommand(command)) return notFound("call");
    return answered(c, await moveItem(session, id, command, fromWire(body, stockInput(command))));
  });
