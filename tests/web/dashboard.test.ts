import { expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { endOfWeeks } from "#app/shared/due-weeks.ts";
import { newId } from "#drizzle/columns.ts";
import { d1Of, signedIn, superAdmin, upTo } from "#tests/support/client.ts";
import { expectAnswer } from "#tests/support/expect-answer.ts";
import { bench, freshTicket, reportForm } from "#tests/support/report.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, companyToday, world } from "#tests/support/world.ts";
import { countFigures } from "#worker/domain/dashboard/roll-up.ts";
import { openForJob } from "#worker/tenancy/shard-door.ts";

const w = await world();

/** The text of a page's figures: "PM overdue 4 Oldest 3 days". */
async function figuresOf(page: Response): Promise<Record<string, string>> {
  const html = await page.text();
  return Object.fromEntries(
    [...html.matchAll(/<span class="k">(.*?)<\/span><span class="v">(.*?)<\/span>/g)].map(
      ([, name, value]) => [name!, value!.replace(/<.*/, "")],
    ),
  );
}

test("an empty company gets first steps, two round trips and no figures", async () => {
  const empty = await addCompany(w.env, "elder", 2, 2);
  const page = await (await signedIn(w, empty, "admin")).page("/dashboard");
  expect([page.status, d1Of(page).trips]).toEqual([200, upTo(2)]);
  const html = await page.text();
  expect(html).toContain("First steps");
  const links = ["/departments?new=1", "/categories?new=1", "/stores?new=1", "/stocks?new=1"];
  for (const to of [...links, "/imports?kind=assets", "/asset/create"]) expect(html).toContain(to);
  expect(html).not.toContain("Total assets");
  const viewer = await (await signedIn(w, empty, "viewer")).page("/dashboard");
  expect(await viewer.text()).not.toContain("First steps");
});

test("first steps stay beside the figures for an Admin's first days, and an invitation is one of them", async () => {
  const young = await addCompany(w.env, "young", 2, 2);
  const shard = rowsOf(w, young);
  await shard.run(
    "update users set status = 'invited' where company_id = ? and id <> ?",
    young.users.admin.id,
  );
  await shard.run("insert into counters (company_id, id, value) values (?, 'assets.total', 1)");
  const admin = await signedIn(w, young, "admin");
  const dashboard = async () => (await admin.page("/dashboard")).text();
  const html = await dashboard();
  expect(html).toContain("Total assets");
  expect(html).toContain("1 of 12 done");
  expect(html).not.toContain("/users?do=invite");
  await shard.run("update users set created_at = created_at - 15 * 86400000 where company_id = ?");
  expect(await dashboard()).not.toContain("First steps");
});

test("people are invited on the screen that the company has for them", async () => {
  const dashboard = async (slug: string, serviceType: 0 | 2) => {
    const company = await addCompany(w.env, slug, serviceType, 0);
    await rowsOf(w, company).run(
      "update users set status = 'suspended' where company_id = ? and id <> ?",
      company.users.admin.id,
    );
    return (await (await signedIn(w, company, "admin")).page("/dashboard")).text();
  };
  expect(await dashboard("invites-both", 2)).toContain("/users?do=invite");
  expect(await dashboard("invites-assets", 0)).toContain("/teams?tab=people&amp;do=invite");
});

test("a dialog that the address opens is on the page before scripts are", async () => {
  const page = await (await signedIn(w, w.companies.acme, "admin")).page(
    "/dashboard?do=start-report",
  );
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toContain("By code, name or serial number");
  expect(html.match(/streamController\.enqueue/g)).toHaveLength(1);
});

test("a report moves the figure of failed checks", async () => {
  const { globex } = w.companies;
  const admin = await signedIn(w, globex, "admin");
  const { asset } = await bench(w, globex, []);
  const figures = async () => {
    const found = await figuresOf(await admin.page("/dashboard"));
    return Number(found["Failed checks"] ?? 0);
  };
  await rowsOf(w, globex).run(
    "insert into counters (company_id, id, value) values (?, 'assets.total', 1) on conflict do update set value = max(value, 1)",
  );
  const before = await figures();
  const send = async (status: string) => {
    const form = reportForm({
      service_ticket: freshTicket(),
      date: companyToday(),
      pm_lists: JSON.stringify([{ name: "Alarm", status, remark: "" }]),
    });
    await expectAnswer(
      admin.api(`/api/service-report/create/${asset}`, { method: "POST", body: form }),
      201,
    );
  };
  await send("no");
  expect(await figures()).toBe(before + 1);
  await send("no");
  expect(await figures()).toBe(before + 1);
  await send("yes");
  expect(await figures()).toBe(before);
});

test("a call that a person has in hand stands first, however many came since", async () => {
  const busy = await addCompany(w.env, "inhand", 2, 2);
  const shard = rowsOf(w, busy);
  const { asset, department } = await bench(w, busy, []);
  const call = (problem: string, status: string, assignedUserId: string | null, priority: string) =>
    shard.add("breakdowns", {
      ...{
        id: newId(),
        number: problem,
        asset_id: asset,
        department_id: department,
        source: "web",
      },
      ...{
        reported_by_name: "Ward",
        reported_at: Date.now(),
        problem,
        priority,
        status,
        assigned_user_id: assignedUserId,
      },
    });
  await shard.run("insert into counters (company_id, id, value) values (?, 'assets.total', 1)");
  const { engineer, admin } = busy.users;
  await call("In my hand", "in_progress", admin.id, "low");
  for (let n = 0; n < 4; n++) {
    await call(`In other hands ${n}`, "assigned", engineer.id, "high");
    await call(`New ${n}`, "new", null, "critical");
  }
  const html = await (await signedIn(w, busy, "admin")).text("/dashboard");
  const shown = [...html.matchAll(/"muted">(In my hand|In other hands|New \d)/g)].map(
    ([, is]) => is,
  );
  expect(shown).toEqual(["In my hand", "New 3", "New 2", "In other hands"]);
});

test("with 10,000 assets it reads at most 300 rows, and says what is overdue", async () => {
  const big = await addCompany(w.env, "fir", 2, 0);
  const shard = rowsOf(w, big);
  const admin = await signedIn(w, big, "admin");
  const category = await shard.add("categories", { name: "Many" });
  const department = await shard.add("departments", { name: "Many" });
  const rows = Array.from({ length: 10_000 }, (_, at) => [
    newId(),
    `D${at}-${category.slice(-6)}`,
    at % 2 ? "2026-01-01" : "2031-01-01",
  ]);
  for (let from = 0; from < rows.length; from += 2500)
    await shard.run(
      `insert into assets (company_id, id, created_at, updated_at, asset_code, name, qr_token, category_id, department_id, next_pm_on)
       select ?1, value ->> 0, 1, 1, value ->> 1, 'Device', value ->> 0, ?2, ?3, value ->> 2 from json_each(?4)`,
      ...[category, department, JSON.stringify(rows.slice(from, from + 2500))],
    );
  await shard.addUnstamped("counters", { id: "assets.total", value: 10_000 });
  const page = await admin.page("/dashboard");
  const { trips, read } = d1Of(page);
  expect([page.status, trips, read <= 300 ? "few" : read]).toEqual([200, upTo(2), "few"]);
  expect(await figuresOf(page)).toMatchObject({ "PM overdue": "10+" });
});

test("what is too many to read is told as the morning counted it, with what was written since", async () => {
  const big = await addCompany(w.env, "gorse", 2, 0);
  const admin = await signedIn(w, big, "admin");
  const { asset } = await bench(w, big, []);
  const shard = rowsOf(w, big);
  const today = companyToday();
  const { category_id: category, department_id: department } = await shard.get("assets", asset);
  const due = Array.from({ length: 140 }, (_, at) => ({
    asset_code: `G${at}`,
    name: "Device",
    qr_token: newId(),
    category_id: String(category),
    department_id: String(department),
    next_pm_on: addDays(today, at % 70),
  }));
  await shard.add("assets", ...due);
  await shard.addUnstamped("counters", { id: "assets.total", value: 141 });
  const shown = async () => {
    const page = await admin.page("/dashboard");
    return { figures: await figuresOf(page.clone()), html: await page.text() };
  };
  expect((await shown()).html).not.toContain("Counted");
  const report = () =>
    expectAnswer(
      admin.api(`/api/service-report/create/${asset}`, {
        method: "POST",
        body: reportForm({ service_ticket: freshTicket(), date: today }),
      }),
      201,
    );
  await report();
  await countFigures(openForJob(w.env[big.shard as "TENANT_DB_0"], big.id), today);
  await report();
  const { figures, html } = await shown();
  const soon = due.filter(({ next_pm_on: on }) => on.startsWith(today.slice(0, 7))).length;
  expect(figures).toMatchObject({ "PM overdue": "0", "PM due this month": String(soon) });
  expect(html).toContain("Counted");
  const words = html.replaceAll("<!-- -->", "");
  expect(words).toContain("<b>2 this month</b>: 2 PM, 0 other.");
  const ahead = due.filter(({ next_pm_on: on }) => on < endOfWeeks(today)).length;
  expect(words).toContain(`${ahead} due by`);
});

test("a person sees the blocks of their permissions only", async () => {
  const { acme } = w.companies;
  const viewer = await signedIn(w, acme, "viewer");
  expect(Object.keys(await figuresOf(await viewer.page("/dashboard")))).toContain("Low stock");
  const grant = (web: "allow" | "deny") =>
    rowsOf(w, acme).run(
      "update user_permissions set web = ?3 where company_id = ?1 and user_id = ?2 and permission in ('view-stock', 'view-asset')",
      ...[acme.users.viewer.id, web],
    );
  await grant("deny");
  const page = await viewer.page("/dashboard");
  const html = await page.clone().text();
  await grant("allow");
  expect([page.status, Object.keys(await figuresOf(page))]).toEqual([
    200,
    ["Unread notifications"],
  ]);
  expect(html).not.toContain("Latest service reports");
  expect(html).toContain("What you can open");
});

test("staff see companies by status and the catalogue, in two round trips", async () => {
  const page = await (await superAdmin(w)).page("/dashboard");
  expect([page.status, d1Of(page).trips]).toEqual([200, upTo(2)]);
  const figures = await figuresOf(page);
  expect(Number(figures.Companies)).toBeGreaterThanOrEqual(3);
  expect(Object.keys(figures)).toEqual(
    expect.arrayContaining(["Active", "Machine types", "PM checklists"]),
  );
});
