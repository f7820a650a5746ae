import { getTableColumns, getTableName } from "drizzle-orm";
import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, test } from "vitest";
import { newId, whyUncounted } from "#drizzle/columns.ts";
import * as schema from "#drizzle/tenant/index.ts";
import { wireFields } from "#tests/support/bodies.ts";
import { signedIn } from "#tests/support/client.ts";
import { expectAnswer } from "#tests/support/expect-answer.ts";
import { csvOf, importer } from "#tests/support/imports.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { snake, tablesOf } from "#tests/support/schema.ts";
import { fill, type Twin } from "#tests/support/twins.ts";
import { addCompany, insert, world } from "#tests/support/world.ts";
import { edges } from "#worker/domain/entity/edges.ts";
import { nounOf } from "#worker/domain/entity/nouns.ts";
import { openOf } from "#worker/domain/entity/open-documents.ts";
import { lists, usedBy } from "#worker/domain/entity/used-by.ts";
import type { Use } from "#worker/domain/entity/uses.ts";
import { mergeable, platformResources, resources } from "#worker/domain/index.ts";

const tables = tablesOf(schema);
const nameOf = ({ table, column }: Pick<Use, "table" | "column">) =>
  `${getTableName(table)}.${column.name}`;

/** Entities that can be deleted; people leave instead. */
const deletable = Object.entries(resources).filter(([path]) => path !== "users");
const pageOf: Record<string, (twin: Twin, id: string) => string> = {
  assets: (_, id) => `/asset/detail/${id}.data`,
  accessories: ({ rows }) => `/accessory/${rows.assets!.id}.data`,
  calibrators: () => "/calibrations.data",
  "report-forms": () => "/report/form/saved-templates.data",
  "report-presets": () => "/report/saved-templates.data",
  "consumer-sites": ({ rows }) => `/consumer/detail/${rows.consumers!.id}.data?tab=sites`,
};
/** One new row of a spreadsheet of each kind; accessories are imported with a device. */
const files: Record<string, (twin: Twin, name: string) => Record<string, string>> = {
  assets: ({ rows }, name) => ({
    ...{ "Asset code": name, Name: name },
    ...{ Category: String(rows.categories!.name), Location: String(rows.departments!.name) },
  }),
  categories: (_, name) => ({ Name: name }),
  departments: (_, name) => ({ Name: name }),
  locations: (_, name) => ({ Path: name, Level: "Site" }),
  stocks: ({ rows }, name) => ({ Item: name, Store: String(rows.stores!.name), Quantity: "0" }),
  vendors: (_, name) => ({ Name: name, Supplies: "yes", Phone: "4321" }),
};

const w = await world();
const twin = await fill(w, await addCompany(w.env, "users-of", 2, 0));
const admin = await signedIn(w, twin.company, "admin");

/** The tables whose records can be deleted. */
const asked = [
  ...tables.filter((table) => "deletedAt" in getTableColumns(table)),
  ...Object.values({ ...resources, ...platformResources }).map(({ table }) => table as SQLiteTable),
].filter((table) => table !== resources.users!.table);

describe("what points at a record", () => {
  test("has a noun where it uses it, and a reason where it does not", () => {
    const pointing = edges.filter(({ target }) => asked.includes(target));
    for (const { column, isUse } of pointing)
      expect(
        isUse ? typeof nounOf(column) : typeof whyUncounted(column),
        `${getTableName(column.table)}.${column.name}`,
      ).toBe("string");
    expect(pointing.length).toBeGreaterThan(50);
  });

  test("is asked: every foreign key that is not marked", () => {
    for (const table of asked) {
      const pointing = edges.filter(({ target, isUse }) => target === table && isUse);
      expect(usedBy(table).map(nameOf).sort()).toEqual(pointing.map(nameOf).sort());
    }
  });

  test("has no list that shows something else", () => {
    const names = edges.map(nameOf);
    expect(Object.keys(lists).filter((name) => !names.includes(name))).toEqual([]);
  });
});

const shard = rowsOf(w, twin.company);
const isThere = async (table: SQLiteTable, id: string) => {
  const soft = "deletedAt" in getTableColumns(table) ? " and deleted_at is null" : "";
  return (await shard.count(getTableName(table), `id = ?${soft}`, id)) === 1;
};

async function made(path: string): Promise<string> {
  const { machine_type_id: _, ...body } = wireFields(path, twin.rows);
  const { status, data, message } = await admin.call("POST", `/api/${path}`, body);
  expect(status, `${path}: ${message}`).toBe(201);
  return data.id;
}

