import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, clientOf, d1Of, signedIn } from "#tests/support/client.ts";
import { newPerson } from "#tests/support/person.ts";
import { bench, shardOf } from "#tests/support/report.ts";
import { insert, type World, world } from "#tests/support/world.ts";

let w: World;
let admin: Client;
beforeAll(async () => {
  w = await world();
  admin = await signedIn(w, w.companies.acme, "admin");
});

const acme = () => w.companies.acme;
const db = () => shardOf(w, acme());
const one = <R>(sql: string, ...values: unknown[]) =>
  db()
    .prepare(sql)
    .bind(acme().id, ...values)
    .first<R>();

/** A device with calls that hold it down or not, as the label's page leaves them. */
async function device(...down: boolean[]) {
  const { asset, department } = await bench(w, acme(), []);
  const ids = down.map(() => newId());
  for (const [at, id] of ids.entries())
    await insert(db(), "breakdowns", {
      ...{ company_id: acme().id, id, created_at: 1, updated_at: 1, number: `SC-${id.slice(-8)}` },
      ...{ asset_id: asset, department_id: department, source: "qr", reported_by_name: "Nurse" },
      ...{ reported_at: Date.now(), problem: "No display", priority: "high" },
      equipment_down: Number(down[at]),
    });
  await db()
    .prepare(
      "update assets set open_breakdown_count = ?, is_down = ?, condition = ? where company_id = ? and id = ?",
    )
    .bind(
      down.length,
      Number(down.includes(true)),
      down.includes(true) ? "not_working" : "working",
      acme().id,
      asset,
    )
    .run();
  return { asset, calls: ids };
}
const move = async (id: string, name: string, body: Record<string, unknown> = {}, by = admin) => {
  const answer = await by.api(`/api/service-calls/${id}/${name}`, { method: "POST", body });
  const told = (await answer.json()) as { message: string; errors?: object };
  return { status: answer.status, trips: d1Of(answer).trips, ...told };
};
const solved = { cause_code: "battery", resolution: "Battery replaced" };
const stateOf = (asset: string) =>
  one(
    "select open_breakdown_count, is_down, condition from assets where company_id = ? and id = ?",
    asset,
  );
const counter = async (name: string) =>
  (await one<{ value: number }>("select value from counters where company_id = ? and id = ?", name))
    ?.value ?? 0;

test("a device is down until the last call that holds it down is resolved", async () => {
  const { asset, calls } = await device(true, true, false);
  const before = [await counter("calls.open"), await counter("assets.condition:not_working")];
  const first = await move(calls[0]!, "resolve", solved);
  expect([first.status, first.message, first.trips]).toEqual([200, "Call resolved", 3]);
  expect(await stateOf(asset)).toEqual({
    open_breakdown_count: 2,
    is_down: 1,
    condition: "not_working",
  });
  await move(calls[1]!, "resolve", { ...solved, condition: "working_limited" });
  expect(await stateOf(asset)).toEqual({
    open_breakdown_count: 1,
    is_down: 0,
    condition: "working_limited",
  });
  await move(calls[2]!, "cancel", { reason: "Nothing was wrong" });
  expect(await stateOf(asset)).toMatchObject({ open_breakdown_count: 0, is_down: 0 });
  expect([await counter("calls.open"), await counter("assets.condition:not_working")]).toEqual([
    before[0]! - 3,
    before[1]! - 1,
  ]);
  const page = await (await admin.page(`/asset/detail/${asset}`)).text();
  expect([page.includes("Down, call open"), page.includes("Call open")]).toEqual([false, false]);
});

test("a call reopened holds the device down again, and tells those who look after it", async () => {
  const { asset, calls } = await device(true);
  await move(calls[0]!, "acknowledge");
  await move(calls[0]!, "resolve", solved);
  const closed = await move(calls[0]!, "close", { reason: "Works" });
  expect([closed.status, closed.message]).toEqual([200, "Call closed"]);
  expect((await move(calls[0]!, "reopen", { reason: "Dark again" })).status).toBe(200);
  expect(await stateOf(asset)).toEqual({
    open_breakdown_count: 1,
    is_down: 1,
    condition: "not_working",
  });
  const call = await one(
    "select status, reopen_count, resolved_at, restored_at, closed_at, first_response_at > 0 as responded from breakdowns where company_id = ? and id = ?",
    calls[0],
  );
  expect(call).toEqual({
    ...{ status: "in_progress", reopen_count: 1, responded: 1 },
    ...{ resolved_at: null, restored_at: null, closed_at: null },
  });
  const notice = await one<{ title: string }>(
    "select title from notifications where company_id = ? and entity_id = ?",
    calls[0],
  );
  expect(notice?.title).toMatch(/^Problem reported again: /);
  const { results } = await db()
    .prepare(
      "select status, note, actor_name from breakdown_events where company_id = ? and breakdown_id = ? order by id",
    )
    .bind(acme().id, calls[0])
    .all();
  expect(results).toEqual([
    { status: "acknowledged", note: null, actor_name: "admin of acme" },
    { status: "resolved", note: "Battery replaced", actor_name: "admin of acme" },
    { status: "closed", note: "Works", actor_name: "admin of acme" },
    { status: "in_progress", note: "Dark again", actor_name: "admin of acme" },
  ]);
});

