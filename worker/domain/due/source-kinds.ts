import { and, between, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { kindWord } from "#app/shared/contracts.ts";
import type { DueSource } from "#app/shared/due-sources.ts";
import {
  assets,
  assetTransfers,
  contracts,
  gatePasses,
  lentWhere,
  media,
  vendors,
} from "#drizzle/tenant/index.ts";
import { pointsTo } from "../../db/predicates.ts";
import { acrossLocations } from "../../db/scope.ts";
import { calibrationSources } from "./calibration-sources.ts";
import {
  type Asked,
  found,
  LOOKED,
  LOOKED_JOINED,
  MOST,
  MOST_JOINED,
  type Named,
  ofNoDevice,
  type Source,
  toldOf,
  within,
  withinOf,
} from "./source-parts.ts";

const allAssets = acrossLocations(assets, "it bounds how far a look goes");
const ofDevice = ["department", "place", "criticality", "vendor", "team", "asset"];
const vendorOf = (column: SQLiteColumn) =>
  sql`(select ${vendors.name} from ${vendors} where ${pointsTo(column, vendors)})`;
// A date is of a device that the person sees.
const ofAsset: Named = {
  ...{ table: assets, from: allAssets },
  name: assets.name,
  code: assets.assetCode,
};
const ofContract: Named = {
  table: contracts,
  name: sql`${contracts.kind} || char(10) || ${vendorOf(contracts.vendorId)}`,
  code: contracts.number,
};
const ofVendor: Named = {
  table: vendors,
  name: vendors.name,
  code: sql`coalesce(${vendors.accreditationNo}, '')`,
};
const ofTransfer: Named = {
  table: assetTransfers,
  name: assetTransfers.firstAsset,
  code: assetTransfers.number,
};
const ofPass: Named = {
  table: gatePasses,
  name: sql`coalesce(${vendorOf(gatePasses.vendorId)}, ${gatePasses.partyName})`,
  code: gatePasses.number,
};
const ofVendorAsked = (column: SQLiteColumn, { values: { vendor } }: Asked) =>
  vendor ? eq(column, vendor) : undefined;
export const sources: Record<DueSource, Source> = {
  warranty_end: {
    needs: "view-asset",
    by: ofDevice,
    statement: (db, range, asked) =>
      db
        .select(found(assets.warrantyEndOn, assets.id, ofAsset, asked))
        .from(allAssets)
        .where(
          db.ofOwner(
            assets,
            and(
              isNotNull(assets.warrantyEndOn),
              withinOf(assets.id, assets.warrantyEndOn, range, asked.values.asset),
              isNull(assets.deletedAt),
            ),
          ),
        )
        .orderBy(assets.warrantyEndOn)
        .limit((asked.kept ? LOOKED : MOST) + 1),
    told: toldOf(ofAsset),
    most: MOST,
    looked: LOOKED,
    href: (id) => `/asset/detail/${id}`,
  },
  document_end: {
    needs: "view-asset",
    by: ofDevice,
    statement: (db, range, asked) =>
      db
        .select(found(media.validUntil, assets.id, ofAsset, asked))
        .from(acrossLocations(media, "it bounds how far a look goes"))
        .innerJoin(allAssets, pointsTo(media.assetId, assets))
        .where(
          db.ofOwner(
            media,
            and(
              isNotNull(media.validUntil),
              withinOf(media.assetId, media.validUntil, range, asked.values.asset),
              isNull(media.deletedAt),
              eq(media.isCurrent, true),
              isNull(assets.deletedAt),
            ),
          ),
        )
        .orderBy(media.validUntil)
        .limit((asked.kept ? LOOKED_JOINED : MOST_JOINED) + 1),
    told: toldOf(ofAsset),
    most: MOST_JOINED,
    looked: LOOKED_JOINED,
    href: (id) => `/asset/detail/${id}?tab=document`,
  },
  contract_end: {
    needs: "view-vendor",
    by: ["vendor"],
    statement: (db, range, asked) =>
      db
        .select(found(contracts.endOn, contracts.id, ofContract, ofNoDevice(asked)))
        .from(contracts)
        .where(
          db.ofOwner(
            contracts,
            and(
              within(contracts.endOn, range),
              isNull(contracts.terminatedOn),
              ofVendorAsked(contracts.vendorId, asked),
            ),
          ),
        )
        .orderBy(contracts.endOn)
        .limit(MOST_JOINED + 1),
    told: toldOf(ofContract),
    most: MOST_JOINED,
    href: (id) => `/contract/${id}`,
    name: (name) => {
      const [kind = "", vendor = ""] = name.split("\n");
      return `${kindWord(kind)}, ${vendor}`;
    },
  },
  accreditation_end: {
    needs: "view-vendor",
    by: ["vendor"],
    statement: (db, range, asked) =>
      db
        .select(found(vendors.accreditationValidUntil, vendors.id, ofVendor, ofNoDevice(asked)))
        .from(vendors)
        .where(
          db.ofOwner(
            vendors,
            and(
              sql`is_calibration_lab = 1 and deleted_at is null`,
              isNull(vendors.archivedAt),
              between(vendors.accreditationValidUntil, range.from, range.to),
              ofVendorAsked(vendors.id, asked),
            ),
          ),
        )
        .orderBy(vendors.accreditationValidUntil)
        .limit(MOST + 1),
    told: toldOf(ofVendor),
    most: MOST,
    href: (id) => `/vendor/detail/${id}`,
  },
  loan_back: {
    needs: "view-asset-transfer",
    by: [],
    statement: (db, range, asked) =>
      db
        .select(found(assetTransfers.dueBackOn, assetTransfers.id, ofTransfer, ofNoDevice(asked)))
        .from(assetTransfers)
        .where(
          db.ofOwner(
            assetTransfers,
            and(within(assetTransfers.dueBackOn, range), sql.raw(lentWhere)),
          ),
        )
        .orderBy(assetTransfers.dueBackOn)
        .limit(MOST + 1),
    told: toldOf(ofTransfer),
    most: MOST,
    href: (id) => `/asset-transfer/${id}`,
  },
  pass_back: {
    needs: "view-gate-pass",
    by: ["vendor"],
    statement: (db, range, asked) =>
      db
        .select(found(gatePasses.expectedReturnOn, gatePasses.id, ofPass, ofNoDevice(asked)))
        .from(gatePasses)
        .where(
          db.ofOwner(
            gatePasses,
            and(
              sql`${gatePasses.status} in ('out', 'partially_returned')`,
              within(gatePasses.expectedReturnOn, range),
              ofVendorAsked(gatePasses.vendorId, asked),
            ),
          ),
        )
        .orderBy(gatePasses.expectedReturnOn)
        .limit(MOST_JOINED + 1),
    told: toldOf(ofPass),
    most: MOST_JOINED,
    href: (id) => `/gate-pass/${id}`,
  },
  ...calibrationSources,
};
