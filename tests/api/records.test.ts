import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, clientOf, d1Of } from "#tests/support/client.ts";
import { newPerson } from "#tests/support/person.ts";
import { bench, shardOf } from "#tests/support/report.ts";
import { addCompany, type Company, insert, type World, world } from "#tests/support/world.ts";

let w: World;
let company: Company;
let db: D1Database;
let admin: Client;
let person: Client;
let personId: string;
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "recorded", 2, 0);
  db = shardOf(w, company);
  admin = await clientOf(w, company.host, company.users.admin.email);
  const made = await newPerson(w, company, { permissions: ["view-stock", "view-settings"] });
  personId = made.id;
  person = await clientOf(w, company.host, made.email);
});

type Page = {
  success: boolean;
  data: Record<string, unknown>[];
  next: string | null;
  looked_back_to: string | null;
};
const get = async <R>(path: string, who = admin) => (await (await who.api(path)).json()) as R;
const send = (who: Client, method: string, path: string, body: Record<string, unknown> = {}) =>
  who.api(path, { method, body });

test("the log answers page by page what the list shows, with names, money and times of the wire", async () => {
  const { asset } = await bench(w, company, []);
  const entry = (n: number) => ({
    company_id: company.id,
    id: newId(Date.UTC(2025, 0, 1) + n),
    at: Date.UTC(2025, 0, 1) + n,
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
  });
  await insert(db, "activity_log", ...Array.from({ length: 60 }, (_, n) => entry(n)));
  const first = await get<Page>(`/api/activity-logs?asset=${asset}`);
  expect(first.data).toHaveLength(25);
  expect(first.data[0]).toMatchObject({
    at: "2025-01-01T00:00:00.059Z",
    actor_name: "Pat",
    entity_label: "Pump 59",
    seq: null,
    changes: [
      { field: "purchase_cost", from: null, to: "12.50" },
      { field: "spec:Lamp hoursMinor", from: 1, to: 2 },
    ],
  });
  const all = [...first.data];
  for (let { next } = first; next; ) {
    const page = await get<Page>(
      `/api/activity-logs?asset=${asset}&after=${encodeURIComponent(next)}`,
    );
    all.push(...page.data);
    next = page.next;
  }
  expect(all.map(({ entity_label }) => entity_label)).toEqual(
    Array.from({ length: 60 }, (_, n) => `Pump ${59 - n}`),
  );
  const answer = await admin.api("/api/activity-logs?q=nothing&kind=store&size=100");
  expect(d1Of(answer)).toMatchObject({ trips: 2, read: expect.toSatisfy((n: number) => n <= 150) });
  expect(
    (await get<Page>(`/api/activity-logs?person=${personId}&action=update`)).data,
  ).toHaveLength(25);
  // Without view-asset one sees what one did, and nothing that others did to the device.
  await insert(db, "activity_log", {
    ...entry(99),
    actor_id: company.users.admin.id,
    entity_label: "Hidden",
  });
  const seen = await get<Page>("/api/activity-logs?size=100", person);
  expect(seen.data.map(({ entity_label }) => entity_label)).not.toContain("Hidden");
  expect(seen.data.filter(({ entity_kind }) => entity_kind === "asset").length).toBeGreaterThan(40);
});

test("a section is saved with the version it was read with; a second one with the same is told what is newer", async () => {
  type Settings = {
    data: { company: Record<string, unknown>; sections: Record<string, Record<string, unknown>> };
  };
  const { data } = await get<Settings>("/api/settings", person);
  expect(data.company).toMatchObject({ host: company.host, has_amounts: false });
  expect(data.sections.company).toMatchObject({ name: company.name, time_zone: "Asia/Kolkata" });
  const { version } = data.sections.security!;
  const body = { session_idle_minutes: 45, version };
  const [first, second] = [
    await send(admin, "PUT", "/api/settings/security", body),
    await send(admin, "PUT", "/api/settings/security", body),
  ];
  expect([first.status, second.status]).toEqual([200, 409]);
  expect(await second.json()).toMatchObject({ data: { sessionIdleMinutes: 45 } });
  const refused = await send(admin, "PUT", "/api/settings/labels", {
    label_preset: "a3",
    label_offset_x: 0,
    label_offset_y: 9,
    no_field: 1,
  });
  const { errors } = (await refused.json()) as { errors: object };
  expect([refused.status, Object.keys(errors).sort()]).toEqual([
    422,
    ["label_offset_y", "label_preset", "no_field"],
  ]);
  expect((await send(admin, "PUT", "/api/settings/anything", {})).status).toBe(404);
  expect((await send(person, "PUT", "/api/settings/security", body)).status).toBe(403);
  const numbering = { ...data.sections.numbering, asset: "{SEQ:4}", asset_reset: "year" };
  const unclear = await send(admin, "PUT", "/api/settings/numbering", numbering);
  expect([
    unclear.status,
    Object.keys(((await unclear.json()) as { errors: object }).errors),
  ]).toEqual([422, ["asset"]]);
});

