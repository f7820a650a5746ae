import { Hono } from "hono";
import {
  createView,
  removeView,
  updateView,
  viewInput,
  viewsOf,
  viewUpdate,
} from "../domain/lists/saved-views.ts";
import { type Api, answered, bodyOf, member, noBody } from "./door.ts";
import { fromWire, toWire } from "./wire.ts";

/** A person's saved views of lists, and those that others share. */
export const viewCalls = new Hono<Api>()
  .get("/saved-views", async (c) => {
    const views = await viewsOf(member(c), c.req.query("screen") ?? null);
    return c.json({ success: true, message: "", data: views.map(toWire) });
  })
  .post("/saved-views", async (c) => {
    const session = member(c);
    return answered(c, await createView(session, fromWire(await bodyOf(c), viewInput)));
  })
  .put("/saved-views/:id", async (c) => {
    const session = member(c);
    return answered(
      c,
      await updateView(session, c.req.param("id"), fromWire(await bodyOf(c), viewUpdate)),
    );
  })
  .delete("/saved-views/:id", async (c) => {
    const session = member(c);
    await noBody(c);
    return answered(c, await removeView(session, c.req.param("id")));
  });
