import { and, eq, isNull, sql } from "drizzle-orm";
import { stockItemMachineTypes, stockItems, stockMovements } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row, Statement } from "../../db/db.ts";
import { changesBetween } from "../entity/changes.ts";
import type { AnyEntity } from "../entity/entity.ts";
import { problems } from "../entity/fields.ts";
import { usedBy } from "../entity/used-by.ts";
import { unindexing } from "../search/search.ts";
import { type ItemInput, itemInput, itemSheet, openingFields } from "../stock/input.ts";
import { madeItems, movedAside } from "../stock/item-writes.ts";
import { stocks } from "../stock/items.ts";
import { moveStock } from "../stock/move.ts";
import { type Accepted, type ImportKind, type Judged, type Judging, oneBy } from "./kind.ts";
import { archivedErrors, formOf, havingWords, lower } from "./resource-kind.ts";
import { sheetColumns } from "./sheet.ts";
import { standingOf, standingQuery } from "./standing.ts";

type Values = Record<string, unknown>;
type Item = Row<typeof stockItems>;
type Fitting = { id: string; types: string };
type Planned = { values: ItemInput; current: Item | null };

const resource = stocks as unknown as AnyEntity;
const columns = sheetColumns(stockItems, itemInput, itemSheet);
const openings = new Set<string>(openingFields);
const names = Object.keys(itemInput.shape).filter(
  (name) => !openings.has(name) && name !== "machineTypeIds",
);
const inStore = (storeId: unknown, text: unknown) => `${storeId} ${lower(text)}`;

/** The machine types of items, so that they stay as they are. */
const fittingOf = (rows: unknown, id: string): string[] =>
  JSON.parse(oneBy(rows as Fitting[], (row) => row.id, id)?.types ?? "[]") as string[];

function judge(judging: Judging, fields: Values): Judged {
  const [byName, byPart, fitting] = judging.facts as [Item[], Item[], Fitting[]];
  const { storeId } = fields;
  const named =
    oneBy(byName, (item) => inStore(item.storeId, item.name), inStore(storeId, fields.name)) ??
    null;
  const part = fields.partNo
    ? (oneBy(
        byPart,
        (item) => inStore(item.storeId, item.partNo),
        inStore(storeId, fields.partNo),
      ) ?? null)
    : null;
  const current = part ?? named;
  // What an item holds moves by Receive, Issue and Adjust: only a new one begins with a quantity.
  const given = current
    ? Object.fromEntries(Object.entries(fields).filter(([name]) => !openings.has(name)))
    : fields;
  const machineTypeIds = current ? fittingOf(fitting, current.id) : [];
  const { values, errors } = problems(itemInput, {
    ...(current ? formOf(current, names) : {}),
    ...given,
    machineTypeIds,
  });
  const wrong = {
    ...archivedErrors(judging, columns, current),
    ...(part && named && part.id !== named.id
      ? { name: ["Name is already used in this store"] }
      : {}),
    ...errors,
  };
  if (Object.keys(wrong).length || !values) return { errors: wrong };
  const planned: Planned = { values, current };
  if (!current) return { values: planned, changes: [], current };
  const known = Object.fromEntries(names.map((name) => [name, (values as Values)[name]]));
  return {
    values: planned,
    changes: changesBetween(current, known),
    current,
    before: formOf(current, names),
  };
}

function write(db: CompanyDb, accepted: readonly Accepted[], jobId: string) {
  const rows = accepted as readonly Accepted<Planned>[];
  const made = rows
    .filter(({ current }) => !current)
    .map(({ id, values: { values } }) => ({ id, values }));
  const changed = rows.flatMap(({ values: { values, current } }) =>
    current ? [stocks.changing(db, current, values as unknown as Values)] : [],
  );
  const adding = made.length
    ? [
        db.insertingAll(
          stockItems,
          made.map(({ id, values }) => ({ ...values, id })),
        ),
        ...madeItems(db, made, new Map(), jobId),
      ]
    : [];
  const added = made.map(({ id, values }) => ({
    ...{ action: "create.stock_item", kind: "stock_item", id, label: values.name },
    changes: changesBetween({}, values as unknown as Values),
  }));
  return {
    writes: [...adding, ...changed.flatMap(({ writes }) => writes)],
    activity: [...added, ...changed.map(({ activity }) => activity)],
  };
}