test("notices are one's own: marked, put off, and once for a repeated request", async () => {
  const notice = (n: number, user = personId) => ({
    company_id: company.id,
    id: newId(Date.now() + n),
    created_at: Date.now(),
    updated_at: Date.now(),
    user_id: user,
    kind: "stock.low",
    title: `Low ${n}`,
    link: "/stocks",
    dedupe_key: `low:${n}`,
  });
  const rows = [notice(1), notice(2), notice(3), notice(4, company.users.admin.id)];
  await insert(db, "notifications", ...rows);
  const titles = async (query = "") =>
    (await get<{ data: { title: string }[] }>(`/api/notifications${query}`, person)).data.map(
      ({ title }) => title,
    );
  expect(await titles()).toEqual(["Low 3", "Low 2", "Low 1"]);
  const once = { "idempotency-key": newId() };
  const path = `/api/notifications/${rows[2]!.id}/acknowledge`;
  const both = [1, 2].map(() => person.api(path, { method: "POST", body: {}, headers: once }));
  for (const answer of await Promise.all(both))
    expect(await answer.json()).toMatchObject({ success: true, data: { link: "/stocks" } });
  expect((await send(person, "POST", `/api/notifications/${rows[1]!.id}/snooze-week`)).status).toBe(
    200,
  );
  expect([await titles(), await titles("?state=snoozed"), await titles("?state=all")]).toEqual([
    ["Low 1"],
    ["Low 2"],
    ["Low 3", "Low 2", "Low 1"],
  ]);
  expect((await send(person, "POST", `/api/notifications/${rows[3]!.id}/read`)).status).toBe(404);
  expect((await send(person, "POST", `/api/notifications/${rows[0]!.id}/forget`)).status).toBe(404);
  expect((await send(person, "POST", "/api/notifications/read-all")).status).toBe(200);
  expect(await titles()).toEqual([]);
});

test("preferences are of the kinds that may reach the caller", async () => {
  type Answer = { data: { kinds: { kind: string }[]; preferences: Record<string, string> } };
  const { data } = await get<Answer>("/api/notifications/preferences", person);
  expect(data.kinds.map(({ kind }) => kind)).toEqual(["stock.low", "import.done"]);
  const put = (body: Record<string, unknown>) =>
    send(person, "PUT", "/api/notifications/preferences", body);
  expect((await put({ ...data.preferences, mail_stock_low: "off" })).status).toBe(200);
  expect((await put({ ...data.preferences, mail_asset_warranty_ending: "off" })).status).toBe(422);
  expect((await get<Answer>("/api/notifications/preferences", person)).data.preferences).toEqual({
    ...data.preferences,
    mail_stock_low: "off",
  });
});

test("a suspended company's people read their notices, follow them, and change nothing", async () => {
  const set = (status: string) =>
    db
      .prepare("update company_profiles set status = ? where company_id = ?")
      .bind(status, company.id)
      .run();
  const id = newId();
  const at = { created_at: Date.now(), updated_at: Date.now() };
  await insert(db, "notifications", {
    company_id: company.id,
    id,
    ...at,
    user_id: personId,
    kind: "stock.low",
    title: "Late",
    link: "/stocks",
    dedupe_key: "late",
  });
  await set("suspended");
  try {
    expect((await send(person, "POST", `/api/notifications/${id}/read`)).status).toBe(402);
    expect((await send(person, "POST", "/api/notifications/read-all")).status).toBe(402);
    const opened = await person.page("/notifications", {
      method: "POST",
      body: new URLSearchParams({ intent: "open", id }),
    });
    expect([opened.status, opened.headers.get("location")]).toEqual([302, "/stocks"]);
  } finally {
    await set("active");
  }
});
