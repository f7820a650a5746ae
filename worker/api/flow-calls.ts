import { Hono } from "hono";
import { flows } from "../domain/index.ts";
import { findCall } from "../domain/service-calls/read.ts";
import { type Api, answered, bodyOf, member } from "./door.ts";
import { fromWire, toWire } from "./wire.ts";

/** Each move of each machine of states, and what reads a record that has no other call. */
export const flowCalls = new Hono<Api>().get("/service-calls/:id", async (c) => {
  const { events, ...call } = await findCall(member(c), c.req.param("id"));
  const data = { ...toWire(call), events: events.map(toWire) };
  return answered(c, { status: 200, message: "", data });
});
for (const [path, { inputs, move }] of Object.entries(flows))
  for (const [name, input] of Object.entries(inputs))
    flowCalls.post(`/${path}/:id/${name}`, async (c) => {
      const session = member(c);
      const sent = fromWire(await bodyOf(c), input);
      return answered(c, await move(session, c.req.param("id"), name, sent));
    });
