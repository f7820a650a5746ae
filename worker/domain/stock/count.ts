import { sql } from "drizzle-orm";
import { z } from "zod";
import { stockBatches, stockItems, stores } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer } from "../../db/db.ts";
import { isRefusal, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { checked } from "../entity/fields.ts";
import { moveStock, type StockMove } from "./move.ts";

/** How many items a count may post at once. */
const MOST_COUNTED = 200;
const TRIES = 4;
const whole = (label: string) =>
  z
    .number()
    .int(`${label} must be a whole number`)
    .min(0, `${label} must be 0 or more`)
    .max(1_000_000_000);

const counted = z.strictObject({
  id: z.string().max(64),
  /** Of the item when it was counted. */
  version: whole("Version"),
  counted: whole("Counted"),
  batch_no: z.string().max(60).nullish(),
  expiry_on: z.string().max(10).nullish(),
});
const listed = z
  .array(counted)
  .min(1, "Nothing was counted")
  .max(MOST_COUNTED, `At most ${MOST_COUNTED} items at once`);
const parsed = (text: string, ctx: z.RefinementCtx): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    ctx.addIssue({ code: "custom", message: "Lines must be a list" });
    return z.NEVER;
  }
};
/** Counted quantities, as a list or as its JSON. */
export const countInput = z.strictObject({
  lines: z.union([z.string().max(100_000).transform(parsed).pipe(listed), listed]),
});
type Line = z.output<typeof counted>;

/** An item that moved after it was counted and must be counted again. */
type CountedAgain = {
  id: string;
  name: string;
  unit: string;
  quantity: number;
  version: number;
  batch_no: string;
  expiry_on: string;
};
/** `gone` are items that are no longer there. */
type CountAnswer = { counted: number; different: number; again: CountedAgain[]; gone: string[] };

type Present = {
  id: string;
  name: string;
  unit: string;
  quantity: number;
  version: number;
  isKept: number;
};
type Batch = { item: string; batchNo: string; expiryOn: string; quantity: number };

/**
 * Posts counted quantities of one store: each difference becomes a ledger row. What moved after it was counted is not touched
 * and is answered in `again`; everything else is posted, in one batch.
 * @throws Response 404 for an unknown store, 422
 */
export async function postCount(
  session: Session,
  storeId: string,
  input: unknown,
): Promise<Answer<CountAnswer>> {
  const db = session.authorize("approve-stock");
  const { lines } = checked(countInput, input);
  for (let attempt = 1; ; attempt++) {
    const books = await read(db, storeId, lines);
    try {
      return await posted(db, storeId, lines, books);
    } catch (refusal) {
      // Something moved after the read: read again.
      if (!isRefusal(refusal, 409) || attempt === TRIES) throw refusal;
    }
  }
}

type Booked = { store: { name: string }; items: Map<string, Present>; batches: Batch[] };

async function read(db: CompanyDb, storeId: string, lines: readonly Line[]): Promise<Booked> {
  const ids = JSON.stringify([...new Set(lines.map(({ id }) => id))]);
  const [[store], items, batches] = await db.read(
    db.byId(stores, storeId),
    db.rows<Present>(sql`select ${stockItems.id}, ${stockItems.name}, ${stockItems.unit}, ${stockItems.quantity}, ${stockItems.version},
        (${stockItems.hasBatches} = 1 or ${stockItems.hasExpiry} = 1) as "isKept"
      from json_each(${ids}) as "asked" cross join ${stockItems} on ${stockItems.companyId} = ${db.companyId} and ${stockItems.id} = "asked"."value"
        and ${stockItems.storeId} = ${storeId} and ${stockItems.deletedAt} is null and ${stockItems.archivedAt} is null`),
    db.rows<Batch>(sql`select ${stockBatches.stockItemId} as "item", ${stockBatches.batchNo} as "batchNo", ${stockBatches.expiryOn} as "expiryOn",
        ${stockBatches.quantity}
      from ${stockBatches} where ${stockBatches.companyId} = ${db.companyId} and ${stockBatches.stockItemId} in (select "value" from json_each(${ids}))`),
  );
  if (!store) return notFound("store");
  return { store, items: new Map(items.map((item) => [item.id, item])), batches };
}

const batchOf = ({ batch_no, expiry_on }: Line) => ({
  batchNo: batch_no ?? "",
  expiryOn: expiry_on ?? "",
});

/** What the books say of a line: the item's quantity, or that of its batch. */
function booked(line: Line, { items, batches }: Booked): number {
  const item = items.get(line.id)!;
  if (!item.isKept) return item.quantity;
  const { batchNo, expiryOn } = batchOf(line);
  const isIt = (batch: Batch) =>
    batch.item === line.id &&
    batch.batchNo.toLowerCase() === batchNo.toLowerCase() &&
    batch.expiryOn === expiryOn;
  return batches.find(isIt)?.quantity ?? 0;
}

async function posted(
  db: CompanyDb,
  storeId: string,
  lines: readonly Line[],
  books: Booked,
): Promise<Answer<CountAnswer>> {
  const { store, items } = books;
  const there = lines.filter(({ id }) => items.has(id));
  const fresh = there.filter(({ id, version }) => items.get(id)!.version === version);
  const differences = fresh
    .map((line) => ({ line, item: items.get(line.id)!, booked: booked(line, books) }))
    .filter(({ line, booked }) => line.counted !== booked);
  const moves = differences.map(({ line, item, booked }): StockMove => {
    const more = line.counted - booked;
    const kind = more > 0 ? "adjust_plus" : "adjust_minus";
    return {
      stockItemId: line.id,
      kind,
      qty: Math.abs(more),
      reason: "Stock count",
      batch: item.isKept ? batchOf(line) : null,
    };
  });
  const seen = JSON.stringify(fresh.map(({ id, version }) => [id, version]));
  const unmoved = sql`(select count(*) from json_each(${seen}) as "seen" cross join ${stockItems} on ${stockItems.companyId} = ${db.companyId}
    and ${stockItems.id} = "seen"."value" ->> 0 and ${stockItems.version} = "seen"."value" ->> 1) = ${fresh.length}`;
  const gone = [...new Set(lines.filter(({ id }) => !items.has(id)).map(({ id }) => id))];
  const again = there
    .filter((line) => !fresh.includes(line))
    .map((line) => {
      const { id, name, unit, version } = items.get(line.id)!;
      const { batchNo, expiryOn } = batchOf(line);
      return {
        id,
        name,
        unit,
        version,
        quantity: booked(line, books),
        batch_no: batchNo,
        expiry_on: expiryOn,
      };
    });
  const different = differences.length;
  return db.commit({
    writes: [db.assert("state", unmoved), ...moveStock(db, moves)],
    activity: {
      action: "count.store",
      kind: "store",
      id: storeId,
      label: store.name,
      changes: [
        { field: "counted", from: null, to: fresh.length },
        ...differences.map(({ line, item, booked }) => ({
          field: [item.name, line.batch_no].filter(Boolean).join(", "),
          from: booked,
          to: line.counted,
        })),
      ],
    },
    answer: {
      status: 200,
      message: `${fresh.length} counted, ${different || "none"} different${again.length ? `, ${again.length} to count again` : ""}`,
      data: { counted: fresh.length, different, again, gone },
    },
  });
}
