import { isNull, sql } from "drizzle-orm";
import { assetDetails, assets } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { countAssets, recounting } from "../assets/effects.ts";
import { assetUses } from "../assets/remove.ts";
import { indexedAssets } from "../assets/searching.ts";
import type { ImportKind } from "./kind.ts";
import { standingOf, standingQuery } from "./standing.ts";

type Values = Record<string, unknown>;

/** The batch stops unless every device is as it was read. */
export const asRead = (
  db: CompanyDb,
  rows: readonly { id: string; version: number }[],
): Statement =>
  db.assert(
    "state",
    sql`(select count(*) from json_each(${JSON.stringify(rows.map(({ id, version }) => [id, version]))}) as "asked" cross join ${assets}
      where ${db.mine(assets, sql`${assets.id} = "asked"."value" ->> 0 and ${assets.version} = "asked"."value" ->> 1 and ${isNull(assets.deletedAt)}`)}) = ${rows.length}`,
  );

/** Changes rows of devices, with what follows from them. */
export const changing = (
  db: CompanyDb,
  rows: readonly { id: string; main: Values; details: Values }[],
): Statement[] => {
  const ids = rows.map(({ id }) => id);
  if (!ids.length) return [];
  const main = db.updatingAll(
    assets,
    rows.map(({ id, main }) => ({ id, ...main })),
  );
  const details = db.updatingAll(
    assetDetails,
    rows.map(({ id, details }) => ({ id, ...details })),
  );
  return [...recounting(db, ids, main, details), ...indexedAssets(db, ids)];
};

const restored = (entry: { id: string; before: Values }) => ({
  id: entry.id,
  main: entry.before.main as Values,
  details: entry.before.details as Values,
});

/** Takes an import of devices back: what it added is deleted, what it changed is as it was. */
export const undoAssets: ImportKind["undo"] = {
  reads: (db, ids) => [
    standingQuery(db, assets, ids, assetUses),
    db
      .select({ id: assets.id, assetCode: assets.assetCode, name: assets.name })
      .from(assets)
      .where(
        db.mine(assets, sql`${assets.id} in (select "entity_id" from (${ids}))`),
      ) as unknown as Statement,
  ],
  standing: ([rows]) => standingOf(rows, assetUses),
  write: (db, [standing, now], gone, back) => {
    const rows = new Map(
      (now as { id: string; assetCode: string; name: string }[]).map((row) => [row.id, row]),
    );
    const versions = standing as { id: string; version: number }[];
    const touched = new Set([...gone, ...back.map(({ id }) => id)]);
    const entry = (action: string, id: string) => {
      const { assetCode, name } = rows.get(id)!;
      return { action, kind: "asset", id, assetId: id, label: `${assetCode} ${name}` };
    };
    const deletedAt = Date.now();
    const removing = gone.length
      ? [
          ...countAssets(db, gone, -1),
          db.updatingAll(
            assets,
            gone.map((id) => ({ id, deletedAt })),
          ),
          ...indexedAssets(db, gone),
        ]
      : [];
    return {
      writes: [
        asRead(
          db,
          versions.filter(({ id }) => touched.has(id)),
        ),
        ...removing,
        ...changing(db, back.map(restored)),
      ],
      activity: [
        ...gone.map((id) => entry("delete.asset", id)),
        ...back.map(({ id }) => entry("restore.asset", id)),
      ],
    };
  },
};
