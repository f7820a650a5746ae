import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { newId } from "#drizzle/columns.ts";
import { stockBatches, stockItemMachineTypes, stockItems, stores } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer, Row } from "../../db/db.ts";
import { conflict, invalid, notFound } from "../../refusals.ts";
import type { AnySession, Session } from "../../session.ts";
import { checked, id as idOf, optionalId, optionalMultiline, whole } from "../entity/fields.ts";
import { assertOpenStore } from "./commands.ts";
import { itemInput } from "./input.ts";
import { madeItems } from "./item-writes.ts";
import { moveStock, type StockMove, withStock } from "./move.ts";

export const transferInput = z.strictObject({
  storeId: idOf("Store is required"),
  qty: whole("Quantity", 1, 1_000_000),
  batchId: optionalId(),
  reason: optionalMultiline(500, "Note"),
});
type Item = Row<typeof stockItems>;
type Moved = { id: string; to_id: string };
const TRIES = 3;

/**
 * Moves a quantity to another store, as two ledger rows that name each other. There it is the item with the same part number, or
 * name; one that is not there yet is made with the same data, but for what belongs to a place. Both rows carry the rate it had
 * here; an item that was there before keeps its own rate.
 * @throws Response 404, 409 for a shortage or an archived item, 422
 */
export async function transferItem(
  session: AnySession,
  id: string,
  input: unknown,
): Promise<Answer<Moved>> {
  const db = (session as Session).authorize("edit-stock");
  const asked = checked(transferInput, input);
  for (let attempt = 1; ; attempt++) {
    const found = await read(db, id, asked.storeId, asked.batchId);
    try {
      return await carriedOut(db, asked, found);
    } catch (refusal) {
      // Another transfer has made the item there meanwhile: then it is found.
      const mayHaveBeenMade =
        refusal instanceof Response && refusal.status === 422 && !found.there && attempt < TRIES;
      if (!mayHaveBeenMade) throw refusal;
    }
  }
}

async function read(db: CompanyDb, id: string, storeId: string, batchId: string | null) {
  const living = (where: SQL | undefined) =>
    db
      .select()
      .from(stockItems)
      .where(db.ofOwner(stockItems, and(where, isNull(stockItems.deletedAt))))
      .limit(1);
  const own = (column: "name" | "partNo") =>
    db
      .select({ value: stockItems[column] })
      .from(stockItems)
      .where(db.ofOwner(stockItems, eq(stockItems.id, id)));
  const [[item], [byPart], [byName], [batch], [to], [from]] = await db.read(
    living(eq(stockItems.id, id)),
    living(and(eq(stockItems.storeId, storeId), eq(stockItems.partNo, own("partNo")))),
    living(and(eq(stockItems.storeId, storeId), eq(stockItems.name, own("name")))),
    db
      .select()
      .from(stockBatches)
      .where(
        db.ofOwner(
          stockBatches,
          and(eq(stockBatches.id, batchId ?? ""), eq(stockBatches.stockItemId, id)),
        ),
      )
      .limit(1),
    db
      .select()
      .from(stores)
      .where(db.ofOwner(stores, and(eq(stores.id, storeId), isNull(stores.deletedAt))))
      .limit(1),
    db
      .select({ name: stores.name })
      .from(stockItems)
      .innerJoin(
        stores,
        and(eq(stores.companyId, stockItems.companyId), eq(stores.id, stockItems.storeId)),
      )
      .where(db.ofOwner(stockItems, eq(stockItems.id, id))),
  );
  if (!item) return notFound("stock item");
  if (!to) return notFound("store");
  if (batchId && !batch) return notFound("batch");
  return {
    item,
    batch: batch ?? null,
    there: byPart ?? byName ?? null,
    to,
    fromName: from?.name ?? "",
  };
}

type Asked = z.output<typeof transferInput>;
type Found = Awaited<ReturnType<typeof read>>;

/** What a transfer may be refused for before anything is written. */
function refuse({ item, there, to, batch }: Found): void {
  if (to.id === item.storeId) invalid({ storeId: ["Choose another store"] });
  if (to.archivedAt) invalid({ storeId: ["Store is archived or was deleted"] });
  if (item.archivedAt) conflict(`${item.name} is archived. Restore it first.`);
  if (there?.archivedAt) conflict(`${there.name} is archived in ${to.name}. Restore it first.`);
  if ((item.hasBatches || item.hasExpiry) && !batch) invalid({ batchId: ["Choose a batch"] });
}

async function carriedOut(
  db: CompanyDb,
  { qty, reason }: Asked,
  found: Found,
): Promise<Answer<Moved>> {
  refuse(found);
  const { item, there, to, fromName } = found;
  const toId = there?.id ?? newId();
  const [outId, inId] = [newId(), newId()];
  const batch = found.batch && { batchNo: found.batch.batchNo, expiryOn: found.batch.expiryOn };
  const both = { qty, reason, batch, unitCostMinor: item.rateMinor };
  const moves: StockMove[] = [
    {
      ...both,
      stockItemId: item.id,
      kind: "transfer_out",
      id: outId,
      pairId: inId,
      party: to.name,
    },
    { ...both, stockItemId: toId, kind: "transfer_in", id: inId, pairId: outId, party: fromName },
  ];
  const log = { action: "transfer.stock_item", kind: "stock_item", reason };
  const made = {
    action: "create.stock_item",
    kind: "stock_item",
    id: toId,
    label: item.name,
    reason: `Transferred from ${fromName}`,
  };
  return withStock(db, moves, () =>
    db.commit({
      writes: [
        assertOpenStore(db, to.id),
        ...(there ? [] : alike(db, item, toId, to.id)),
        ...moveStock(db, moves),
      ],
      activity: [
        ...(there ? [] : [made]),
        {
          ...log,
          id: item.id,
          label: item.name,
          changes: [{ field: "transfer_out", from: fromName, to: `${qty} to ${to.name}` }],
        },
        {
          ...log,
          id: toId,
          label: there?.name ?? item.name,
          changes: [{ field: "transfer_in", from: `${qty} from ${fromName}`, to: to.name }],
        },
      ],
      answer: {
        status: 200,
        message: `${qty} ${item.unit} of ${item.name} moved to ${to.name}`,
        data: { id: item.id, to_id: toId },
      },
    }),
  );
}

/** The same item in another store, with nothing in it yet. Its place, minimum and maximum are the store's own matter. */
function alike(db: CompanyDb, item: Item, id: string, storeId: string) {
  const { name, partNo, kind, unit, rateMinor, hasBatches, hasExpiry, vendorId, isActive } = item;
  const columns = {
    name,
    partNo,
    kind,
    unit,
    rateMinor,
    hasBatches,
    hasExpiry,
    vendorId,
    isActive,
    storeId,
  };
  return [
    db.inserting(stockItems, { ...columns, id }),
    ...madeItems(db, [{ id, values: { ...empty, ...columns } }], new Map()),
    db.run(sql`insert into ${stockItemMachineTypes} ("company_id", "id", "stock_item_id", "machine_type_id", "machine_type_name")
      select ${db.companyId}, lower(hex(randomblob(16))), ${id}, ${stockItemMachineTypes.machineTypeId}, ${stockItemMachineTypes.machineTypeName}
      from ${stockItemMachineTypes} where ${db.ofOwner(stockItemMachineTypes, eq(stockItemMachineTypes.stockItemId, item.id))}`),
  ];
}
const empty = itemInput.parse({ storeId: "-", name: "-" });
