import { Hono } from "hono";
import { checked } from "../domain/entity/fields.ts";
import { inviteMany } from "../domain/people/invite.ts";
import { leavePerson } from "../domain/people/leave.ts";
import { changePersonAddress, sendPersonLink } from "../domain/people/links.ts";
import { personSessions, signOutInput, signOutPerson } from "../domain/people/sessions.ts";
import { reactivatePerson, suspendPerson } from "../domain/people/states.ts";
import { readTeamGrants, saveTeamGrants } from "../domain/people/team-grants.ts";
import { readUserGrants, saveUserGrants } from "../domain/people/user-grants.ts";
import { type Api, answered, bodyOf, member, noBody } from "./door.ts";
import { toWire } from "./wire.ts";

/** `{ service_type }` as the domain names it; what it does not know stays and is refused by name. */
const camel = (body: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(body).map(([key, value]) => [
      key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );

/** What is done to people and teams besides the five verbs. */
export const peopleCalls = new Hono<Api>()
  .post("/users/invite", async (c) => {
    const session = member(c);
    return answered(c, await inviteMany(session, camel(await bodyOf(c))));
  })
  .get("/users/:id/grants", async (c) =>
    c.json({
      success: true,
      message: "",
      data: await readUserGrants(member(c), c.req.param("id")),
    }),
  )
  .put("/users/:id/grants", async (c) => {
    const session = member(c);
    return answered(c, await saveUserGrants(session, c.req.param("id"), await bodyOf(c)));
  })
  .get("/users/:id/sessions", async (c) =>
    c.json({
      success: true,
      message: "",
      data: (await personSessions(member(c), c.req.param("id"))).map(toWire),
    }),
  )
  .post("/users/:id/sign-out", async (c) => {
    const session = member(c);
    const { sessionId } = checked(signOutInput, camel(await bodyOf(c)));
    return answered(c, await signOutPerson(session, c.req.param("id"), sessionId));
  })
  .post("/users/:id/suspend", async (c) => {
    const session = member(c);
    await noBody(c);
    return answered(c, await suspendPerson(session, c.req.param("id")));
  })
  .post("/users/:id/reactivate", async (c) => {
    const session = member(c);
    await noBody(c);
    return answered(c, await reactivatePerson(session, c.req.param("id")));
  })
  .post("/users/:id/leave", async (c) => {
    const session = member(c);
    return answered(c, await leavePerson(session, c.req.param("id"), await bodyOf(c)));
  })
  .post("/users/:id/send-link", async (c) => {
    const session = member(c);
    await noBody(c);
    return answered(c, await sendPersonLink(session, c.req.param("id")));
  })
  .post("/users/:id/email", async (c) => {
    const session = member(c);
    return answered(
      c,
      await changePersonAddress(session, c.req.param("id"), camel(await bodyOf(c))),
    );
  })
  .get("/teams/:id/grants", async (c) =>
    c.json({
      success: true,
      message: "",
      data: await readTeamGrants(member(c), c.req.param("id")),
    }),
  )
  .put("/teams/:id/grants", async (c) => {
    const session = member(c);
    return answered(c, await saveTeamGrants(session, c.req.param("id"), await bodyOf(c)));
  });
