import { beforeAll, expect, test } from "vitest";
import { type Client, signedIn } from "#tests/support/client.ts";
import { type Bench, bench } from "#tests/support/report.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type World, world } from "#tests/support/world.ts";

const HOUR = 3_600_000;
const NOW = Math.floor(Date.now() / 60_000) * 60_000;
const ago = (hours: number) => NOW - hours * HOUR;
const iso = (at: number) => new Date(at).toISOString();
/** A time as a form in Kolkata sends it. */
const local = (at: number) => iso(at + 5.5 * HOUR).slice(0, 16);

type Downtime = {
  id: string;
  kind: string;
  started_at: string;
  ended_at: string | null;
  call_number: string | null;
  moves: { move: string; why: string | null; fits: boolean }[];
};
let w: World;
let shard: Rows;
let admin: Client;
let here: Bench;

beforeAll(async () => {
  w = await world();
  const company = await addCompany(w.env, "down", 2, 1);
  shard = rowsOf(w, company);
  admin = await signedIn(w, company, "admin");
  here = await bench(w, company, []);
});

const post = (path: string, body: object) => admin.call("POST", `/api/${path}`, body);
const list = async () =>
  (await admin.call<Downtime[]>("GET", `/api/assets/${here.asset}/downtimes`)).data;
const plan = (body: object) =>
  post("downtimes", { asset_id: here.asset, reason: "Update", ...body });
const stored = (id: string) =>
  shard.get<{ started_at: number; ended_at: number | null; version: number }>(
    "asset_downtimes",
    id,
  );
const said = async (answer: ReturnType<typeof post>) => {
  const { status, message } = await answer;
  return [status, message];
};
const OVERLAPS = [409, "Overlaps another downtime of this asset"];

test("a call that takes its device down begins a downtime where it failed, and ends it where it is restored", async () => {
  const { data: call } = await post("service-calls", {
    ...{ asset_id: here.asset, problem: "It stopped", equipment_down: "yes" },
    failed_at: iso(ago(5)),
  });
  const [open] = await list();
  expect(open).toMatchObject({ kind: "unplanned", started_at: iso(ago(5)), ended_at: null });
  expect(open!.call_number).toMatch(/^SC-/);
  expect(open!.moves.filter(({ fits }) => fits).map(({ move }) => move)).toEqual(["correct"]);
  expect(await said(post(`downtimes/${open!.id}/end`, {}))).toEqual([
    409,
    "It ends when its service call is resolved",
  ]);
  expect(await said(plan({}))).toEqual(OVERLAPS);
  await post(`service-calls/${call.id}/resolve`, {
    ...{ cause_code: "battery", resolution: "Replaced" },
    restored_at: iso(ago(3)),
  });
  expect(await list()).toMatchObject([{ started_at: iso(ago(5)), ended_at: iso(ago(3)) }]);
  expect(await said(post(`downtimes/${open!.id}/end`, {}))).toEqual([
    409,
    "This downtime has ended",
  ]);
});

test("a planned downtime is begun, entered afterwards and ended, and overlaps no other", async () => {
  expect(await said(plan({ started_at: iso(ago(4)), ended_at: iso(ago(2)) }))).toEqual(OVERLAPS);
  expect(await said(plan({ started_at: iso(ago(6)), ended_at: iso(ago(4)) }))).toEqual(OVERLAPS);
  expect(await said(plan({ started_at: iso(ago(6)) }))).toEqual(OVERLAPS);
  expect((await plan({ started_at: iso(ago(8)), ended_at: iso(ago(7)) })).status).toBe(201);
  for (const [body, field] of [
    [{ started_at: iso(NOW + HOUR) }, "started_at"],
    [{ started_at: iso(ago(2)), ended_at: iso(NOW + HOUR) }, "ended_at"],
    [{ started_at: iso(ago(2)), ended_at: iso(ago(2)) }, "ended_at"],
    [{ reason: "" }, "reason"],
  ] as const) {
    const { status, errors } = await plan(body);
    expect([status, Object.keys(errors ?? {})]).toEqual([422, [field]]);
  }
  const { data, status } = await plan({ started_at: local(ago(2)) });
  expect([status, (await stored(data.id)).started_at]).toEqual([201, ago(2)]);
  await post(`downtimes/${data.id}/end`, { ended_at: local(ago(1)) });
  expect((await stored(data.id)).ended_at).toBe(ago(1));
});

test("times are corrected with a reason; one that is not sent, or shown to the minute, stays", async () => {
  const [latest] = await list();
  const { id } = latest!;
  await shard.set("asset_downtimes", id, { started_at: ago(2) + 12_345 });
  const reason = "The ward's log says so";
  expect((await post(`downtimes/${id}/correct`, { started_at: local(ago(2)) })).status).toBe(422);
  await post(`downtimes/${id}/correct`, { ended_at: iso(ago(0.5)), reason });
  expect(await stored(id)).toMatchObject({ started_at: ago(2) + 12_345, ended_at: ago(0.5) });
  await post(`downtimes/${id}/correct`, { started_at: iso(ago(2.5)), reason });
  expect((await stored(id)).started_at).toBe(ago(2.5));
  expect(await said(post(`downtimes/${id}/correct`, { started_at: iso(ago(4)), reason }))).toEqual(
    OVERLAPS,
  );
  const log = await shard.value<string>(
    "select changes from activity_log where company_id = ? and entity_id = ? and action = 'correct.asset_downtime' order by id desc limit 1",
    id,
  );
  expect(JSON.parse(log!)).toMatchObject([{ field: "startedAt" }]);
});

test("of corrections at once that would overlap, one wins", async () => {
  const [latest] = await list();
  const wanted = { started_at: iso(ago(0.4)), ended_at: iso(ago(0.2)) };
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => plan({ ...wanted, reason: "Same time" })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  expect((await list()).filter(({ id }) => id !== latest!.id)[0]).toMatchObject(wanted);
});

test("what never was is cancelled, counts nowhere and leaves its time free", async () => {
  const [latest] = await list();
  const { id, started_at, ended_at } = latest!;
  expect((await post(`downtimes/${id}/cancel`, { reason: "It was in use" })).status).toBe(200);
  expect((await list()).map((one) => one.id)).not.toContain(id);
  expect((await plan({ started_at, ended_at })).status).toBe(201);
});

test("uptime is made of what was logged, planned downtime apart", async () => {
  const html = await admin.text(`/asset/detail/${here.asset}`);
  const text = html.replaceAll("<!-- -->", "").replace(/<[^>]+>/g, " ");
  expect(text).toMatch(/Uptime, 12 months\s+\d+\.\d\s+%\s+2 h down, 3 h/);
  const other = await bench(w, shard.company, []);
  const fresh = (await admin.text(`/asset/detail/${other.asset}`)).replace(/<[^>]+>/g, " ");
  expect(fresh).toMatch(/Uptime, 12 months\s+n\/a\s+No downtime logged/);
});
