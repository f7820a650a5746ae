import { Hono } from "hono";
import { isAssetCommand } from "#app/shared/asset-states.ts";
import { replaceInput } from "../domain/assets/accessories.ts";
import { bulkEdit, bulkInput } from "../domain/assets/bulk.ts";
import { commandInputs } from "../domain/assets/command-inputs.ts";
import { commandAsset } from "../domain/assets/commands.ts";
import { matchingIds } from "../domain/assets/matching.ts";
import { replaceAccessory } from "../domain/assets/replace-accessory.ts";
import { notFound } from "../refusals.ts";
import { type Api, answered, bodyOf, member } from "./door.ts";
import { fromWire } from "./wire.ts";

/** What changes a device's state or place. */
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
  })
  .post("/assets/:id/:action", async (c) => {
    const { id, action } = c.req.param();
    const session = member(c);
    const body = await bodyOf(c);
    if (!isAssetCommand(action)) return notFound("call");
    return answered(
      c,
      await commandAsset(session, id, action, fromWire(body, commandInputs[action])),
    );
  });