test("a call is read with what happened and what may be done, and the device's page shows both", async () => {
  const { asset, calls } = await device(true);
  await move(calls[0]!, "acknowledge", { reason: "On my way" });
  const { data } = (await (await admin.api(`/api/service-calls/${calls[0]}`)).json()) as {
    data: { status: string; events: object[]; moves: { move: string; why: string | null }[] };
  };
  expect(data).toMatchObject({ status: "acknowledged", events: [{ note: "On my way" }] });
  expect(Object.fromEntries(data.moves.map((offer) => [offer.move, offer.why]))).toEqual({
    acknowledge: "This call is acknowledged",
    resolve: null,
    close: "Only a resolved call is closed",
    reopen: "This call is acknowledged",
    cancel: null,
  });
  const shown = (await (await admin.page(`/asset/detail/${asset}`)).text()).replaceAll(
    "<!-- -->",
    "",
  );
  for (const text of [
    "Reported problems",
    "On my way",
    "Acknowledged",
    "Resolve",
    "Down, call open",
  ])
    expect([text, shown.includes(text)]).toEqual([text, true]);
  const dialog = await admin.page(`/asset/detail/${asset}?do=resolve&on=${calls[0]}`);
  expect(await dialog.text()).toMatch(/<dialog[^>]*>[\s\S]*name="resolution"/);
  const sent = await admin.page(`/asset/detail/${asset}.data`, {
    method: "POST",
    body: new URLSearchParams({
      ...{ intent: "call-resolve", call: calls[0]!, version: "2" },
      ...{ causeCode: "battery", resolution: "Battery replaced", condition: "working" },
    }),
  });
  expect([sent.status, (await sent.text()).includes("Call resolved")]).toEqual([200, true]);
  expect(await stateOf(asset)).toEqual({
    open_breakdown_count: 0,
    is_down: 0,
    condition: "working",
  });
});

test("who reported a call cancels and closes it, with less than others need", async () => {
  const { calls } = await device(false, false);
  const reporter = await newPerson(w, acme(), {
    permissions: ["view-breakdown", "create-breakdown"],
  });
  const client = await clientOf(w, acme().host, reporter.email);
  expect((await move(calls[0]!, "cancel", { reason: "My mistake" }, client)).status).toBe(403);
  await db()
    .prepare("update breakdowns set reporter_user_id = ? where company_id = ?")
    .bind(reporter.id, acme().id)
    .run();
  expect((await move(calls[0]!, "cancel", { reason: "My mistake" }, client)).status).toBe(200);
  await move(calls[1]!, "resolve", solved);
  expect((await move(calls[1]!, "close", {}, client)).status).toBe(200);
  expect((await move(calls[1]!, "resolve", solved, client)).status).toBe(403);
});

test("condemning a device closes its calls with their events and counters; they stay closed", async () => {
  const { asset, calls } = await device(true, false);
  await move(calls[1]!, "resolve", solved);
  const open = await counter("calls.open");
  const answer = await admin.api(`/api/assets/${asset}/condemn`, {
    method: "POST",
    body: { condemn_reason: "unsafe" },
  });
  expect([answer.status, await counter("calls.open")]).toEqual([200, open - 1]);
  for (const id of calls) {
    const event = await one(
      "select status, actor_name from breakdown_events where company_id = ? and breakdown_id = ? order by id desc",
      id,
    );
    expect(event).toEqual({ status: "closed_condemned", actor_name: "admin of acme" });
    expect((await move(id, "reopen", { reason: "Again" })).message).toBe(
      "This call is closed as condemned",
    );
  }
  expect(await stateOf(asset)).toMatchObject({ open_breakdown_count: 0, is_down: 0 });
});

test("a closed call is not reopened on a condemned device, nor after the company's days", async () => {
  const { asset, calls } = await device(false);
  await move(calls[0]!, "resolve", solved);
  await move(calls[0]!, "close");
  await db()
    .prepare("update assets set lifecycle = 'condemned' where company_id = ? and id = ?")
    .bind(acme().id, asset)
    .run();
  expect(await move(calls[0]!, "reopen", { reason: "Again" })).toMatchObject({
    status: 409,
    message: "Its asset is condemned",
  });
  await db()
    .prepare("update breakdowns set closed_at = 1 where company_id = ? and id = ?")
    .bind(acme().id, calls[0])
    .run();
  expect((await move(calls[0]!, "reopen", { reason: "Again" })).message).toBe(
    "A call is reopened within 7 days. Report the problem anew.",
  );
});

test("a device's page moves its own calls and reports alone, none of another device", async () => {
  const [here, there] = [await device(false), await device(false)];
  const post = async (call: string) => {
    const answer = await admin.page(`/asset/detail/${here.asset}.data`, {
      method: "POST",
      body: new URLSearchParams({ intent: "call-acknowledge", call, reason: "" }),
    });
    return answer.status;
  };
  expect([await post(there.calls[0]!), await post(here.calls[0]!)]).toEqual([404, 200]);
});
