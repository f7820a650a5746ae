import { and, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import {
  stockItemMachineTypes,
  stockMovements,
  stockItems as table,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Db, Row, Statement } from "../../db/db.ts";
import { changesBetween } from "../entity/changes.ts";
import type { AnyEntity } from "../entity/entity.ts";
import { usedBy } from "../entity/used-by.ts";
import { unindexing } from "../search/search.ts";
import { type ItemInput, openingFields } from "../stock/input.ts";
import { madeItems, movedAside } from "../stock/item-writes.ts";
import { stocks } from "../stock/items.ts";
import { moveStock } from "../stock/move.ts";
import {
  type Accepted,
  type Current,
  type ImportKind,
  oneBy,
  together,
  type Values,
  type WordsSql,
} from "./kind.ts";
import { judgedByForm, kindOfEntity, lower, resourceUndo } from "./resource-kind.ts";

type Item = Row<typeof table>;

const resource = stocks as unknown as AnyEntity;
const kind = kindOfEntity("stocks", resource);
const openings = new Set<string>(openingFields);
const isNoOpening = (name: string) => !openings.has(name);
const names = Object.keys(resource.input.shape).filter(isNoOpening);
const inStore = (storeId: unknown, text: unknown) => `${storeId} ${lower(text)}`;

// A row says nothing of machine types, so that an item's own go with it.
const typesOfItem = sql`(select json_group_array(${stockItemMachineTypes.machineTypeId}) from ${stockItemMachineTypes}
  where ${stockItemMachineTypes.companyId} = ${table.companyId} and ${stockItemMachineTypes.stockItemId} = ${table.id})`;
const columns = {
  ...getTableColumns(table),
  machineTypeIds: sql`${typesOfItem}`
    .mapWith((ids: string) => JSON.parse(ids) as string[])
    .as("type_ids"),
};

/** The items whose column holds one of the rows' words. */
const having = (db: CompanyDb, words: WordsSql, column: SQLiteColumn): Statement =>
  db
    .select(columns)
    .from(table)
    .where(
      db.ofOwner(table, and(sql`${column} in (${words(column.name)})`, isNull(table.deletedAt))),
    ) as unknown as Statement;

/** Rows of a step; new items in one set with their opening quantities. */
const write: ImportKind["write"] = (db, _session, accepted, jobId) => {
  const rows = accepted as readonly Accepted<ItemInput>[];
  const made = rows.filter(({ current }) => !current);
  const changed = together(
    rows.flatMap(({ values, current }) =>
      current ? [resource.changing(db, current as Row<never>, values)] : [],
    ),
  );
  const adding = made.length
    ? [
        db.insertingAll(
          table,
          made.map(({ id, values }) => ({ ...values, id })),
        ),
        ...madeItems(db, made, new Map(), jobId),
      ]
    : [];
  const added = made.map(({ id, values }) => ({
    action: "create.stock_item",
    kind: "stock_item",
    id,
    label: values.name,
    changes: changesBetween({}, values),
  }));
  return {
    writes: [...adding, ...changed.writes],
    activity: [...added, ...changed.activity],
  };
};

/** What uses an item but the movement it began with. */
const uses = () =>
  usedBy(table).map((use) =>
    use.table === stockMovements ? { ...use, where: isNull(stockMovements.importJobId) } : use,
  );

/** What takes a new item back: what it began with goes out again, then the item. */
function removing(anyDb: Db, item: Item) {
  const db = anyDb as CompanyDb;
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
      db.updating(table, eq(table.id, id), { deletedAt: Date.now() }),
      unindexing(db, id),
      ...movedAside(db, id, before),
    ],
    activity: { action: "delete.stock_item", kind: "stock_item", id, label: name },
  };
}

/** Parts and consumables by store: found by part number, else by name; a new one begins with its opening quantity. */
export const stockKind: ImportKind = {
  ...kind,
  label: "Stocks",
  keyFields: ["name"],
  key: (cell) =>
    sql`case when coalesce(${cell("name")}, '') <> '' then lower(concat_ws('|', coalesce(${cell("storeId")}, ''), coalesce(nullif(${cell("partNo")}, ''), ${cell("name")}))) end`,
  other: {
    field: "name",
    text: (cell) =>
      sql`case when ${cell("name")} <> '' then lower(concat_ws('|', coalesce(${cell("storeId")}, ''), ${cell("name")})) end`,
  },
  reads: (db, words) => [having(db, words, table.name), having(db, words, table.partNo)],
  judge(judging, fields) {
    const [byName, byPart] = judging.facts as [Current[], Current[]];
    const { storeId, name, partNo } = fields;
    const sameName = oneBy(
      byName,
      (item) => inStore(item.storeId, item.name),
      inStore(storeId, name),
    );
    const samePart = partNo
      ? oneBy(byPart, (item) => inStore(item.storeId, item.partNo), inStore(storeId, partNo))
      : undefined;
    const current = samePart ?? sameName ?? null;
    // What an item holds moves by Receive, Issue and Adjust: only a new one begins with a quantity.
    const given: Values = current
      ? Object.fromEntries(Object.entries(fields).filter(([field]) => isNoOpening(field)))
      : fields;
    const isOther = samePart && sameName && samePart.id !== sameName.id;
    const wrong = isOther ? { name: ["Name is already used in this store"] } : undefined;
    return judgedByForm(resource, judging, current, given, wrong, names);
  },
  write,
  // The opening movement raises a new item's version.
  versionAfter: ({ values, current }) =>
    current ? current.version + 1 : (values as ItemInput).openingQuantity ? 2 : 1,
  undo: resourceUndo(resource, { uses, removing }),
};
