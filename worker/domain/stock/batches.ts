import { and, eq, type SQL, sql } from "drizzle-orm";
import { newId } from "#drizzle/columns.ts";
import { stockBatches, stockBatchMoves, stockItems } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";

/** A batch as people know it; empty where it has no number or no expiry. */
export type BatchName = { batchNo: string; expiryOn: string };
const noBatch: BatchName = { batchNo: "", expiryOn: "" };

/** A batch of an item by its id, as a statement of a read. */
export const batchQuery = (db: CompanyDb, itemId: string, batchId: string | null | undefined) =>
  db
    .select({ batchNo: stockBatches.batchNo, expiryOn: stockBatches.expiryOn })
    .from(stockBatches)
    .where(
      db.ofOwner(
        stockBatches,
        and(eq(stockBatches.id, batchId ?? ""), eq(stockBatches.stockItemId, itemId)),
      ),
    )
    .limit(1);

/** How many of a batch are there, none of one that is not; as a condition or a column. */
export const quantityOfBatch = (db: CompanyDb, itemId: string, batch: BatchName) =>
  sql<number>`coalesce((select ${stockBatches.quantity} from ${stockBatches} where ${db.ofOwner(
    stockBatches,
    and(
      eq(stockBatches.stockItemId, itemId),
      eq(stockBatches.batchNo, batch.batchNo),
      eq(stockBatches.expiryOn, batch.expiryOn),
    ),
  )}), 0)`;

/** A ledger row, for the batches it touches: quantity with its sign, the batch it names, the part line it belongs to. */
type BatchEntry = {
  id: string;
  item: string;
  qty: number;
  batch: BatchName | null;
  part: string | null;
  isReturn: boolean;
};

/** Items whose quantity is also kept by batch. */
const byBatch = sql`(${stockItems.hasBatches} = 1 or ${stockItems.hasExpiry} = 1)`;

const field = (name: string) => sql.raw(`("entry"."value" ->> '${name}')`);
/** A new id with the timestamp of its ledger row. */
const childId = sql`substr(${field("id")}, 1, 24) || lower(hex(randomblob(6)))`;
const into = sql`insert into ${stockBatchMoves} ("company_id", "id", "movement_id", "stock_batch_id", "service_report_part_id", "qty")`;

/**
 * Applies written ledger rows to batches. Items that are not kept by batch are skipped.
 * Incoming stock goes to the batch it names, or to the one without a name. Returns from a report go back to their batches.
 * Outgoing stock names its batch, or takes the one that expires first.
 */
export function moveBatches(db: CompanyDb, entries: readonly BatchEntry[]): Statement[] {
  const returns = entries.filter(({ isReturn, part }) => isReturn && part);
  const open = entries.filter(({ qty, batch }) => qty < 0 && !batch);
  const named = entries.filter((entry) => !returns.includes(entry) && !open.includes(entry));
  return [
    ...(named.length || returns.length
      ? [...placed(db, named, returns), settled(db, [...named, ...returns])]
      : []),
    ...(open.length ? [firstToExpire(db, open), settled(db, open)] : []),
    db.assert("all_found", allPlaced(db, entries)),
    nextExpiry(db, entries),
  ];
}

const ofItem = (db: CompanyDb) =>
  sql`cross join ${stockItems} on ${stockItems.companyId} = ${db.companyId} and ${stockItems.id} = ${field("item")} and ${byBatch}`;
const ofBatch = (db: CompanyDb) =>
  sql`cross join ${stockBatches} on ${stockBatches.companyId} = ${db.companyId} and ${stockBatches.stockItemId} = ${field("item")}
    and ${stockBatches.expiryOn} = ${field("expiryOn")} and ${stockBatches.batchNo} = ${field("batchNo")}`;
const placedQty = (db: CompanyDb) =>
  sql`coalesce((select sum("placed"."qty") from ${stockBatchMoves} as "placed"
    where "placed"."company_id" = ${db.companyId} and "placed"."movement_id" = ${field("id")}), 0)`;
const json = (entries: readonly BatchEntry[]) =>
  JSON.stringify(
    entries.map(({ batch, isReturn: _, ...entry }) => ({
      ...entry,
      ...(batch ?? noBatch),
      newId: newId(),
    })),
  );

function placed(
  db: CompanyDb,
  named: readonly BatchEntry[],
  returns: readonly BatchEntry[],
): Statement[] {
  const company = db.companyId;
  const back = json(returns);
  const coming = json([...named.filter(({ qty }) => qty > 0), ...returns]);
  const from = (entries: string) =>
    sql`from json_each(${entries}) as "entry" ${ofItem(db)} ${ofBatch(db)}`;
  const partIds = sql`(select "value" ->> 'part' from json_each(${back}))`;
  return [
    db.run(sql`insert into ${stockBatches} ("company_id", "id", "stock_item_id", "batch_no", "expiry_on", "quantity")
      select ${company}, ${field("newId")}, ${field("item")}, ${field("batchNo")}, ${field("expiryOn")}, 0
      from json_each(${coming}) as "entry" ${ofItem(db)} where true
      on conflict ("company_id", "stock_item_id", "expiry_on", "batch_no") do nothing`),
    db.run(sql`${into} select ${company}, ${childId}, ${field("id")}, ${stockBatches.id}, ${field("part")}, ${field("qty")}
      ${from(json(named))}`),
    ...(returns.length
      ? [
          db.run(sql`${into} select ${company}, ${childId}, ${field("id")}, "taken"."batch", ${field("part")},
              min(${field("qty")}, "taken"."upto") - ("taken"."upto" - "taken"."net")
            from json_each(${back}) as "entry" ${ofItem(db)}
            cross join (select "part", "batch", "net",
                sum("net") over (partition by "part" order by "expiry" desc, "batch" desc rows unbounded preceding) as "upto"
              from (select "move"."service_report_part_id" as "part", "move"."stock_batch_id" as "batch", -sum("move"."qty") as "net",
                  "of"."expiry_on" as "expiry"
                from ${stockBatchMoves} as "move"
                cross join ${stockBatches} as "of" on "of"."company_id" = ${company} and "of"."id" = "move"."stock_batch_id"
                where "move"."company_id" = ${company} and "move"."service_report_part_id" in ${partIds}
                group by 1, 2 having "net" > 0)) as "taken"
            on "taken"."part" = ${field("part")} and "taken"."upto" - "taken"."net" < ${field("qty")}`),
          db.run(sql`${into} select ${company}, ${childId}, ${field("id")}, ${stockBatches.id}, ${field("part")},
              ${field("qty")} - ${placedQty(db)}
            ${from(back)} where ${field("qty")} > ${placedQty(db)}`),
        ]
      : []),
  ];
}

