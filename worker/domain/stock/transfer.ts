import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { pick } from "#app/shared/pick.ts";
import { quantityText } from "#app/shared/quantity.ts";
import { newId } from "#drizzle/columns.ts";
import { stockItemMachineTypes, stockItems, stores } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer, Row } from "../../db/db.ts";
import { pointsTo } from "../../db/predicates.ts";
import { conflict, invalid, isRefusal, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { checked, id as idOf, optionalId, optionalMultiline, whole } from "../entity/fields.ts";
import { assertOffered } from "../entity/references.ts";
import { batchQuery } from "./batches.ts";
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
  session: Session,
  id: string,
  input: unknown,
): Promise<Answer<Moved>> {
  const db = session.authorize("edit-stock");
  const values = checked(transferInput, input);
  for (let attempt = 1; ; attempt++) {
    const read = await ends(db, id, values.storeId, values.batchId);
    try {
      return await carriedOut(db, values, read);
    } catch (refusal) {
      // Another transfer may have created the item there: read again.
      const mayHaveBeenMade = isRefusal(refusal, 422) && !read.there && attempt < TRIES;
      if (!mayHaveBeenMade) throw refusal;
    }
  }
}

/** The item with its batch, and what is at the other end. @throws Response 404 */
async function ends(db: CompanyDb, id: string, storeId: string, batchId: string | null) {
  const living = (where: SQL | undefined) =>
    db
      .select()
      .from(stockItems)
      .where(db.ofOwner(stockItems, and(where, isNull(stockItems.deletedAt))))
      .limit(1);
  const valueOfItem = (column: "name" | "partNo") =>
    db
      .select({ value: stockItems[column] })
      .from(stockItems)
      .where(db.ofOwner(stockItems, eq(stockItems.id, id)));
  const [[item], [byPart], [byName], [batch], [to], [from]] = await db.read(
    db.byId(stockItems, id),
    living(and(eq(stockItems.storeId, storeId), eq(stockItems.partNo, valueOfItem("partNo")))),
    living(and(eq(stockItems.storeId, storeId), eq(stockItems.name, valueOfItem("name")))),
    batchQuery(db, id, batchId),
    db.byId(stores, storeId),
    db
      .select({ name: stores.name })
      .from(stockItems)
      .innerJoin(stores, pointsTo(stockItems.storeId, stores))
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

type TransferValues = z.output<typeof transferInput>;
type Ends = Awaited<ReturnType<typeof ends>>;

/** What a transfer may be refused for before anything is written. */
function refuse({ item, there, to, batch }: Ends): void {
  if (to.id === item.storeId) invalid({ storeId: ["Choose another store"] });
  if (to.archivedAt) invalid({ storeId: ["Store is archived or was deleted"] });
  if (item.archivedAt) conflict(`${item.name} is archived. Restore it first.`);
  if (there?.archivedAt) conflict(`${there.name} is archived in ${to.name}. Restore it first.`);
  if ((item.hasBatches || item.hasExpiry) && !batch) invalid({ batchId: ["Choose a batch"] });
}

async function carriedOut(
  db: CompanyDb,
  { qty, reason }: TransferValues,
  read: Ends,
): Promise<Answer<Moved>> {
  refuse(read);
  const { item, batch, there, to, fromName } = read;
  const toId = there?.id ?? newId();
  const [outId, inId] = [newId(), newId()];
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
  const creation = {
    action: "create.stock_item",
    kind: "stock_item",
    id: toId,
    label: item.name,
    reason: `Transferred from ${fromName}`,
  };
  return withStock(db, moves, () =>
    db.commit({
      writes: [
        assertOffered(db, stores, to.id),
        ...(there ? [] : alike(db, item, toId, to.id)),
        ...moveStock(db, moves),
      ],
      activity: [
        ...(there ? [] : [creation]),
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
        message: `${quantityText(qty, item.unit)} of ${item.name} moved to ${to.name}`,
        data: { id: item.id, to_id: toId },
      },
    }),
  );
}

/** What an item is wherever it is; its place, minimum and maximum are each store's own matter. */
const whatItIs = [
  "name",
  "partNo",
  "kind",
  "unit",
  "rateMinor",
  "hasBatches",
  "hasExpiry",
  "vendorId",
  "isActive",
] as const;

/** The same item in another store, with nothing in it yet. */
function alike(db: CompanyDb, item: Item, id: string, storeId: string) {
  const columns = { ...pick(item, whatItIs), storeId };
  return [
    db.inserting(stockItems, { ...columns, id }),
    ...madeItems(db, [{ id, values: { ...empty, ...columns } }], new Map()),
    db.run(sql`insert into ${stockItemMachineTypes} ("company_id", "id", "stock_item_id", "machine_type_id", "machine_type_name")
      select ${db.companyId}, lower(hex(randomblob(16))), ${id}, ${stockItemMachineTypes.machineTypeId}, ${stockItemMachineTypes.machineTypeName}
      from ${stockItemMachineTypes} where ${db.ofOwner(stockItemMachineTypes, eq(stockItemMachineTypes.stockItemId, item.id))}`),
  ];
}
const empty = itemInput.parse({ storeId: "-", name: "-" });
