import { Hono } from "hono";
import { companies } from "../domain/platform/companies.ts";
import { type Api, answered, bodyOf, staffMember } from "./door.ts";
import { fromWire, toWire } from "./wire.ts";

/** The platform's companies, on the apex host. */
export const companiesApi = new Hono<Api>()
  .get("/", async (c) => {
    const { rows, page } = await companies.list(staffMember(c), new URL(c.req.url).searchParams);
    return c.json({ success: true, message: "", data: rows.map(toWire), next: page.next });
  })
  .get("/:id", async (c) =>
    c.json({
      success: true,
      message: "",
      data: toWire(await companies.find(staffMember(c), c.req.param("id"))),
    }),
  )
  .post("/", async (c) => {
    const session = staffMember(c);
    return answered(
      c,
      await companies.create(session, c.env, fromWire(await bodyOf(c), companies.input)),
    );
  })
  .post("/:id/suspend", async (c) => {
    const session = staffMember(c);
    return answered(c, await companies.suspend(session, c.env, c.req.param("id"), await bodyOf(c)));
  })
  .post("/:id/reactivate", async (c) => {
    const session = staffMember(c);
    return answered(
      c,
      await companies.reactivate(session, c.env, c.req.param("id"), await bodyOf(c)),
    );
  });