/** Takes outgoing stock from the batches that expire first; those without an expiry come last. */
function firstToExpire(db: CompanyDb, open: readonly BatchEntry[]): Statement {
  const company = db.companyId;
  const ends = new Map<string, number>();
  const outs = open.map(({ id, item, qty, part }) => {
    const start = ends.get(item) ?? 0;
    ends.set(item, start - qty);
    return { id, item, part, start, upto: start - qty };
  });
  const [start, upto] = [field("start"), field("upto")];
  return db.run(sql`${into} select ${company}, ${childId}, ${field("id")}, "there"."batch", ${field("part")},
      -(min(${upto}, "there"."upto") - max(${start}, "there"."upto" - "there"."quantity"))
    from json_each(${JSON.stringify(outs)}) as "entry"
    cross join (select ${stockBatches.id} as "batch", ${stockBatches.stockItemId} as "item", ${stockBatches.quantity} as "quantity",
        sum(${stockBatches.quantity}) over (partition by ${stockBatches.stockItemId}
          order by ${stockBatches.expiryOn} = '', ${stockBatches.expiryOn}, ${stockBatches.batchNo} rows unbounded preceding) as "upto"
      from ${stockBatches} where ${stockBatches.companyId} = ${company}
        and ${stockBatches.stockItemId} in (select "value" from json_each(${JSON.stringify([...ends.keys()])}))
        and ${stockBatches.quantity} > 0) as "there"
    on "there"."item" = ${field("item")} and "there"."upto" - "there"."quantity" < ${upto} and "there"."upto" > ${start}
    ${ofItem(db)}`);
}

/** Moves the quantity of each batch by what the ledger rows did to it. */
function settled(db: CompanyDb, entries: readonly BatchEntry[]): Statement {
  const ids = JSON.stringify(entries.map(({ id }) => id));
  const moves = (column: SQL) =>
    sql`select ${column} from ${stockBatchMoves} where ${stockBatchMoves.companyId} = ${db.companyId}
      and ${stockBatchMoves.movementId} in (select "value" from json_each(${ids}))`;
  return db.run(sql`update ${stockBatches} set "quantity" = "quantity"
      + (${moves(sql`sum(${stockBatchMoves.qty})`)} and ${stockBatchMoves.stockBatchId} = ${stockBatches.id})
    where ${stockBatches.companyId} = ${db.companyId} and ${stockBatches.id} in (${moves(sql`${stockBatchMoves.stockBatchId}`)})`);
}

/** The whole quantity of each ledger row is booked on batches, for items kept by batch. */
const allPlaced = (db: CompanyDb, entries: readonly BatchEntry[]): SQL =>
  sql`not exists (select 1 from json_each(${JSON.stringify(entries.map(({ id, item, qty }) => ({ id, item, qty })))}) as "entry" ${ofItem(db)}
    where ${field("qty")} <> ${placedQty(db)})`;

const nextExpiry = (db: CompanyDb, entries: readonly BatchEntry[]): Statement =>
  db.run(sql`update ${stockItems} set "next_expiry_on" = (select min(${stockBatches.expiryOn}) from ${stockBatches}
      where ${stockBatches.companyId} = ${db.companyId} and ${stockBatches.stockItemId} = ${stockItems.id}
        and ${stockBatches.quantity} > 0 and ${stockBatches.expiryOn} > ''), "updated_at" = cast(${Date.now()} as integer)
    where ${stockItems.companyId} = ${db.companyId} and ${byBatch}
      and ${stockItems.id} in (select "value" from json_each(${JSON.stringify([...new Set(entries.map(({ item }) => item))])}))`);

/** Moves the stock of an item into a batch without a name once it is kept by batch, or out of all batches. */
export function switchBatches(
  db: CompanyDb,
  id: string,
  quantity: number,
  isKept: boolean,
): Statement[] {
  const clear = db.updating(
    stockBatches,
    sql`${stockBatches.stockItemId} = ${id} and ${stockBatches.quantity} > 0`,
    { quantity: 0 },
  );
  if (!isKept)
    return [
      clear,
      db.updating(stockItems, sql`${stockItems.id} = ${id}`, {
        nextExpiryOn: null,
        version: sql`${stockItems.version}`,
      }),
    ];
  if (!quantity) return [];
  return [
    db.run(sql`insert into ${stockBatches} ("company_id", "id", "stock_item_id", "quantity") values (${db.companyId}, ${newId()}, ${id}, ${quantity})
      on conflict ("company_id", "stock_item_id", "expiry_on", "batch_no") do update set "quantity" = excluded."quantity"`),
  ];
}
