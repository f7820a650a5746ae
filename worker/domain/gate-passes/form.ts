import { and, asc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { addDays, dayIn } from "#app/shared/company-time.ts";
import { pick } from "#app/shared/pick.ts";
import {
  assetAccessories,
  assets,
  breakdowns,
  gatePasses,
  gatePassLines,
  stockItems,
  vendors,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import { conflict, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { settingOf } from "../settings/vocabulary.ts";
import { MOST_LINES } from "./input.ts";
import { linesOf } from "./lines.ts";
import { holdersOf, idSet, titleOf } from "./things.ts";

/** A week: what a repair is given until somebody chooses otherwise. */
const USUAL_DAYS = 7;

/** Devices to choose for a line, with their accessories and what holds them. */
const devicesQueries = (db: CompanyDb, ids: SQL) =>
  [
    db
      .select(pick(assets, ["id", "assetCode", "name", "serialNo", "lifecycle"]))
      .from(assets)
      .where(db.ofOwner(assets, and(inArray(assets.id, ids), isNull(assets.deletedAt)))),
    db
      .select(pick(assetAccessories, ["id", "assetId", "name"]))
      .from(assetAccessories)
      .where(
        db.ofOwner(
          assetAccessories,
          and(inArray(assetAccessories.assetId, ids), isNull(assetAccessories.archivedAt)),
        ),
      )
      .orderBy(asc(assetAccessories.assetId), asc(assetAccessories.name)),
    holdersOf(db, ids),
  ] as const;
type Found = readonly [
  { id: string; assetCode: string; name: string; serialNo: string | null; lifecycle: string }[],
  { id: string; assetId: string; name: string }[],
  { assetId: string; passId: string | null; number: string }[],
];

/** A device as a line of the form shows it. */
export type FormDevice = {
  id: string;
  label: string;
  serialNo: string | null;
  accessories: { id: string; name: string }[];
  /** Why it cannot go on a pass; null when it can. */
  why: string | null;
};

function shownDevices(ids: readonly string[], found: Found, own: string | null): FormDevice[] {
  const [devices, accessories, holders] = found;
  return ids.flatMap((id) => {
    const device = devices.find((one) => one.id === id);
    if (!device) return [];
    const holder = holders.find(({ assetId, passId }) => assetId === id && passId !== own);
    const held =
      holder &&
      (holder.passId === null ? `It is in transfer ${holder.number}` : `It is on ${holder.number}`);
    return [
      {
        id,
        label: titleOf(device),
        serialNo: device.serialNo,
        accessories: accessories
          .filter(({ assetId }) => assetId === id)
          .map(({ id, name }) => ({ id, name })),
        why: device.lifecycle === "disposed" ? "It is disposed" : (held ?? null),
      },
    ];
  });
}

/** Devices for the form, in the order asked for; those that are not the company's are left out. One round trip. @throws Response 403 */
export async function devicesFor(session: Session, ids: readonly string[]): Promise<FormDevice[]> {
  const db = session.authorize("create-gate-pass");
  const asked = [...new Set(ids)].slice(0, MOST_LINES);
  return shownDevices(asked, await db.read(...devicesQueries(db, idSet(asked))), null);
}

const factsOf = ({ company }: Session) => {
  const today = dayIn(company.timeZone, Date.now());
  return { today, levels: settingOf(company, "gate_pass_levels"), most: MOST_LINES };
};

/**
 * A new pass, with the devices that the address names (`assets`, ids between commas), or about a call (`breakdown`): a repair
 * by its vendor.
 * @throws Response 403, 404 for a call that is not there
 */
export async function newPass(session: Session, params: URLSearchParams) {
  const db = session.authorize("create-gate-pass");
  const asked = params.get("breakdown") ?? "";
  const chosen = (params.get("assets") ?? "").split(",").filter(Boolean);
  const named = chosen.slice(0, MOST_LINES);
  const itsAsset = sql`(select "id" from ${idSet(named)} union select ${breakdowns.assetId} from ${breakdowns} where ${db.ofOwner(breakdowns, eq(breakdowns.id, asked))})`;
  const [[call], [vendor], ...found] = await db.read(
    db
      .select(pick(breakdowns, ["id", "number", "assetId"]))
      .from(breakdowns)
      .where(db.ofOwner(breakdowns, eq(breakdowns.id, asked)))
      .limit(1),
    db.byId(
      vendors,
      sql`(select ${breakdowns.vendorId} from ${breakdowns} where ${db.ofOwner(breakdowns, eq(breakdowns.id, asked))})`,
    ),
    ...devicesQueries(db, itsAsset),
  );
  if (asked && !call) notFound("call");
  const ids = [...new Set([...named, ...(call ? [call.assetId] : [])])];
  const facts = factsOf(session);
  return {
    ...facts,
    leftOut: chosen.length - named.length,
    devices: shownDevices(ids, found, null),
    call: call ? { id: call.id, number: call.number } : null,
    vendor: vendor ? { id: vendor.id, name: vendor.name } : null,
    expectedReturnOn: addDays(facts.today, USUAL_DAYS),
  };
}
export type NewPass = Awaited<ReturnType<typeof newPass>>;

/** A draft as its form opens with it. @throws Response 403; 404; 409 when it is no draft any more */
export async function draftPass(session: Session, id: string) {
  const db = session.authorize("create-gate-pass");
  const [[pass], lines, [vendor], [call], items, ...found] = await db.read(
    db.byId(gatePasses, id),
    linesOf(db, id),
    db.byId(
      vendors,
      sql`(select ${gatePasses.vendorId} from ${gatePasses} where ${db.ofOwner(gatePasses, eq(gatePasses.id, id))})`,
    ),
    db
      .select(pick(breakdowns, ["id", "number"]))
      .from(breakdowns)
      .where(
        db.ofOwner(
          breakdowns,
          sql`${breakdowns.id} = (select ${gatePasses.breakdownId} from ${gatePasses} where ${db.ofOwner(gatePasses, eq(gatePasses.id, id))})`,
        ),
      )
      .limit(1),
    db
      .select(pick(stockItems, ["id", "name"]))
      .from(stockItems)
      .where(
        db.ofOwner(
          stockItems,
          sql`${stockItems.id} in (select "stock_item_id" from "gate_pass_lines" where "company_id" = ${db.companyId} and "gate_pass_id" = ${id})`,
        ),
      ),
    ...devicesQueries(
      db,
      sql`(select ${gatePassLines.assetId} as "id" from ${gatePassLines} where ${db.ofOwner(gatePassLines, eq(gatePassLines.gatePassId, id))})`,
    ),
  );
  const row = pass ?? notFound("gate pass");
  if (row.status !== "draft") conflict("Only a draft is edited");
  const ids = lines.flatMap(({ assetId }) => assetId ?? []);
  return {
    ...factsOf(session),
    pass: row,
    lines,
    devices: shownDevices(ids, found, id),
    call: call ?? null,
    vendor: vendor ? { id: vendor.id, name: vendor.name } : null,
    items,
  };
}
export type DraftPass = Awaited<ReturnType<typeof draftPass>>;