/** Other columns that must change so that this one may point at a record. */
const besides = ({ table, column }: Use): Record<string, string | number | null> => {
  const name = getTableName(table);
  if (name === "media")
    return { owner_kind: snake(column.name).replace(/_id$/, ""), service_report_id: null };
  if (name === "machines" && column.name !== "assetId")
    return { owner: "consumer", asset_id: null, consumer_id: String(twin.rows.consumers!.id) };
  if (name === "interval_proposals" && column.name === "calibratorId") return { machine_id: null };
  if (name === "procedure_versions") return { status: "withdrawn", approved_by: "somebody" };
  // A machine has one open certificate; one that is cancelled is kept like the others.
  if (name === "certificate_reports") return { status: "cancelled", certificate_no: null };
  if (name === "stock_movements") return { import_job_id: null, seq: Date.now() };
  if (name === "schedules") return { kind: "pm", is_plan: 0 };
  if (name === "service_reports") return { due_occurrence_id: null };
  if (name === "gate_pass_lines") return { asset_id: null, stock_item_id: null, description: null };
  return {};
};

/** Tables whose rows triggers keep. */
const kept = new Set([
  ...["stock_movements", "procedure_versions", "calibrator_checks", "calibrator_events"],
  "certificate_reports",
]);

/** Adds a row that points at the record. @returns removes it again */
async function pointing(use: Use, id: string) {
  const { db, rows } = twin;
  const table = getTableName(use.table);
  const unique = new Set(
    getTableConfig(use.table)
      .indexes.filter(({ config }) => config.unique)
      .flatMap(({ config }) =>
        config.columns.map((column) => snake((column as { name: string }).name)),
      ),
  );
  const own = newId();
  const fresh = Object.entries(rows[table]!).flatMap(([name, value]) => {
    if (!unique.has(name) || /_id$|^company_id$|^archived|^deleted/.test(name)) return [];
    return [
      [name, typeof value === "number" ? Number(own.replace(/\D/g, "").slice(-9)) : value && own],
    ];
  });
  const row = {
    ...rows[table],
    ...Object.fromEntries(fresh),
    ...besides(use),
    id: own,
    [snake(use.column.name)]: id,
  };
  await insert(db, table, row);
  return () => shard.run(`delete from "${table}" where company_id = ? and id = ?`, own);
}

const doors: Record<string, (path: string, id: string) => Promise<Response>> = {
  api: (path, id) => admin.api(`/api/${path}/${id}`, { method: "DELETE" }),
  page: (path, id) => {
    const body = new URLSearchParams({ intent: "delete", id });
    return admin.page(pageOf[path]?.(twin, id) ?? `/${path}.data`, { method: "POST", body });
  },
};

describe("a record that is used is not deleted", () => {
  const cases = deletable.flatMap(([path, { table }]) =>
    usedBy(table as SQLiteTable).map((use) => [path, nameOf(use), use] as const),
  );
  test.each(cases)("%s, while %s points at it", async (path, _, use) => {
    const table = resources[path]!.table as SQLiteTable;
    const id = await made(path);
    const away = await pointing(use, id);
    for (const [door, remove] of Object.entries(doors)) {
      await expectAnswer(remove(path, id), 409, "Used by 1 ");
      expect(await isThere(table, id), door).toBe(true);
    }
    if (kept.has(getTableName(use.table))) return;
    await away();
    const answer = await doors.api!(path, id);
    expect([answer.status, await isThere(table, id)]).toEqual([200, false]);
  });

  const undone = cases.filter(([path]) => path in files);
  test.each(undone)(
    "%s of a spreadsheet that is taken back, while %s points at it",
    async (path, _, use) => {
      const table = resources[path]!.table as SQLiteTable;
      const name = `Undo ${newId().slice(-12)}`;
      const cells = files[path]!(twin, name);
      const it = importer(admin);
      const { data } = await it.upload(path, csvOf([Object.keys(cells), Object.values(cells)]));
      await it.map(data.id);
      await it.check(data.id);
      await it.run(data.id);
      const column = path === "assets" ? "asset_code" : "name";
      const id = await shard.value<string>(
        `select id from "${getTableName(table)}" where company_id = ? and ${column} = ?`,
        name,
      );
      await pointing(use, id!);
      await it.undo(data.id);
      expect(await isThere(table, id!)).toBe(true);
    },
  );
});

describe("what uses a record goes into another with it", () => {
  // tests/domain/merge.test.ts has documents, which follow while they are open, and sub-categories, of which the target gets a copy.
  const cases = Object.entries(mergeable).flatMap(([path, { table }]) =>
    usedBy(table as SQLiteTable)
      .filter((use) => !openOf(use.table) && nameOf(use) !== "sub_categories.categoryId")
      .map((use) => [path, nameOf(use), use] as const),
  );
  test.each(cases)("%s with %s", async (path, _, use) => {
    const [source, target] = [await made(path), await made(path)];
    await pointing(use, source);
    const answer = await admin.api(`/api/${path}/${source}/merge`, {
      method: "POST",
      body: { into: target },
    });
    const { data } = (await answer.json()) as { data: { left: number } };
    const rows = `select count(*) as n from "${getTableName(use.table)}" where company_id = ? and ${snake(use.column.name)} = ?`;
    const [left, moved] = await Promise.all(
      [source, target].map((id) =>
        twin.db.prepare(rows).bind(twin.company.id, id).first<number>("n"),
      ),
    );
    expect([answer.status, data.left, left, moved]).toEqual([200, 0, 0, 1]);
  });
});
