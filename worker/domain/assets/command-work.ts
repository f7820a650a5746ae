import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { AssetCommand } from "#app/shared/asset-states.ts";
import type { FieldErrors } from "#app/shared/refusal.ts";
import { assets, departments, locations } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row, Statement } from "../../db/db.ts";
import { invalid, notFound } from "../../refusals.ts";
import type { Asked } from "./command-inputs.ts";
import type { Done, Given } from "./commands.ts";
import { endings, type OpenThings, openThings } from "./condemning.ts";
import { dateErrors } from "./input.ts";
import { newQrToken } from "./prepare.ts";
import { OUT_OF_SCOPE } from "./proof.ts";

type Work<C extends AssetCommand> = {
  /** What it must know besides the device, read with it. */
  reads?: (db: CompanyDb, id: string, values: Asked<C>) => readonly Statement[];
  run: (given: Given<C>) => Done;
  /** It changes what devices are counted by. */
  isCounted?: true;
};

const notAfter = (field: string, label: string, on: string | null, today: string): FieldErrors =>
  on && on > today ? { [field]: [`${label} cannot be in the future`] } : {};
const refuseIf = (errors: FieldErrors) => {
  if (Object.keys(errors).length) invalid(errors);
};

/** Puts a received device to use. */
const commission: Work<"commission"> = {
  run({ before, values: { installedOn, putToUseOn }, today }) {
    const inUse = putToUseOn ?? before.putToUseOn ?? (installedOn > today ? installedOn : today);
    const { purchaseOn } = before;
    const manufacturedOn = before.details?.manufacturedOn ?? null;
    const { installedOn: installed, putToUseOn: used } = dateErrors(
      { manufacturedOn, purchaseOn, installedOn, putToUseOn: inUse },
      today,
    );
    refuseIf({
      ...(installed ? { installedOn: installed } : {}),
      ...(used ? { putToUseOn: used } : {}),
      ...notAfter("installedOn", "Installed", installedOn, today),
    });
    return {
      asset: { putToUseOn: inUse },
      details: { installedOn, commissionedOn: today },
      message: "Asset commissioned",
    };
  },
};

const condemn: Work<"condemn"> = {
  reads: (db, id) => openThings(db, id),
  run({ db, session, before, values: { condemnReason, condemnedOn }, today, at, found }) {
    const on = condemnedOn ?? today;
    refuseIf(notAfter("condemnedOn", "The date", on, today));
    return {
      asset: {
        nextPmOn: null,
        nextCalOn: null,
        coverKind: null,
        coverUntil: null,
        openBreakdownCount: 0,
        isDown: false,
      },
      details: { condemnedOn: on, condemnReason, condemnApprovedBy: session.actor.userId },
      ...endings(db, before.id, on, at, found as OpenThings),
      message: "Asset condemned",
    };
  },
};

const dispose: Work<"dispose"> = {
  run({ before, values: { reason: _, ...values }, today }) {
    const { disposedOn } = values;
    const since = before.details?.condemnedOn;
    refuseIf({
      ...notAfter("disposedOn", "The date", disposedOn, today),
      ...(since && disposedOn < since
        ? { disposedOn: ["It cannot be disposed of before it was condemned"] }
        : {}),
    });
    return { details: values, message: "Asset disposed of" };
  },
};

type Department = Row<typeof departments>;
type Place = Row<typeof locations>;
type Found = [to: Department[], place: Place[], from: Department[], before: Place[]];

const byId = (db: CompanyDb, table: typeof departments | typeof locations, id: string | SQL) =>
  db
    .select()
    .from(table)
    .where(db.mine(table, eq(table.id, id)))
    .limit(1);
const present = (db: CompanyDb, column: SQLiteColumn, id: string) =>
  sql`(select ${column} from ${assets} where ${db.mine(assets, eq(assets.id, id))})`;
const usable = (table: typeof departments | typeof locations, id: string) =>
  and(eq(table.id, id), isNull(table.archivedAt), isNull(table.deletedAt))!;

/** Gives a device another Location, place or room; counters and the marks of its search row go with it. */
const move: Work<"move"> = {
  reads: (db, id, { departmentId, locationId }) => [
    byId(db, departments, departmentId),
    byId(db, locations, locationId ?? ""),
    byId(db, departments, present(db, assets.departmentId, id)),
    byId(db, locations, present(db, assets.locationId, id)),
  ],
  run({ db, before, values: { departmentId, locationId, room }, found }) {
    const [[department], [location], [from], [standing]] = found as Found;
    if (!department) return notFound("location");
    if (locationId && !location) return notFound("place");
    const gone = (row: { archivedAt: number | null; deletedAt: number | null }) =>
      row.archivedAt !== null || row.deletedAt !== null;
    const [newDepartment, newLocation] = [
      departmentId !== before.departmentId,
      locationId !== before.locationId,
    ];
    refuseIf({
      ...(newDepartment && !db.covers(departmentId) ? { departmentId: [OUT_OF_SCOPE] } : {}),
      ...(newDepartment && gone(department)
        ? { departmentId: ["Location is archived or was deleted"] }
        : {}),
      ...(newLocation && location && gone(location)
        ? { locationId: ["Place is archived or was deleted"] }
        : {}),
      ...(!newDepartment && !newLocation && room === before.room
        ? { departmentId: ["Choose another Location, place or room"] }
        : {}),
    });
    return {
      asset: { departmentId, locationId, room },
      writes: [
        ...(newDepartment
          ? [
              db.assert(
                "usable_reference",
                db.exists(departments, usable(departments, departmentId)),
              ),
            ]
          : []),
        ...(newLocation && locationId
          ? [db.assert("usable_reference", db.exists(locations, usable(locations, locationId)))]
          : []),
      ],
      names: {
        before: { departmentId: from?.name ?? null, locationId: standing?.path ?? null },
        after: { departmentId: department.name, locationId: location?.path ?? null },
      },
      message: `Asset moved to ${department.name}`,
    };
  },
  isCounted: true,
};

const condition: Work<"condition"> = {
  run({ before, values }) {
    if (values.condition === before.condition)
      invalid({ condition: ["It is in this condition already"] });
    return { asset: { condition: values.condition }, message: "Condition corrected" };
  },
  isCounted: true,
};

const notLocated: Work<"not-located"> = {
  run({ values: { notLocatedSince }, today }) {
    refuseIf(notAfter("notLocatedSince", "The date", notLocatedSince, today));
    return {
      asset: { notLocatedSince: notLocatedSince ?? today },
      message: "Asset marked as not located",
    };
  },
};

/** What each command does to a device. */
export const commandWork: { [C in AssetCommand]: Work<C> } = {
  commission,
  standby: { run: () => ({ message: "Asset put on standby" }) },
  resume: { run: () => ({ message: "Asset back in service" }) },
  condemn,
  reinstate: {
    run: () => ({
      details: { condemnedOn: null, condemnReason: null, condemnApprovedBy: null },
      message: "Asset taken back to standby",
    }),
  },
  dispose,
  move,
  condition,
  "not-located": notLocated,
  found: { run: () => ({ asset: { notLocatedSince: null }, message: "Asset found" }) },
  "rotate-qr": {
    run: () => ({
      asset: { qrToken: newQrToken() },
      message: "New QR code made. Labels printed before no longer work.",
    }),
  },
};
