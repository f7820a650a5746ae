import { expect, test } from "vitest";
import { bodyOfCall, idFor } from "#tests/support/call-bodies.ts";
import { lawWorld, writesNothing } from "#tests/support/laws.ts";
import { at, calls, isOfStaff, NOBODY, named, openCalls } from "#tests/support/manifest.ts";
import { snake } from "#tests/support/schema.ts";
import { settle } from "#tests/support/settle.ts";

/* An unknown key is answered with 422 and its name, even by calls that take no body. */

const { t, admin, staff } = await lawWorld();

/** A key that nobody knows, and keys that every object has. */
const KEYS = ["no_such_field", "constructor", "toString"];
const writing = calls.filter(({ method, path }) => method !== "GET" && !openCalls.has(path));

/** Calls that take JSON; forms with a file are proven elsewhere. */
const ours = writing.filter((call) => !isOfStaff(call) && !call.form);
test.each(named(ours))("%s", async (_, call) => {
  await settle(t.own, call);
  await writesNothing(t.own, async () => {
    const fields = bodyOfCall(call, t.own.rows)?.fields ?? {};
    const path = at(call.path, idFor(call, t.own.rows));
    const unknown = Object.fromEntries(KEYS.map((key) => [key, "x"]));
    const { status, errors } = await admin.call(call.method, path, { ...fields, ...unknown });
    expect([status, Object.keys(errors ?? {})]).toEqual([422, KEYS.map(snake)]);
  });
});

test.each(named(writing.filter((call) => isOfStaff(call) && !call.form)))(
  "%s, by staff",
  async (_, call) => {
    const [key = ""] = KEYS;
    const { status, errors } = await staff.call(call.method, at(call.path, NOBODY), { [key]: "x" });
    // A missing record may be refused first.
    if (status !== 404)
      expect([status, Object.keys(errors ?? {})]).toEqual([422, expect.arrayContaining([key])]);
  },
);
