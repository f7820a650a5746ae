import { and, eq, isNull, sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { pick } from "#app/shared/pick.ts";
import {
  assets,
  departments,
  stockItems,
  stores,
  vendorScores,
  vendors,
} from "#drizzle/tenant/index.ts";
import { keyset } from "../../db/keyset.ts";
import { pointsTo, rare } from "../../db/predicates.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { counterOf } from "../assets/effects.ts";
import { contractsOfVendor, MOST_CONTRACTS } from "../contracts/of-others.ts";
import { counted } from "../entity/counters.ts";
import { daysOut, timesOut } from "../gate-passes/days-out.ts";
import { askedOf } from "../lists/list-query.ts";
import { vendorDocuments } from "./vendor-documents.ts";

const vendorTabs = ["overview", "assets", "contracts", "documents", "stock"] as const;
/** One page of what they supplied. */
const SIZE = 25;
/** Parts are counted up to this number. */
const MOST_COUNTED = 200;

/** Matches no row without the permission. */
const sees = (may: boolean) => (may ? undefined : sql`0`);

/** A vendor's page: the vendor, what they supplied, their documents and the parts that come from them. One round trip. */
export async function vendorDetail(session: Session, id: string, params: URLSearchParams) {
  const db = session.authorize("view-vendor");
  const [seesAssets, seesStock] = [session.can("view-asset"), session.can("view-stock")];
  const tab = vendorTabs.find((one) => one === params.get("tab")) ?? "overview";
  const query = { ...askedOf(params, ["code"], []), size: SIZE, q: "" };
  const itemQuery = { ...askedOf(params, ["name"], []), size: SIZE, q: "" };
  const placeOn = (one: string) => (one === tab ? params : new URLSearchParams());
  const slice = keyset(assets.assetCode, assets.id, query, placeOn("assets"), { unique: true });
  const itemSlice = keyset(stockItems.name, stockItems.id, itemQuery, placeOn("stock"));
  const ofVendor = and(
    sql`vendor_id is not null and deleted_at is null`,
    eq(stockItems.vendorId, id),
    sees(seesStock),
  );
  const [[vendor], [counter], supplied, documents, items, [counting], agreed, out, [score]] =
    await db.read(
      db.byId(vendors, id),
      counted(db, counterOf.vendor(id)),
      db
        .select({
          ...pick(assets, ["id", "assetCode", "name", "make", "model", "purchaseOn"]),
          place: sql<string>`${departments.name}`.as("department_name"),
        })
        .from(assets)
        .innerJoin(departments, pointsTo(assets.departmentId, departments))
        .where(
          db.ofOwner(
            assets,
            and(
              rare(eq(assets.vendorId, id)),
              isNull(assets.deletedAt),
              slice.where,
              sees(seesAssets),
            ),
          ),
        )
        .orderBy(...slice.orderBy)
        .limit(slice.limit),
      vendorDocuments.of(db, id),
      db
        .select({
          id: sql<string>`${stockItems.id}`.as("item_id"),
          name: sql<string>`${stockItems.name}`.as("item_name"),
          ...pick(stockItems, ["partNo", "quantity", "unit"]),
          store: sql<string>`${stores.name}`.as("store_name"),
        })
        .from(stockItems)
        .innerJoin(stores, pointsTo(stockItems.storeId, stores))
        .where(
          db.ofOwner(
            stockItems,
            and(
              rare(eq(stockItems.vendorId, id)),
              isNull(stockItems.deletedAt),
              itemSlice.where,
              sees(seesStock),
            ),
          ),
        )
        .orderBy(...itemSlice.orderBy)
        .limit(itemSlice.limit),
      db.counting(stockItems, ofVendor, MOST_COUNTED + 1),
      contractsOfVendor(db, id),
      timesOut(db, id, session.can("view-gate-pass")),
      db
        .select()
        .from(vendorScores)
        .where(
          db.ofOwner(
            vendorScores,
            and(eq(vendorScores.id, id), sees(session.can("view-breakdown"))),
          ),
        )
        .limit(1),
    );
  const itemCount = counting?.n ?? 0;
  if (!vendor) return notFound("vendor");
  return {
    vendor,
    score: score ?? null,
    tab,
    today: dayIn(session.company.timeZone),
    assetCount: seesAssets ? (counter?.value ?? null) : null,
    assets: { ...slice.page(supplied, (row) => row.assetCode, counter?.value ?? null), query },
    documents,
    contracts: agreed.slice(0, MOST_CONTRACTS),
    contractsCapped: agreed.length > MOST_CONTRACTS,
    out: session.can("view-gate-pass") ? daysOut(out, Date.now()) : null,
    stock: {
      ...itemSlice.page(
        items,
        ({ name }) => name,
        Math.min(itemCount, MOST_COUNTED),
        itemCount > MOST_COUNTED,
      ),
      query: itemQuery,
    },
    sees: { assets: seesAssets, stock: seesStock },
    may: {
      create: session.can("create-vendor"),
      edit: session.can("edit-vendor"),
      remove: session.can("delete-vendor"),
    },
  };
}
