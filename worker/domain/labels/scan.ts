import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { assets, assetTransfers, gatePasses, stockItems } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Session } from "../../session.ts";
import { machineNamed, machinesScanned } from "../calibration/machine-scan.ts";
import { devicesCalled } from "../search/device-search.ts";
import { matchOf } from "../search/search.ts";
import { withoutSeparators } from "../search/terms.ts";

/** What a code names, or why it names nothing here. */
type ScanAnswer =
  | {
      found: {
        kind: "asset" | "stock_item" | "asset_transfer" | "gate_pass" | "machine";
        value: string;
        label: string;
        href: string;
      };
    }
  | { problem: string };

const LONGEST = 500;
const MOST = 10;
const ELSEWHERE = "This label belongs to another address.";
const UNKNOWN = "Nothing here has this code.";
const nothing = sql`(select null as record_id where 0) as found`;

/** What an address on a label says; plain text is a code of its own. */
export function meaningOf(
  text: string,
  origin: string,
): {
  token?: string;
  stock?: string;
  transfer?: string;
  pass?: string;
  machine?: string;
  code?: string;
  isElsewhere?: true;
} {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return { code: text };
  const { hostname, pathname } = new URL(text);
  if (hostname !== new URL(origin).hostname) return { isElsewhere: true };
  const [, where, id] =
    /^\/(q|m|stocks\/ledger|asset-transfer|gate)\/([^/]+)$/.exec(pathname) ?? [];
  if (where === "q") return { token: id! };
  if (where === "m") return { machine: id! };
  if (where === "asset-transfer") return { transfer: id! };
  if (where === "gate") return { pass: id! };
  return where ? { stock: id! } : { code: "" };
}

const first = (matching: SQL | null) =>
  matching
    ? sql`(select record_id from search_index where ${matching} order by rowid limit ${sql.raw(String(MOST))}) as found`
    : nothing;
const stockMatching = (db: ReadingDb, code: string) => {
  const match = matchOf(db.companyId, "stock_item", code);
  return match ? sql`search_index match ${match}` : null;
};

/**
 * The device, stock item, transfer, gate pass or machine a scanned code names: by the address on a label or paper, or by its code, serial,
 * part number or number. One round trip.
 */
export async function scan(session: Session, text: string): Promise<ScanAnswer> {
  const [mayAssets, mayStock] = [session.can("view-asset"), session.can("view-stock")];
  const mayTransfers = session.can("view-asset-transfer");
  const mayPasses = session.can("view-gate-pass");
  const mayMachines = session.can("view-machine");
  if (!mayAssets && !mayStock && !mayTransfers && !mayPasses && !mayMachines)
    return { problem: UNKNOWN };
  const db = session.authorizeAny(
    ...(["view-asset", "view-stock", "view-asset-transfer", "view-gate-pass"] as const),
    "view-machine",
  );
  const { token, stock, transfer, pass, machine, code, isElsewhere } = meaningOf(
    text.trim().slice(0, LONGEST),
    session.origin,
  );
  if (isElsewhere) return { problem: ELSEWHERE };
  const device = {
    id: assets.id,
    code: assets.assetCode,
    name: assets.name,
    serialNo: assets.serialNo,
  };
  const item = { id: stockItems.id, name: stockItems.name, partNo: stockItems.partNo };
  const isLivingItem = and(isNull(stockItems.deletedAt), isNull(stockItems.archivedAt));
  const slip = transfer ? eq(assetTransfers.id, transfer) : eq(assetTransfers.number, code ?? "");
  const paper = pass ? eq(gatePasses.id, pass) : eq(gatePasses.number, code ?? "");
  const [labelled, devices, stocked, items, [sent], [printed], ducs] = await db.read(
    db
      .select(device)
      .from(assets)
      .where(
        db.ofOwner(
          assets,
          and(eq(assets.qrToken, (mayAssets && token) || ""), isNull(assets.deletedAt)),
        ),
      )
      .limit(1),
    db
      .select(device)
      .from(mayAssets && code ? first(devicesCalled(db, code)) : nothing)
      .crossJoin(assets)
      .where(
        db.ofOwner(assets, and(eq(assets.id, sql`found.record_id`), isNull(assets.deletedAt))),
      ),
    db
      .select(item)
      .from(stockItems)
      .where(
        db.ofOwner(stockItems, and(eq(stockItems.id, (mayStock && stock) || ""), isLivingItem)),
      )
      .limit(1),
    db
      .select(item)
      .from(mayStock && code ? first(stockMatching(db, code)) : nothing)
      .crossJoin(stockItems)
      .where(db.ofOwner(stockItems, and(eq(stockItems.id, sql`found.record_id`), isLivingItem))),
    db
      .select({ id: assetTransfers.id, number: assetTransfers.number })
      .from(assetTransfers)
      .where(db.ofOwner(assetTransfers, mayTransfers ? slip : eq(assetTransfers.id, "")))
      .limit(1),
    db
      .select({ id: gatePasses.id, number: gatePasses.number })
      .from(gatePasses)
      .where(db.ofOwner(gatePasses, mayPasses ? paper : eq(gatePasses.id, "")))
      .limit(1),
    machinesScanned(db, mayMachines ? machine : undefined, mayMachines ? code : undefined),
  );
  const wanted = withoutSeparators(code ?? "");
  const exact =
    devices.find(({ code }) => withoutSeparators(code) === wanted) ??
    devices.find(({ serialNo }) => withoutSeparators(serialNo ?? "") === wanted);
  const asset = labelled[0] ?? exact;
  if (asset)
    return {
      found: {
        kind: "asset",
        value: asset.id,
        label: `${asset.code} ${asset.name}`,
        href: `/asset/detail/${asset.id}`,
      },
    };
  if (sent)
    return {
      found: {
        kind: "asset_transfer",
        value: sent.id,
        label: sent.number,
        href: `/asset-transfer/${sent.id}`,
      },
    };
  const part = stocked[0] ?? items.find(({ partNo }) => withoutSeparators(partNo ?? "") === wanted);
  if (part)
    return {
      found: {
        kind: "stock_item",
        value: part.id,
        label: [part.name, part.partNo].filter(Boolean).join(" "),
        href: `/stocks/ledger/${part.id}`,
      },
    };
  if (printed)
    return {
      found: {
        kind: "gate_pass",
        value: printed.id,
        label: printed.number,
        href: `/gate/${printed.id}`,
      },
    };
  const duc = machineNamed(ducs, machine, code);
  return duc ? { found: duc } : { problem: UNKNOWN };
}
