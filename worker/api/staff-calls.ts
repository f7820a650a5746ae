import { Hono } from "hono";
import { readRoleGrants, saveRoleGrants } from "../domain/platform/roles.ts";
import {
  findStaff,
  inviteInput,
  listStaff,
  roleInput,
  staffCommands,
} from "../domain/platform/staff.ts";
import { type Api, answered, bodyOf, noBody, staffMember } from "./door.ts";
import { fromWire, toWire } from "./wire.ts";

const USERS = "/super-admin/users";

/** The platform's own people and the rights of their roles, on the apex host. */
export const staffCalls = new Hono<Api>()
  .get("/roles/:id/grants", async (c) =>
    c.json({
      success: true,
      message: "",
      data: toWire(await readRoleGrants(staffMember(c), c.req.param("id"))),
    }),
  )
  .put("/roles/:id/grants", async (c) => {
    const session = staffMember(c);
    return answered(c, await saveRoleGrants(session, c.req.param("id"), await bodyOf(c)));
  })
  .get(USERS, async (c) => {
    const { rows, page } = await listStaff(staffMember(c), new URL(c.req.url).searchParams);
    return c.json({ success: true, message: "", data: rows.map(toWire), next: page.next });
  })
  .get(`${USERS}/:id`, async (c) =>
    c.json({
      success: true,
      message: "",
      data: toWire(await findStaff(staffMember(c), c.req.param("id"))),
    }),
  )
  .post(USERS, async (c) => {
    const session = staffMember(c);
    return answered(
      c,
      await staffCommands.invite(session, "", fromWire(await bodyOf(c), inviteInput)),
    );
  })
  .post(`${USERS}/:id/role`, async (c) => {
    const session = staffMember(c);
    return answered(
      c,
      await staffCommands.role(session, c.req.param("id"), fromWire(await bodyOf(c), roleInput)),
    );
  });

for (const word of ["suspend", "reactivate", "send-link", "sign-out"] as const)
  staffCalls.post(`${USERS}/:id/${word}`, async (c) => {
    const session = staffMember(c);
    await noBody(c);
    return answered(c, await staffCommands[word](session, c.req.param("id")));
  });
