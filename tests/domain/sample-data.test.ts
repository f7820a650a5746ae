import { beforeAll, describe, expect, test } from "vitest";
import { colleague } from "#tests/support/person.ts";
import {
  idOf,
  make,
  miscounted,
  remove,
  sampledOf,
  type Trial,
  trialOf,
  whole,
} from "#tests/support/samples.ts";
import { companyToday, world } from "#tests/support/world.ts";

const w = await world();

describe.each([
  [0, { assets: 10, machines: 0, breakdowns: 1, stock_items: 5, procedures: 0 }],
  [1, { assets: 0, machines: 3, breakdowns: 0, stock_items: 0, procedures: 1 }],
  [2, { assets: 10, machines: 3, breakdowns: 1, stock_items: 5, procedures: 1 }],
] as const)("a company of service type %i", (serviceType, numbers) => {
  test("has sample data at once, and is as before when it is removed", async () => {
    const one = await trialOf(w, serviceType);
    const before = await whole(one);
    const made = await make(one);
    expect([made.status, made.errors]).toEqual([200, undefined]);
    expect(made.trips).toBeLessThanOrEqual(4);
    const found = Object.fromEntries(
      await Promise.all(
        Object.keys(numbers).map(async (table) => [table, await one.rows.count(table)]),
      ),
    );
    expect(found).toEqual(numbers);
    expect(await one.rows.count("sample_rows")).toBe(made.data.made);
    expect(await miscounted(one)).toEqual([]);
    const removed = await remove(one);
    expect(removed).toMatchObject({
      ...{ status: 200, message: "Sample data removed" },
      data: { removed: made.data.made, kept: [] },
    });
    expect(removed.warnings).toBeUndefined();
    expect(removed.trips).toBeLessThanOrEqual(4);
    expect(await whole(one)).toEqual(before);
    expect(await miscounted(one)).toEqual([]);
  });
});

describe("what is made", () => {
  let one: Trial;
  beforeAll(async () => {
    one = await sampledOf(w, 2);
  });

  test("is called a sample, with a PM overdue and one due this week, and takes no number of the company's", async () => {
    const { rows } = one;
    const today = companyToday();
    const due = (where: string) => rows.count("assets", `next_pm_on ${where}`);
    expect([await due(`< '${today}'`), await due(`= '${today}'`)]).toEqual([2, 1]);
    expect(await rows.count("assets", "asset_code like 'SAMPLE-%'")).toBe(10);
    expect(await rows.count("departments", "name like '% (sample)'")).toBe(3);
    expect(await rows.value<string>("select number from breakdowns where company_id = ?1")).toBe(
      "SAMPLE-1",
    );
    expect(await rows.count("number_sequences")).toBe(0);
    expect(await rows.count("notifications")).toBe(0);
    expect(await rows.count("outbox", "topic = 'mail'")).toBe(0);
  });

  test("is made once, also by two at once", async () => {
    const other = await trialOf(w, 0);
    const answers = await Promise.all([make(other), make(other)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.map(({ data }) => data.made).sort()).toEqual([0, 24]);
    expect(await other.rows.count("assets")).toBe(10);
    expect(await make(other)).toMatchObject({
      ...{ status: 200, message: "Sample data is there already", data: { made: 0 } },
    });
  });

  test("is refused beside own devices, and beyond the plan's limit", async () => {
    const other = await trialOf(w, 0);
    await other.rows.setProfile({ limits: JSON.stringify({ max_assets: 9 }) });
    const refused = await make(other);
    expect(refused).toMatchObject({ status: 409, message: "Your plan allows 9 assets" });
    await other.rows.setProfile({ limits: "{}" });
    const departmentId = await other.rows.add("departments", { name: "Ward" });
    const categoryId = await other.rows.add("categories", { name: "Pumps" });
    const own = await other.admin.call("POST", "/api/assets", {
      ...{ asset_code: "OWN-1", name: "Own pump", category_id: categoryId },
      department_id: departmentId,
    });
    expect(own.status).toBe(201);
    expect(await make(other)).toMatchObject({
      ...{ status: 409, message: "Your company has devices of its own already" },
    });
    expect(await other.rows.count("sample_rows")).toBe(0);
  });

  test("is an Admin's alone to make and to remove", async () => {
    const { client } = await colleague(w, one.company, "edit-settings", "create-asset");
    const before = await one.rows.count("sample_rows");
    for (const method of ["POST", "DELETE"])
      expect((await client.call(method, "/api/sample-data")).status).toBe(403);
    expect(await one.rows.count("sample_rows")).toBe(before);
  });

  test("is no cover for a record of one's own: what is append-only stays so", async () => {
    const { rows } = one;
    const id = await idOf(one, "assets");
    await expect(
      rows.run("insert into sample_rows (company_id, id, kind) values (?1, ?2, 'asset')", id),
    ).rejects.toThrow(/sample_rows_before_record|UNIQUE/);
    await rows.run("delete from sample_rows where company_id = ?1 and id = ?2", id);
    await expect(
      rows.run("insert into sample_rows (company_id, id, kind) values (?1, ?2, 'asset')", id),
    ).rejects.toThrow("sample_rows_before_record");
    const [item] = await rows.all<{ id: string }>(
      "select id from stock_items where company_id = ? order by id limit 1",
    );
    const receipt = await one.admin.call("POST", `/api/stocks/${item!.id}/receive`, { qty: 1 });
    expect(receipt.status).toBeLessThan(300);
    await expect(
      rows.run("delete from stock_movements where company_id = ?1 and kind = 'receipt'"),
    ).rejects.toThrow("stock_movements_no_delete");
  });
});
