import { beforeAll, expect, test } from "vitest";
import { type Client, signedIn } from "#tests/support/client.ts";
import { morningOf } from "#tests/support/compliance.ts";
import { bench, freshTicket, reportForm } from "#tests/support/report.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, type World, world } from "#tests/support/world.ts";

let w: World;
let company: Company;
let admin: Client;
let rows: Rows;
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "frozen", 2, 0);
  admin = await signedIn(w, company, "admin");
  rows = rowsOf(w, company);
});

async function added(nextPmOn: string | null) {
  const { department, category } = await bench(w, company, []);
  const { data } = await admin.call("POST", "/api/assets", {
    ...{ name: "Pump", category_id: category, department_id: department },
    ...{ pm_required: true, pm_months: 1, next_pm_on: nextPmOn },
  });
  return data.id as string;
}
const standings = (asset: string) =>
  rows.all<{ due_on: string; standing: string; status: string }>(
    `select c.due_on, c.standing, o.status from due_closings c join due_occurrences o on o.company_id = c.company_id and o.id = c.occurrence_id
      where c.company_id = ? and c.asset_id = ? order by c.due_on`,
    asset,
  );
const report = async (asset: string, date: string) =>
  (
    await admin.call(
      "POST",
      `/api/service-report/create/${asset}`,
      reportForm({ service_ticket: freshTicket(), date }),
    )
  ).data.id as string;

test("a date that is frozen stays, whatever becomes of its plan, of the report before it, and of its device", async () => {
  const [moved, cancelled, begun, deleted] = [
    await added("2026-03-10"),
    await added("2026-02-10"),
    await added(null),
    await added("2026-03-12"),
  ];
  // Each report makes the next date of its plan, of which nothing comes before it is frozen.
  const first = await report(cancelled, "2026-02-10");
  const beginning = await report(begun, "2026-02-14");
  await morningOf(rows, "2026-03-20");
  const frozen = async () =>
    Promise.all([moved, cancelled, begun, deleted].map(async (id) => (await standings(id)).length));
  expect(await frozen()).toEqual([1, 2, 1, 1]);

  const { name, asset_code, category_id, version, pm_required, pm_months } = (
    await admin.call("GET", `/api/assets/${moved}`)
  ).data;
  const edited = await admin.call("PUT", `/api/assets/${moved}`, {
    ...{ name, asset_code, category_id, version, pm_required, pm_months },
    next_pm_on: "2026-05-05",
  });
  expect(edited.status).toBe(200);
  expect((await rows.get("assets", moved)).next_pm_on).toBe("2026-05-05");
  // Given another date after it was due, it is due all the same.
  expect(await standings(moved)).toEqual([
    { due_on: "2026-03-10", standing: "open", status: "cancelled" },
  ]);

  for (const id of [first, beginning]) {
    const done = await admin.call("POST", `/api/service-report/cancel/${id}`, { reason: "Wrong" });
    expect(done.status).toBe(200);
  }
  expect(await standings(cancelled)).toEqual([
    { due_on: "2026-02-10", standing: "not_done", status: "scheduled" },
    { due_on: "2026-03-10", standing: "open", status: "cancelled" },
  ]);
  const gone = await admin.call("DELETE", `/api/assets/${deleted}`);
  expect(gone.status).toBe(409);
  expect(gone.message).toContain("Used by 1 schedule");
  expect(await frozen()).toEqual([1, 2, 1, 1]);
});
