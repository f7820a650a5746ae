import { and, eq, type SQL, sql } from "drizzle-orm";
import { pick } from "#app/shared/pick.ts";
import {
  assets,
  assetTransferLines,
  assetTransfers,
  departments,
  locations,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Row, Statement } from "../../db/db.ts";
import type { Relocation, Standing } from "../assets/relocate.ts";
import { MOST_LINES } from "./input.ts";

export type Transfer = Row<typeof assetTransfers>;
export type Line = Row<typeof assetTransferLines>;

/** The lines of a transfer, in the order in which they were written. */
export const linesOf = (db: ReadingDb, transferId: string | SQL) =>
  db
    .select()
    .from(assetTransferLines)
    .where(db.ofOwner(assetTransferLines, eq(assetTransferLines.transferId, transferId)))
    .orderBy(assetTransferLines.id)
    .limit(MOST_LINES);

/** The two Locations of a transfer, by id. */
export const departmentsOf = (db: ReadingDb, transferId: string) => {
  const its = db.ofOwner(assetTransfers, eq(assetTransfers.id, transferId));
  return db
    .select(pick(departments, ["id", "name"]))
    .from(departments)
    .where(
      db.ofOwner(
        departments,
        sql`${departments.id} in (select ${assetTransfers.fromDepartmentId} from ${assetTransfers} where ${its}
          union all select ${assetTransfers.toDepartmentId} from ${assetTransfers} where ${its})`,
      ),
    )
    .limit(2);
};

/** The places a transfer and its lines name, by id. */
export const placesOf = (db: ReadingDb, transferId: string) => {
  const its = db.ofOwner(assetTransfers, eq(assetTransfers.id, transferId));
  const lines = db.ofOwner(assetTransferLines, eq(assetTransferLines.transferId, transferId));
  return db
    .select(pick(locations, ["id", "path", "archivedAt", "deletedAt"]))
    .from(locations)
    .where(
      db.ofOwner(
        locations,
        sql`${locations.id} in (select ${assetTransfers.fromLocationId} from ${assetTransfers} where ${its}
          union all select ${assetTransfers.toLocationId} from ${assetTransfers} where ${its}
          union all select ${assetTransferLines.fromLocationId} from ${assetTransferLines} where ${lines})`,
      ),
    )
    .limit(MOST_LINES + 2);
};

/** What the arrival and the return of a transfer must know. */
export const itsPlaces = (db: CompanyDb, id: string) =>
  [linesOf(db, id), departmentsOf(db, id), placesOf(db, id)] as const;
export type Places = {
  departments: readonly { id: string; name: string }[];
  places: readonly {
    id: string;
    path: string;
    archivedAt: number | null;
    deletedAt: number | null;
  }[];
};

export const labelOf = ({ assetCode, assetName }: Pick<Line, "assetCode" | "assetName">) =>
  `${assetCode} ${assetName}`;

const standing = (
  { departments: all, places }: Places,
  departmentId: string,
  locationId: string | null,
  room: string | null,
): Standing => ({
  ...{ departmentId, locationId, room },
  department: all.find(({ id }) => id === departmentId)?.name ?? null,
  place: places.find(({ id }) => id === locationId)?.path ?? null,
});

/** Where a transfer takes the devices of these lines. Those that are lent stay in it. */
export const arriving = (transfer: Transfer, lines: readonly Line[], known: Places) =>
  lines.map(
    (line): Relocation => ({
      id: line.assetId,
      label: labelOf(line),
      from: standing(known, transfer.fromDepartmentId, line.fromLocationId, line.fromRoom),
      to: standing(known, transfer.toDepartmentId, transfer.toLocationId, null),
      more: { openTransferId: transfer.kind === "temporary" ? transfer.id : null },
    }),
  );

/** Where lent devices stood before. One whose place is gone comes back to its Location alone. */
export const returning = (transfer: Transfer, lines: readonly Line[], known: Places) =>
  lines.map((line): Relocation => {
    const place = known.places.find(({ id }) => id === line.fromLocationId);
    const isThere = place && place.archivedAt === null && place.deletedAt === null;
    return {
      id: line.assetId,
      label: labelOf(line),
      from: standing(known, transfer.toDepartmentId, transfer.toLocationId, null),
      to: standing(
        known,
        transfer.fromDepartmentId,
        isThere ? place.id : null,
        isThere || line.fromLocationId === null ? line.fromRoom : null,
      ),
      more: { openTransferId: null },
    };
  });

/** Takes devices out of the transfer they are in, whether the person sees them or not. */
export const releasing = (db: CompanyDb, transferId: string, more?: SQL): Statement =>
  db.updatingAcross(
    assets,
    and(eq(assets.openTransferId, transferId), more)!,
    { openTransferId: null },
    "a document that the person sees moves it",
  );

/** Ends every line of a transfer that will not take place. */
export const closing = (db: CompanyDb, transferId: string): Statement[] => [
  db.updating(assetTransferLines, eq(assetTransferLines.transferId, transferId), { isOpen: false }),
  releasing(db, transferId, inLines(db, transferId)),
];

/** Devices that the lines of a transfer name: found by the lines, since no index knows `open_transfer_id`. */
export const inLines = (db: CompanyDb, transferId: string): SQL =>
  sql`${assets.id} in (select ${assetTransferLines.assetId} from ${assetTransferLines} where ${db.ofOwner(assetTransferLines, eq(assetTransferLines.transferId, transferId))})`;
