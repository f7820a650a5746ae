import { Hono } from "hono";
import type { AnyEntity } from "../domain/entity/entity.ts";
import type { AnySession } from "../session.ts";
import { type Api, answered, type anyone, bodyOf, member, noBody, staffMember } from "./door.ts";
import { fromWire, toWire } from "./wire.ts";

/** The five verbs of an entity as JSON. */
export function resourceApi(resource: AnyEntity, audience: "company" | "platform") {
  const who: (c: Parameters<typeof anyone>[0]) => AnySession =
    audience === "company" ? member : staffMember;
  return new Hono<Api>()
    .get("/", async (c) => {
      const { rows, page } = await resource.list(who(c), new URL(c.req.url).searchParams);
      return c.json({ success: true, message: "", data: rows.map(toWire), next: page.next });
    })
    .get("/:id", async (c) =>
      c.json({
        success: true,
        message: "",
        data: toWire(await resource.find(who(c), c.req.param("id"))),
      }),
    )
    .post("/", async (c) =>
      answered(c, await resource.create(who(c), fromWire(await bodyOf(c), resource.input))),
    )
    .put("/:id", async (c) =>
      answered(
        c,
        await resource.update(who(c), c.req.param("id"), fromWire(await bodyOf(c), resource.input)),
      ),
    )
    .delete("/:id", async (c) => {
      const session = who(c);
      await noBody(c);
      return answered(c, await resource.remove(session, c.req.param("id")));
    });
}
