import { Hono } from "hono";
import { listNotices, markAllRead, markNotice } from "../domain/notifications/inbox.ts";
import { readPreferences, savePreferences } from "../domain/notifications/preferences.ts";
import { type Api, answered, bodyOf, member, noBody } from "./door.ts";
import { toWire } from "./wire.ts";

/** A person's own notices, and what reaches them. */
export const noticeCalls = new Hono<Api>()
  .get("/notifications", async (c) => {
    const session = member(c);
    const { rows, page } = await listNotices(session, new URL(c.req.url).searchParams);
    return c.json({
      success: true,
      message: "",
      data: rows.map(toWire),
      next: page.next,
      unread: session.actor.unread,
    });
  })
  .post("/notifications/read-all", async (c) => {
    const session = member(c);
    await noBody(c);
    return answered(c, await markAllRead(session));
  })
  .get("/notifications/preferences", async (c) => {
    const { kinds, values, digest, email } = await readPreferences(member(c));
    return c.json({
      success: true,
      message: "",
      data: {
        kinds: kinds.map(({ kind, label, about }) => ({ kind, label, about })),
        preferences: values,
        digest,
        email,
      },
    });
  })
  .put("/notifications/preferences", async (c) => {
    const session = member(c);
    return answered(c, await savePreferences(session, await bodyOf(c)));
  })
  .post("/notifications/:id/:mark", async (c) => {
    const session = member(c);
    const { id, mark } = c.req.param();
    await noBody(c);
    return answered(c, await markNotice(session, mark, id));
  });
