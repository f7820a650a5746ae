import { beforeAll, expect, test } from "vitest";
import { bodyOfCall, idFor } from "#tests/support/call-bodies.ts";
import { type Client, signedIn, superAdmin } from "#tests/support/client.ts";
import { at, calls, isOfStaff, named, openCalls } from "#tests/support/manifest.ts";
import { settle } from "#tests/support/settle.ts";
import { dump, type Twins, twins } from "#tests/support/twins.ts";
import { type World, world } from "#tests/support/world.ts";

/* A key that a call does not know is 422 by its name, also where the call takes no body at all. */

let w: World;
let t: Twins;
let admin: Client;
let staff: Client;
beforeAll(async () => {
  w = await world();
  t = await twins(w);
  admin = await signedIn(w, t.own.company, "admin");
  staff = await superAdmin(w);
});

const KEY = "no_such_field";
const NOBODY = "00000000-0000-7000-8000-000000000000";
const writing = calls.filter(({ method, path }) => method !== "GET" && !openCalls.has(path));
type Problem = { errors?: Record<string, string[]> };

/** Those that take JSON: a form with a file is another matter. */
const ours = writing.filter((call) => !isOfStaff(call) && !call.form);
test.each(named(ours))("%s", async (_, call) => {
  await settle(t.own, call);
  const before = await dump(t.own);
  const fields = bodyOfCall(call, t.own.rows)?.fields ?? {};
  const answer = await admin.api(at(call.path, idFor(call, t.own.rows)), {
    method: call.method,
    body: { ...fields, [KEY]: "x" },
  });
  const { errors } = (await answer.json()) as Problem;
  expect([answer.status, Object.keys(errors ?? {})]).toEqual([422, [KEY]]);
  expect(await dump(t.own)).toEqual(before);
});

test.each(named(writing.filter(isOfStaff)))("%s, by staff", async (_, call) => {
  const answer = await staff.api(at(call.path, NOBODY), {
    method: call.method,
    body: { [KEY]: "x" },
  });
  const { errors } = (await answer.json()) as Problem;
  // A record that is not there may be said first.
  if (answer.status !== 404)
    expect([answer.status, Object.keys(errors ?? {})]).toEqual([
      422,
      expect.arrayContaining([KEY]),
    ]);
});
