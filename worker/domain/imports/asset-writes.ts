import { isNull, sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { assetDetails, assets } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { among } from "../../db/predicates.ts";
import type { Session } from "../../session.ts";
import { countAssets, recounting } from "../assets/effects.ts";
import type { Asset } from "../assets/find.ts";
import type { AssetInput, AssetUpdate } from "../assets/input.ts";
import { assertRoomFor, changedAsset, newAsset } from "../assets/prepare.ts";
import type { Proof } from "../assets/proof.ts";
import { indexedAssets } from "../assets/searching.ts";
import { coverOfDevices } from "../contracts/cover.ts";
import type { WindowsOf } from "../due/occurrences-of.ts";
import {
  plansOf,
  removingPlans,
  settingPlans,
  usesOfAssets,
  type Wanted,
  withoutPlans,
} from "../due/plan.ts";
import type { Accepted, Values } from "./kind.ts";
import type { Undo } from "./standing.ts";

/** A device that a row is to make or to change. */
export type Planned = { values: AssetInput | AssetUpdate; proof: Proof };

/** The batch stops unless every device is as it was read. */
const asRead = (db: CompanyDb, rows: readonly { id: string; version: number }[]): Statement =>
  db.assert(
    "state",
    sql`(select count(*) from json_each(${JSON.stringify(rows.map(({ id, version }) => [id, version]))}) as "asked" cross join ${assets}
      where ${db.ofOwner(assets, sql`${assets.id} = "asked"."value" ->> 0 and ${assets.version} = "asked"."value" ->> 1 and ${isNull(assets.deletedAt)}`)}) = ${rows.length}`,
  );

/** Changes rows of devices, with what follows from them. */
const changing = (
  db: CompanyDb,
  rows: readonly { id: string; main: Values; details: Values; plans: Wanted[] }[],
  today: string,
  company: WindowsOf,
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
  return [
    ...recounting(db, ids, main, details),
    ...settingPlans(
      db,
      rows.flatMap(({ plans }) => plans),
      company,
    ),
    ...indexedAssets(db, ids),
    coverOfDevices(db, ids, today),
  ];
};

/** The statements that write devices in sets, with search, counters and the plan's limit. */
export function write(db: CompanyDb, session: Session, accepted: readonly Accepted[]) {
  const rows = accepted as readonly Accepted<Planned>[];
  const made = rows
    .filter(({ current }) => !current)
    .map(({ id, values: { values, proof } }) => newAsset(id, values as AssetInput, proof));
  const ids = made.map(({ details }) => String(details.id));
  const today = dayIn(session.company.timeZone);
  const changed = rows.flatMap(({ id, values: { values, proof }, current }) => {
    if (!current) return [];
    const { main, details, plans, activity } = changedAsset(
      values as AssetUpdate,
      current as unknown as Asset,
      proof,
    );
    const lifecycle = main.lifecycle ?? current.lifecycle;
    return [
      { id, version: current.version, main: { ...main, lifecycle }, details, plans, activity },
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
        ...settingPlans(
          db,
          made.flatMap(({ plans }) => plans),
          session.company,
          { isNew: true },
        ),
        ...indexedAssets(db, ids),
        ...countAssets(db, ids, 1),
        ...(made.some(({ main }) => main.warrantyEndOn) ? [coverOfDevices(db, ids, today)] : []),
      ]
    : [];
  return {
    writes: [
      ...adding,
      ...(changed.length
        ? [asRead(db, changed), ...changing(db, changed, today, session.company)]
        : []),
    ],
    activity: [...made, ...changed].map(({ activity }) => activity),
  };
}

/** How devices that were added or changed are taken back. */
export const undo: Undo = {
  table: assets,
  uses: usesOfAssets,
  write: (db, now, gone, restored, today, company) => {
    const touched = [...gone, ...restored.map(({ id }) => id)].map((id) => now.get(id)!);
    const entry = (action: string, id: string) => {
      const { assetCode, name } = now.get(id)!;
      return { action, kind: "asset", id, assetId: id, label: `${assetCode} ${name}` };
    };
    const back = restored.map(({ id, before }) => ({
      id,
      main: withoutPlans(before.main as Values),
      details: before.details as Values,
      plans: plansOf(id, before.main as Values, now.get(id)! as Values),
    }));
    const deletedAt = Date.now();
    const removing = gone.length
      ? [
          ...removingPlans(db, among(gone)),
          ...countAssets(db, gone, -1),
          db.updatingAll(
            assets,
            gone.map((id) => ({ id, deletedAt })),
          ),
          ...indexedAssets(db, gone),
        ]
      : [];
    return {
      writes: [asRead(db, touched), ...removing, ...changing(db, back, today, company)],
      activity: [
        ...gone.map((id) => entry("delete.asset", id)),
        ...restored.map(({ id }) => entry("restore.asset", id)),
      ],
    };
  },
};
