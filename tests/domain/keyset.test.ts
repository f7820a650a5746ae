import { and, eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { assets as table } from "#drizzle/tenant/index.ts";
import { mastersFor } from "#tests/support/masters.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, type World, world } from "#tests/support/world.ts";
import { keyset } from "#worker/db/keyset.ts";

let w: World;
let company: Company;
let ids: string[];

/** Nine devices, three of them without a date, three with the same one. */
const dates = [
  "2026-01-01",
  null,
  "2026-01-02",
  "2026-01-02",
  null,
  "2026-01-02",
  "2026-01-03",
  null,
  "2026-01-04",
];

beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "keysets", 2, 0);
  const { categoryId, departmentId } = await mastersFor(w, company, "Keyset");
  ids = dates.map(() => newId());
  const rows = dates.map((day, n) => ({
    id: ids[n],
    name: "Pump",
    category_id: categoryId,
    department_id: departmentId,
    asset_code: `K-${n}`,
    qr_token: ids[n],
    cover_until: day,
  }));
  await rowsOf(w, company).add("assets", ...rows);
});

const page = async (dir: "asc" | "desc", place: { after?: string; before?: string } = {}) => {
  const params = new URLSearchParams(place);
  const slice = keyset(table.coverUntil, table.id, { dir, size: 2 }, params);
  const rows = await drizzle(w.env.TENANT_DB_0, { casing: "snake_case" })
    .select({ id: table.id, coverUntil: table.coverUntil })
    .from(table)
    .where(and(eq(table.companyId, company.id), slice.where))
    .orderBy(...slice.orderBy)
    .limit(slice.limit);
  return slice.page(rows, (row) => row.coverUntil, null);
};

test.each(["asc", "desc"] as const)(
  "a list in an order that some rows have no value for is paged to its end and back, %s",
  async (dir) => {
    const forward: string[] = [];
    const backward: string[] = [];
    let slice = await page(dir);
    for (let pages = 0; pages < 9; pages++) {
      forward.push(...slice.rows.map(({ id }) => id));
      if (!slice.page.next) break;
      slice = await page(dir, { after: slice.page.next });
    }
    for (let pages = 0; pages < 9; pages++) {
      backward.unshift(...slice.rows.map(({ id }) => id));
      if (!slice.page.previous) break;
      slice = await page(dir, { before: slice.page.previous });
    }
    const rising = ids.toSorted((a, b) => {
      const [one, two] = [dates[ids.indexOf(a)] ?? "", dates[ids.indexOf(b)] ?? ""];
      return one === two ? (a < b ? -1 : 1) : one < two ? -1 : 1;
    });
    expect(forward).toEqual(dir === "asc" ? rising : rising.toReversed());
    expect(backward).toEqual(forward);
  },
);
