import { Hono } from "hono";
import { replaceInput } from "../domain/assets/accessories.ts";
import { bulkEdit, bulkInput } from "../domain/assets/bulk.ts";
import { matchingIds } from "../domain/assets/matching.ts";
import { replaceAccessory } from "../domain/assets/replace-accessory.ts";
import { type Api, answered, bodyOf, member } from "./door.ts";
import { fromWire } from "./wire.ts";

/** What is done to many devices, and to what belongs to one. Its own moves are in flow-calls.ts. */
export const assetCalls = new Hono<Api>()
  .get("/assets/ids", async (c) => {
    const { ids, next } = await matchingIds(member(c), new URL(c.req.url).searchParams);
    return c.json({ success: true, message: "", data: ids, next });
  })
  .post("/assets/bulk", async (c) => {
    const session = member(c);
    return answered(c, await bulkEdit(session, fromWire(await bodyOf(c), bulkInput)));
  })
  .post("/accessories/:id/replace", async (c) => {
    const session = member(c);
    return answered(
      c,
      await replaceAccessory(session, c.req.param("id"), fromWire(await bodyOf(c), replaceInput)),
    );
  });
