import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { lineDays, stateOn } from "#app/shared/contracts.ts";
import { pick } from "#app/shared/pick.ts";
import {
  activityLog,
  assets,
  contractAssets,
  contracts,
  departments,
  vendors,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { keyset } from "../../db/keyset.ts";
import { pointsTo, rare } from "../../db/predicates.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { labelled } from "../activity/labels.ts";
import { counted } from "../entity/counters.ts";
import { askedOf } from "../lists/list-query.ts";
import { namedBy } from "../lists/more-columns.ts";
import { contractDocuments } from "./documents.ts";
import { counterOf } from "./effects.ts";
import { contractFlow } from "./flow.ts";

const SIZE = 25;
const LATEST = 10;
/** So many contracts of a chain are shown before and after one. */
const MOST_OF_CHAIN = 15;

/** The vendor that a contract names, as a statement of a read. */
const vendorOf = (db: ReadingDb, id: string) =>
  db
    .select({
      name: vendors.name,
      phone: vendors.phone,
      email: vendors.email,
      contactName: vendors.contactName,
    })
    .from(vendors)
    .where(
      db.ofOwner(
        vendors,
        sql`${vendors.id} = (select ${contracts.vendorId} from ${contracts} where ${db.ofOwner(contracts, eq(contracts.id, id))})`,
      ),
    )
    .limit(1);

/** The contracts that a contract renews, one after the other, and those that renew it, in their order. */
export const chainOf = (db: ReadingDb, id: string) => {
  const own = (as: string): SQL => sql`${sql.raw(`"${as}"."company_id"`)} = ${db.companyId}`;
  const most = sql.raw(String(MOST_OF_CHAIN));
  const ids = sql`with recursive "earlier" ("at", "from", "nth") as (
      select "c"."id", "c"."renewed_from_id", 0 from "contracts" as "c" where ${own("c")} and "c"."id" = ${id}
      union all select "c"."id", "c"."renewed_from_id", "nth" + 1 from "earlier" cross join "contracts" as "c" on ${own("c")} and "c"."id" = "earlier"."from"
        where "nth" < ${most}),
    "later" ("at", "nth") as (
      select ${id}, 0
      union all select "c"."id", "nth" + 1 from "later" cross join "contracts" as "c" on ${own("c")} and ${rare(sql`"c"."renewed_from_id" = "later"."at"`)}
        where "nth" < ${most})
    select "at" from "earlier" union select "at" from "later"`;
  return db
    .select(
      pick(contracts, [
        "id",
        "number",
        "kind",
        "startOn",
        "endOn",
        "terminatedOn",
        "noticeDays",
        "valueMinor",
      ]),
    )
    .from(contracts)
    .where(db.ofOwner(contracts, rare(sql`${contracts.id} in (${ids})`)))
    .orderBy(contracts.startOn, contracts.id);
};

/** A page of the devices of a contract, as a statement and what comes of its rows. */
function linesPage(db: ReadingDb, id: string, params: URLSearchParams) {
  const query = { ...askedOf(params, ["added"], []), size: SIZE, q: "" };
  const slice = keyset(contractAssets.assetId, contractAssets.id, query, params, { unique: true });
  const statement = db
    .select({
      ...pick(contractAssets, ["fromOn", "toOn", "valueShareMinor", "version"]),
      id: sql<string>`${assets.id}`.as("device_id"),
      assetId: contractAssets.assetId,
      assetCode: assets.assetCode,
      name: assets.name,
      make: assets.make,
      model: assets.model,
      lifecycle: assets.lifecycle,
      place: namedBy(departments, departments.name, assets.departmentId),
    })
    .from(contractAssets)
    .innerJoin(assets, pointsTo(contractAssets.assetId, assets))
    .where(db.ofOwner(contractAssets, and(eq(contractAssets.contractId, id), slice.where)))
    .orderBy(...slice.orderBy)
    .limit(slice.limit);
  return { statement, slice, query };
}
export type LineOfContract = Awaited<ReturnType<typeof linesPage>["statement"]>[number];

/** A page of the devices of a contract, with the days on which each is covered. @throws Response 403, 404 */
export async function contractLines(session: Session, id: string, params: URLSearchParams) {
  const db = session.authorize("view-vendor");
  const { statement, slice, query } = linesPage(db, id, params);
  const [[contract], rows] = await db.read(db.byId(contracts, id), statement);
  if (!contract) return notFound("contract");
  const page = slice.page(rows, ({ assetId }) => assetId, null);
  return {
    ...page,
    query,
    rows: page.rows.map((row) => ({ ...row, ...lineDays(contract, row) })),
  };
}

const latestOf = (db: ReadingDb, id: string) =>
  db
    .select(
      pick(activityLog, [
        ...(["id", "at", "actorKind", "actorName", "via", "action", "entityKind"] as const),
        ...(["entityId", "entityLabel", "changes", "reason"] as const),
      ]),
    )
    .from(activityLog)
    .where(db.ofOwner(activityLog, and(isNull(activityLog.assetId), eq(activityLog.entityId, id))))
    .orderBy(desc(activityLog.id))
    .limit(LATEST);

/** A contract's page: its terms, its devices, the chain it is in, its documents and its latest log. One round trip. @throws Response 403, 404 */
export async function contractDetail(session: Session, id: string, params: URLSearchParams) {
  const db = session.authorize("view-vendor");
  const today = dayIn(session.company.timeZone);
  const { statement, slice, query } = linesPage(db, id, params);
  const [[row], [vendor], counters, rows, chain, documents, latest] = await db.read(
    db.byId(contracts, id),
    vendorOf(db, id),
    counted(db, counterOf.assets(id), counterOf.shared(id)),
    statement,
    chainOf(db, id),
    contractDocuments.of(db, id),
    latestOf(db, id),
  );
  const contract = row ?? notFound("contract");
  const isLimited = db.scope !== null;
  const counter = (name: string) => counters.find((one) => one.name === name)?.value ?? 0;
  const page = slice.page(rows, ({ assetId }) => assetId, null);
  return {
    contract,
    vendor: vendor!,
    moves: contractFlow
      .movesOf(session, contract)
      .filter(({ move }) => move !== "terminate" || contract.endOn >= today),
    /** Of a person who sees only some Locations it is not told. */
    assetCount: isLimited ? null : counter(counterOf.assets(id)),
    lines: { ...page, query },
    shared: isLimited ? null : counter(counterOf.shared(id)),
    chain,
    documents,
    latest: latest.map(labelled),
    today,
    now: Date.now(),
    may: {
      edit: session.can("edit-vendor"),
      create: session.can("create-vendor"),
      seesAssets: session.can("view-asset"),
    },
  };
}
export type ContractDetail = Awaited<ReturnType<typeof contractDetail>>;

/** The contract that renews another one and was not terminated, as a column of what is read. */
const renewedBy = (db: ReadingDb, id: string) =>
  db
    .select({ id: contracts.id })
    .from(contracts)
    .where(
      db.ofOwner(
        contracts,
        sql`${contracts.renewedFromId} = ${id} and ${contracts.terminatedOn} is null`,
      ),
    )
    .limit(1);

/** A contract with its state of today and what the person may do with it. @throws Response 403, 404 */
export async function contractToRead(session: Session, id: string) {
  const db = session.authorize("view-vendor");
  const [[row], [vendor], [next]] = await db.read(
    db.byId(contracts, id),
    vendorOf(db, id),
    renewedBy(db, id),
  );
  const contract = row ?? notFound("contract");
  return {
    ...contract,
    vendorName: vendor?.name ?? "",
    state: stateOn(contract, dayIn(session.company.timeZone)),
    renewedBy: next?.id ?? null,
    moves: contractFlow.movesOf(session, contract),
  };
}

/** A contract as its form opens it, with the vendor's name; also to be renewed. @throws Response 403, 404 */
export async function contractToEdit(
  session: Session,
  id: string,
  permission: "edit-vendor" | "create-vendor",
) {
  const db = session.authorize(permission);
  const [[row], [vendor]] = await db.read(db.byId(contracts, id), vendorOf(db, id));
  return { ...(row ?? notFound("contract")), vendorName: vendor?.name ?? "" };
}
