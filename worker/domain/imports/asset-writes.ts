import { isNull, sql } from "drizzle-orm";
import { assetDetails, assets } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import type { Session } from "../../session.ts";
import { countAssets, recounting } from "../assets/effects.ts";
import type { Asset } from "../assets/find.ts";
import type { AssetInput, AssetUpdate } from "../assets/input.ts";
import { assertRoomFor, changedAsset, newAsset } from "../assets/prepare.ts";
import type { Proof } from "../assets/proof.ts";
import { indexedAssets } from "../assets/searching.ts";
import { usedBy } from "../entity/used-by.ts";
import type { Accepted, Undo } from "./kind.ts";
import { standingOf, standingQuery } from "./standing.ts";

type Values = Record<string, unknown>;
/** A device that a row is to make or to change. */
export type Planned = { values: AssetInput | AssetUpdate; proof: Proof; current: Asset | null };

const living = isNull(assets.deletedAt);

/** The batch stops unless every device is as it was read. */
const asRead = (db: CompanyDb, rows: readonly { id: string; version: number }[]): Statement =>
  db.assert(
    "state",
    sql`(select count(*) from json_each(${JSON.stringify(rows.map(({ id, version }) => [id, version]))}) as "asked" cross join ${assets}
      where ${db.ofOwner(assets, sql`${assets.id} = "asked"."value" ->> 0 and ${assets.version} = "asked"."value" ->> 1 and ${living}`)}) = ${rows.length}`,
  );

/** Changes rows of devices, with what follows from them. */
const changing = (
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

/** The statements that write devices in sets, with search, counters and the plan's limit. */
export function write(db: CompanyDb, session: Session, accepted: readonly Accepted[]) {
  const rows = accepted as readonly Accepted<Planned>[];
  const made = rows
    .filter(({ current }) => !current)
    .map(({ id, values: { values, proof } }) => newAsset(id, values as AssetInput, proof));
  const ids = made.map(({ details }) => String(details.id));
  const changed = rows.flatMap(({ id, values: { values, proof, current } }) => {
    if (!current) return [];
    const { main, details, activity } = changedAsset(values as AssetUpdate, current, proof);
    return [
      {
        id,
        version: current.version,
        main: { ...main, lifecycle: main.lifecycle ?? current.lifecycle },
        details,
        activity,
      },
    ];
  });
  const adding = ids.length
    ? [
        ...assertRoomFor(db, session.company.limits.max_assets, ids.length),
        db.insertingAll(
          assets,
          made.map(({ main }) => main),
        ),
        db.insertingAll(
          assetDetails,
          made.map(({ details }) => details),
        ),
        ...indexedAssets(db, ids),
        ...countAssets(db, ids, 1),
      ]
    : [];
  return {
    writes: [...adding, ...(changed.length ? [asRead(db, changed), ...changing(db, changed)] : [])],
    activity: [...made, ...changed].map(({ activity }) => activity),
  };
}

const restored = (entry: { id: string; before: Values }) => ({
  id: entry.id,
  main: entry.before.main as Values,
  details: entry.before.details as Values,
});

/** How devices that were added or changed are taken back. */
export const undo: Undo = {
  reads: (db, ids) => [
    standingQuery(db, assets, ids, usedBy(assets)),
    db
      .select({ id: assets.id, assetCode: assets.assetCode, name: assets.name })
      .from(assets)
      .where(
        db.ofOwner(assets, sql`${assets.id} in (select "entity_id" from (${ids}))`),
      ) as unknown as Statement,
  ],
  standing: ([rows]) => standingOf(rows, usedBy(assets)),
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
