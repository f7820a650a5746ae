import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, d1Of, signedIn } from "#tests/support/client.ts";
import { colleague } from "#tests/support/person.ts";
import { bench } from "#tests/support/report.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, insert, type World, world } from "#tests/support/world.ts";

let w: World;
let company: Company;
let shard: Rows;
let admin: Client;
let person: Client;
let personId: string;
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "recorded", 2, 0);
  shard = rowsOf(w, company);
  admin = await signedIn(w, company, "admin");
  ({ id: personId, client: person } = await colleague(w, company, "view-stock", "view-settings"));
});

type Entry = { entity_label: string; entity_kind: string };

test("the log answers page by page what the list shows, with names, money and times of the wire", async () => {
  const { asset } = await bench(w, company, []);
  const start = Date.UTC(2025, 0, 1);
  const entry = (n: number, more: object = {}) => ({
    company_id: company.id,
    id: newId(start + n),
    at: start + n,
    actor_kind: "user",
    actor_id: personId,
    actor_name: "Pat",
    via: "web",
    action: "update.asset",
    entity_kind: "asset",
    entity_id: asset,
    entity_label: `Pump ${n}`,
    asset_id: asset,
    changes: JSON.stringify([
      { field: "purchaseCostMinor", from: null, to: 1250 },
      { field: "spec:Lamp hoursMinor", from: 1, to: 2 },
    ]),
    request_id: newId(),
    ...more,
  });
  await insert(shard.db, "activity_log", ...Array.from({ length: 60 }, (_, n) => entry(n)));
  const log = (query: string, by = admin) => by.call<Entry[]>("GET", `/api/activity-logs?${query}`);
  const labels: string[] = [];
  for (let after: string | null = ""; after !== null; ) {
    const page = await log(`asset=${asset}&after=${encodeURIComponent(after)}`);
    if (!after) {
      expect(page.data).toHaveLength(25);
      expect(page.data[0]).toMatchObject({
        at: "2025-01-01T00:00:00.059Z",
        actor_name: "Pat",
        entity_label: "Pump 59",
        seq: null,
        changes: [
          { field: "purchase_cost", from: null, to: "12.50" },
          { field: "spec:Lamp hoursMinor", from: 1, to: 2 },
        ],
      });
    }
    labels.push(...page.data.map(({ entity_label }) => entity_label));
    after = page.next;
  }
  expect(labels).toEqual(Array.from({ length: 60 }, (_, n) => `Pump ${59 - n}`));
  const nothing = await admin.api("/api/activity-logs?q=nothing&kind=store&size=100");
  expect(d1Of(nothing).read).toBeLessThanOrEqual(150);
  expect((await log(`person=${personId}&action=update`)).data).toHaveLength(25);
  // Without view-asset one sees what one did, and nothing that others did to the device.
  const hidden = { actor_id: company.users.admin.id, entity_label: "Hidden" };
  await insert(shard.db, "activity_log", entry(99, hidden));
  const visible = (await log("size=100", person)).data;
  expect(visible.map(({ entity_label }) => entity_label)).not.toContain("Hidden");
  expect(visible.filter(({ entity_kind }) => entity_kind === "asset").length).toBeGreaterThan(40);
});

test("a section is saved with the version it was read with; a second one with the same is told what is newer", async () => {
  type Settings = {
    company: Record<string, unknown>;
    sections: Record<string, Record<string, unknown>>;
  };
  const { data } = await person.call<Settings>("GET", "/api/settings");
  expect(data.company).toMatchObject({ host: company.host, has_amounts: false });
  expect(data.sections.company).toMatchObject({ name: company.name, time_zone: "Asia/Kolkata" });
  const put = (section: string, body: object) =>
    admin.call("PUT", `/api/settings/${section}`, body);
  const security = { session_idle_minutes: 45, version: data.sections.security!.version };
  expect((await put("security", security)).status).toBe(200);
  expect(await put("security", security)).toMatchObject({
    status: 409,
    data: { sessionIdleMinutes: 45 },
  });
  const labels = { label_preset: "a3", label_offset_x: 0, label_offset_y: 9, no_field: 1 };
  expect(Object.keys((await put("labels", labels)).errors!).sort()).toEqual([
    "label_offset_y",
    "label_preset",
    "no_field",
  ]);
  expect((await put("anything", {})).status).toBe(404);
  const numbering = { ...data.sections.numbering, asset: "{SEQ:4}", asset_reset: "year" };
  expect(Object.keys((await put("numbering", numbering)).errors!)).toEqual(["asset"]);
});

let nth = 0;
/** A notice of a person, the newest of them. */
const notice = (title: string, user_id = personId) => ({
  id: newId(Date.now() + ++nth),
  created_at: Date.now(),
  updated_at: Date.now(),
  user_id,
  kind: "stock.low",
  title,
  link: "/stocks",
  dedupe_key: title,
});

test("notices are one's own: marked, put off, and once for a repeated request", async () => {
  const [first, second, third] = [notice("Low 1"), notice("Low 2"), notice("Low 3")];
  const other = notice("Low 4", company.users.admin.id);
  await shard.add("notifications", first, second, third, other);
  const titles = async (query = "") => {
    const path = `/api/notifications${query}`;
    return (await person.call<{ title: string }[]>("GET", path)).data.map(({ title }) => title);
  };
  const post = (path: string, headers: Record<string, string> = {}) =>
    person.call("POST", `/api/notifications/${path}`, {}, headers);
  expect(await titles()).toEqual(["Low 3", "Low 2", "Low 1"]);
  const once = { "idempotency-key": newId() };
  const twice = [1, 2].map(() => post(`${third.id}/acknowledge`, once));
  for (const answer of await Promise.all(twice))
    expect(answer).toMatchObject({ success: true, data: { link: "/stocks" } });
  expect((await post(`${second.id}/snooze-week`)).status).toBe(200);
  expect([await titles(), await titles("?state=snoozed"), await titles("?state=all")]).toEqual([
    ["Low 1"],
    ["Low 2"],
    ["Low 3", "Low 2", "Low 1"],
  ]);
  expect((await post(`${other.id}/read`)).status).toBe(404);
  expect((await post(`${first.id}/forget`)).status).toBe(404);
  expect((await post("read-all")).status).toBe(200);
  expect(await titles()).toEqual([]);
});

test("preferences are of the kinds that may reach the caller", async () => {
  type Choices = { kinds: { kind: string }[]; preferences: Record<string, string> };
  const path = "/api/notifications/preferences";
  const read = async () => (await person.call<Choices>("GET", path)).data;
  const { kinds, preferences } = await read();
  expect(kinds.map(({ kind }) => kind)).toEqual([
    "stock.low",
    "call.answered",
    "report.ready",
    "report.monthly",
    "import.done",
  ]);
  const put = async (more: object) =>
    (await person.call("PUT", path, { ...preferences, ...more })).status;
  expect(await put({ mail_stock_low: "off" })).toBe(200);
  expect(await put({ mail_asset_warranty_ending: "off" })).toBe(422);
  expect((await read()).preferences).toEqual({ ...preferences, mail_stock_low: "off" });
});

test("a suspended company's people read their notices, follow them, and change nothing", async () => {
  const id = await shard.add("notifications", notice("Late"));
  await shard.setProfile({ status: "suspended" });
  try {
    expect((await person.call("POST", `/api/notifications/${id}/read`, {})).status).toBe(402);
    const opened = await person.form("/notifications", { intent: "open", id });
    expect([opened.status, opened.headers.get("location")]).toEqual([302, "/stocks"]);
  } finally {
    await shard.setProfile({ status: "active" });
  }
});
