import { afterAll, describe, expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { d1Of, superAdmin } from "#tests/support/client.ts";
import { subscribed } from "#tests/support/platform-rows.ts";
import { staffWith } from "#tests/support/staff.ts";
import { addCompany, inserting, openWorld } from "#tests/support/world.ts";
import { monthlyRevenue } from "#worker/domain/platform/dashboard.ts";

// A world of its own: it fills the platform, and takes a table away for a while.
const w = await openWorld();
afterAll(() => w.server.close());
const staff = await superAdmin(w);
const db = w.env.CONTROL_DB;
const today = new Date().toISOString().slice(0, 10);
const stamps = { created_at: 1, updated_at: 1 };

await db.batch([
  inserting(db, "plans", {
    ...{ id: "board-plan", code: "board", name: "Board plan", service_type: 2, ...stamps },
  }),
  ...(["INR", "EUR"] as const).map((currency, at) =>
    inserting(db, "plan_versions", {
      ...{ id: `board-${currency}`, plan_id: "board-plan", version_no: at + 1, currency },
      ...{ price_monthly_minor: 100_000, price_yearly_minor: 1_000_000, valid_from: "2020-01-01" },
      ...{ trial_days: 30, features: "[]", ...stamps },
    }),
  ),
]);
let made = 0;
/** A company with a subscription that ends in so many days. */
async function subscriber(status: string, days: number, more: Record<string, string> = {}) {
  const company = await addCompany(w.env, `board${++made}`, 2, 0);
  await subscribed(w, company, addDays(today, days), {
    ...{ plan_version_id: "board-INR", status, billing: "monthly", ...more },
  });
  return company;
}
/** The figures of the dashboard as a person reads them: their labels with what stands there. */
async function figures(client = staff) {
  const page = await client.text("/dashboard");
  const found = page.matchAll(/<span class="k">(.*?)<\/span><span class="v">(.*?)<\/span>/g);
  return Object.fromEntries(
    [...found].map(([, label, value]) => [label, value!.replace(/<[^>]+>/g, "").trim()]),
  );
}
const named = async (query: string) =>
  (await staff.call<{ id: string }[]>("GET", `/api/companies?${query}&size=100`)).data.map(
    ({ id }) => id,
  );

describe("what ends soon", () => {
  test("trials of 14 days and periods of 30 are counted, and their lists hold the same", async () => {
    const before = await figures();
    const trial = await subscriber("trialing", 14);
    const late = await subscriber("trialing", 15);
    const period = await subscriber("active", 30);
    const due = await subscriber("past_due", 0);
    const far = await subscriber("active", 31);
    const over = await subscriber("expired", -1);
    const after = await figures();
    const more = (label: string) => Number(after[label]) - Number(before[label]);
    expect(more("Trial ends in 14 days")).toBe(1);
    expect(more("Paid period ends in 30 days")).toBe(2);
    const [trials, periods] = [await named("ends=trial"), await named("ends=period")];
    expect(trials).toContain(trial.id);
    expect(trials).not.toContain(late.id);
    expect(periods).toEqual(expect.arrayContaining([period.id, due.id]));
    for (const { id } of [far, over, trial]) expect(periods).not.toContain(id);
  });
});

describe("recurring revenue", () => {
  const price = { monthlyMinor: 100_000, yearlyMinor: 1_000_000 };
  test("is a month's, by currency, from what those that pay are charged", () => {
    expect(
      monthlyRevenue([
        { currency: "INR", billing: "monthly", n: 2, ...price },
        { currency: "INR", billing: "yearly", n: 3, ...price },
        { currency: "EUR", billing: "yearly", n: 1, ...price },
      ]),
    ).toEqual([
      { currency: "INR", minor: 450_000 },
      { currency: "EUR", minor: 83_333 },
    ]);
    expect(monthlyRevenue([])).toEqual([]);
  });

  test("is rounded once, over all", () => {
    const paid = { currency: "EUR", billing: "yearly" as const, monthlyMinor: 1, yearlyMinor: 10 };
    // Each by itself would be 1, and all of them 6.
    expect(monthlyRevenue([{ ...paid, n: 6 }])).toEqual([{ currency: "EUR", minor: 5 }]);
  });

  test("trials and what has expired bring nothing", async () => {
    const revenue = async () =>
      Object.entries(await figures())
        .filter(([label]) => label === "Revenue a month")
        .map(([, value]) => value);
    const before = await revenue();
    await subscriber("trialing", 90);
    await subscriber("expired", -90);
    expect(await revenue()).toEqual(before);
    await subscriber("active", 90);
    expect(await revenue()).not.toEqual(before);
  });
});

test("what waits is counted and leads to its list", async () => {
  const before = await figures();
  const request = {
    ...{ kind: "new_company", requester_name: "Ira", requester_email: "ira@board.test" },
    ...{ expires_at: Date.now() + 1e9, ...stamps },
  };
  await db.batch([
    inserting(db, "domain_requests", {
      ...{ ...request, id: newId(), hostname: "board-a.localhost", status: "pending" },
    }),
    inserting(db, "domain_requests", {
      ...{ ...request, id: newId(), hostname: "board-b.localhost", status: "rejected" },
    }),
  ]);
  const after = await figures();
  expect(Number(after["Domain requests"]) - Number(before["Domain requests"])).toBe(1);
  const page = await staff.text("/dashboard");
  for (const list of [
    "/upgrade-requests?status=pending",
    "/admin/supports",
    "/companies?ends=trial",
  ])
    expect(page).toContain(`href="${list}"`);
});

describe("each block", () => {
  const shown: Record<string, string[]> = {
    "manage-transaction": ["Revenue a month"],
    "manage-login-logs": ["Failed sign-ins, 24 h"],
    "manage-support-ticket": ["Open tickets", "Reopened tickets", "New messages"],
    "manage-pm-checklist": ["Machine types", "PM checklists"],
    "manage-help": [],
  };
  test.each(Object.entries(shown))("by %s alone", async (permission, labels) => {
    const own = await staffWith(w, `board-${permission}`, [permission]);
    expect(Object.keys(await figures(own)).sort()).toEqual([...labels].sort());
  });

  test("fails alone and says so", async () => {
    await db.prepare("alter table staff_login_log rename to staff_login_log_away").run();
    try {
      const page = await staff.text("/dashboard");
      expect(page).toContain("<h2>Failed sign-ins</h2>");
      expect(page).toContain("Could not load");
      const others = await figures();
      expect(others).not.toHaveProperty("Failed sign-ins, 24 h");
      expect(others).toHaveProperty("Upgrade requests");
    } finally {
      await db.prepare("alter table staff_login_log_away rename to staff_login_log").run();
    }
  });
});

test("a platform with 900 companies is read by few rows", async () => {
  const shard = await db.prepare("select id from shards limit 1").first<{ id: string }>();
  const ids = Array.from({ length: 900 }, () => newId());
  await db
    .prepare(
      `insert into companies (id, created_at, updated_at, name, slug, kind, email, phone, country, currency, time_zone, service_type, shard_id, status, storage_bytes)
       select value, 1, 1, 'Large ' || key, 'large-' || key, 'hospital', 'large@board.test', '1', 'IN', 'INR', 'UTC', 0, ?2, 'active', 1024 from json_each(?1)`,
    )
    .bind(JSON.stringify(ids), shard!.id)
    .run();
  await db
    .prepare(
      `insert into subscriptions (id, created_at, updated_at, company_id, plan_version_id, status, billing, starts_on, current_period_end, grace_days, limits)
       select 's' || value, 1, 1, value, 'board-INR', 'active', 'yearly', '2026-01-01', ?2, 10, '{}' from json_each(?1)`,
    )
    .bind(JSON.stringify(ids), addDays(today, 300))
    .run();
  const board = d1Of(await staff.page("/dashboard"));
  expect(board.trips).toBeLessThanOrEqual(2);
  // A row a company in each of the three figures that are of all of them: by status, revenue and storage.
  expect(board.read).toBeLessThan(3 * (900 + 300));
  for (const path of [`/company/${ids[0]}`, "/companies?ends=period", "/admins"]) {
    const { trips, read } = d1Of(await staff.page(path));
    expect(trips, path).toBeLessThanOrEqual(2);
    expect(read, path).toBeLessThan(700);
  }
});