/** What uses an item but the movement it began with. */
const uses = () =>
  usedBy(stockItems).map((use) =>
    use.table === stockMovements ? { ...use, where: isNull(stockMovements.importJobId) } : use,
  );

/** What takes a new item back: what it began with goes out again, then the item. */
function removing(db: CompanyDb, item: Item) {
  const { id, name, quantity, version } = item;
  const out = quantity
    ? moveStock(db, [
        { stockItemId: id, kind: "adjust_minus", qty: quantity, reason: "Import undone" },
      ])
    : [];
  const before = { ...item, quantity: 0, version: version + (quantity ? 1 : 0) };
  return {
    writes: [
      ...out,
      db.updating(stockItems, eq(stockItems.id, id), { deletedAt: Date.now() }),
      unindexing(db, id),
      ...movedAside(db, id, before),
    ],
    activity: { action: "delete.stock_item", kind: "stock_item", id, label: name },
  };
}

/** Parts and consumables by store: found by part number, else by name; a new one begins with its opening quantity. */
export const stockKind: ImportKind = {
  ...{
    name: "stocks",
    label: "Stocks",
    thing: "stock item",
    things: "stock items",
    path: "/stocks",
    subject: "stock",
  },
  columns,
  keyFields: ["name"],
  key: (cell) =>
    sql`case when coalesce(${cell("name")}, '') <> '' then lower(concat_ws('|', coalesce(${cell("storeId")}, ''), coalesce(nullif(${cell("partNo")}, ''), ${cell("name")}))) end`,
  other: {
    fields: ["name"],
    text: (cell) =>
      sql`case when ${cell("name")} <> '' then lower(concat_ws('|', coalesce(${cell("storeId")}, ''), ${cell("name")})) end`,
  },
  reads: (db, words) => [
    havingWords(db, resource, "name", words),
    havingWords(db, resource, "partNo", words),
    db.rows(sql`select ${stockItems.id} as "id", (select json_group_array(${stockItemMachineTypes.machineTypeId}) from ${stockItemMachineTypes}
        where ${stockItemMachineTypes.companyId} = ${stockItems.companyId} and ${stockItemMachineTypes.stockItemId} = ${stockItems.id}) as "types"
      from ${stockItems} where ${db.ofOwner(stockItems, and(sql`${stockItems.name} in (${words("name")})`, isNull(stockItems.deletedAt)))}`) as Statement,
  ],
  judge,
  write: (db, _session, rows, jobId) => write(db, rows, jobId),
  // The opening movement raises a new item's version.
  versionAfter: ({ values, current }) =>
    current ? current.version + 1 : (values as Planned).values.openingQuantity ? 2 : 1,
  undo: {
    reads: (db, ids) => [
      standingQuery(db, stockItems, ids, uses()),
      db
        .select()
        .from(stockItems)
        .where(
          db.ofOwner(stockItems, sql`${stockItems.id} in (select "entity_id" from (${ids}))`),
        ) as unknown as Statement,
      db.rows(sql`select ${stockItems.id} as "id", (select json_group_array(${stockItemMachineTypes.machineTypeId}) from ${stockItemMachineTypes}
          where ${stockItemMachineTypes.companyId} = ${stockItems.companyId} and ${stockItemMachineTypes.stockItemId} = ${stockItems.id}) as "types"
        from ${stockItems} where ${db.ofOwner(stockItems, sql`${stockItems.id} in (select "entity_id" from (${ids}))`)}`) as Statement,
    ],
    standing: ([rows]) => standingOf(rows, uses()),
    write: (db, [, now, fitting], gone, restored) => {
      const items = new Map((now as Item[]).map((item) => [item.id, item]));
      const back = restored.map(({ id, before }) => {
        const { values } = problems(itemInput, {
          ...before,
          machineTypeIds: fittingOf(fitting, id),
        });
        return stocks.changing(db, items.get(id)!, values as unknown as Values);
      });
      const prepared = [...gone.map((id) => removing(db, items.get(id)!)), ...back];
      return {
        writes: prepared.flatMap(({ writes }) => writes),
        activity: prepared.map(({ activity }) => activity),
      };
    },
  },
};
