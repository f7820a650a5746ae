import { beforeAll, expect, test } from "vitest";
import { addDays, addMonths } from "#app/shared/company-time.ts";
import { type Client, signedIn } from "#tests/support/client.ts";
import { seriesDays } from "#tests/support/plain-calendar.ts";
import { bench } from "#tests/support/report.ts";
import { companyDb, type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, companyToday, type World, world } from "#tests/support/world.ts";
import { generate } from "#worker/domain/due/generate.ts";

let w: World;
let company: Company;
let admin: Client;
let shard: Rows;
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "masterplans", 2, 2);
  admin = await signedIn(w, company, "admin");
  shard = rowsOf(w, company);
});

const today = companyToday();
const first = addDays(today, 5);
/** The days of a series of so many months, until 400 days after a day. */
const daysOf = (count: number, day = today) =>
  seriesDays({ anchor: first, unit: "month", count, ends: null }, first, addDays(day, 400));
const add = async (path: string, name: string, more: object = {}) =>
  (await admin.call("POST", `/api/${path}`, { name, ...more })).data.id as string;
/** A monthly PM of a device of its own, done by a team and a vendor. */
async function planned(team_id: string | null, vendor_id: string | null) {
  const { asset } = await bench(w, company, []);
  const body = {
    ...{ asset_ids: [asset], kind: "pm", interval_count: 1, interval_unit: "month" },
    ...{ mode: "fixed", anchor_on: first, source: "oem", team_id, vendor_id },
  };
  const { status, message, data } = await admin.call("POST", "/api/schedules", body);
  expect([status, message]).toEqual([201, "Schedule added"]);
  return { asset, body, id: (data as unknown as { ids: string[] }).ids[0]! };
}
const dues = (id: string) =>
  shard.all<{ due_on: string; status: string; assigned_team_id: string | null }>(
    "select due_on, status, assigned_team_id from due_occurrences where company_id = ? and schedule_id = ? order by due_on",
    id,
  );
const merge = async (page: string, id: string, into: string) => {
  for (let again = true; again; ) {
    const answer = await admin.form(`${page}.data`, { intent: "merge", id, into });
    expect(answer.status).toBe(200);
    again = /"left",1/.test(await answer.text());
  }
};
const archive = async (page: string, id: string) =>
  (await admin.form(`${page}.data`, { intent: "archive", id })).status;
/** Dates that the clock makes months later, once it has come twice and by two at once. */
async function later(id: string) {
  const known = (await dues(id)).length;
  const day = addMonths(today, 4);
  const none = { settings: {}, country: "IN" };
  await Promise.all([1, 2].map(() => generate(companyDb(shard), day, none)));
  await generate(companyDb(shard), day, none);
  return (await dues(id)).slice(known);
}

test("a team that goes into another takes its schedules and what is assigned of them along; dates made later are the other's", async () => {
  const [source, target] = [await add("teams", "Biomedical"), await add("teams", "Electrical")];
  const { id } = await planned(source, null);
  const before = await dues(id);
  expect(before.map(({ due_on }) => due_on)).toEqual(daysOf(1));
  expect(new Set(before.map((due) => due.assigned_team_id))).toEqual(new Set([source]));
  expect((await admin.call("DELETE", `/api/teams/${source}`)).status).toBe(409);
  await merge("/teams", source, target);
  expect(await shard.get("schedules", id)).toMatchObject({ team_id: target, is_active: 1 });
  expect(await dues(id)).toEqual(before.map((due) => ({ ...due, assigned_team_id: target })));
  const made = await later(id);
  expect(made.map(({ due_on }) => due_on)).toEqual(
    daysOf(1, addMonths(today, 4)).slice(before.length),
  );
  for (const due of made)
    expect(due).toMatchObject({ status: "scheduled", assigned_team_id: target });
  expect((await admin.call("DELETE", `/api/teams/${source}`)).status).toBe(200);
});

test("a vendor that goes into another takes its schedules along; nothing of their dates changes", async () => {
  const vendor = (name: string) => add("vendors", name, { phone: "4321", is_supplier: true });
  const [source, target] = [await vendor("Acme Service"), await vendor("Acme Care")];
  const { id } = await planned(null, source);
  const before = await dues(id);
  await merge("/vendors", source, target);
  expect(await shard.get("schedules", id)).toMatchObject({ vendor_id: target, is_active: 1 });
  expect(await dues(id)).toEqual(before);
  expect((await admin.call("DELETE", `/api/vendors/${source}`)).status).toBe(200);
});

test("schedules go on with a team and a vendor that are archived, keep them when they are edited, and no new one may name them", async () => {
  const team = await add("teams", "Night shift");
  const vendor = await add("vendors", "Old Works", { phone: "4321", is_supplier: true });
  const { id, body } = await planned(team, vendor);
  const before = await dues(id);
  expect(await archive("/teams", team)).toBe(200);
  expect(await archive("/vendors", vendor)).toBe(200);
  expect(await shard.get("teams", team)).not.toMatchObject({ archived_at: null });
  expect(await dues(id)).toEqual(before);
  expect((await later(id)).every((due) => due.assigned_team_id === team)).toBe(true);

  const { asset_ids, ...form } = body;
  const edited = await admin.call("PUT", `/api/schedules/${id}`, { ...form, interval_count: 2 });
  expect([edited.status, edited.message]).toEqual([200, "Schedule saved"]);
  expect((await dues(id)).map(({ due_on }) => due_on)).toEqual(daysOf(2));
  const gone = { ...form, team_id: null, vendor_id: null };
  for (const name of ["team_id", "vendor_id"] as const) {
    const one = { ...gone, [name]: body[name], asset_ids };
    const { status, errors } = await admin.call("POST", "/api/schedules", one);
    expect([status, Object.keys(errors!)]).toEqual([422, [name]]);
  }
  expect((await admin.call("PUT", `/api/schedules/${id}`, gone)).status).toBe(200);
  const waiting = (await dues(id)).filter(({ status }) => status === "scheduled");
  expect(waiting.slice(1).every((due) => due.assigned_team_id === null)).toBe(true);
});
