import { and, eq, inArray, sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { plural } from "#app/shared/plural.ts";
import type { FieldErrors } from "#app/shared/refusal.ts";
import { newId } from "#drizzle/columns.ts";
import {
  assets,
  assetTransferLines,
  assetTransfers,
  departments,
  locations,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { among } from "../../db/predicates.ts";
import { conflict, invalid, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { assertOffered } from "../entity/references.ts";
import { indexed, unindexing } from "../search/search.ts";
import { accessoriesOf, type Device, devicesOf, isFree, whyStays } from "./devices.ts";
import type { TransferInput } from "./input.ts";

type Target = { id: string; name: string; archivedAt: number | null; deletedAt: number | null };
type Accessory = { id: string; assetId: string };
const isGone = ({ archivedAt, deletedAt }: Omit<Target, "id" | "name">) =>
  archivedAt !== null || deletedAt !== null;

/** What is looked up of a transfer before it is written, as statements. */
export const looksUp = (db: CompanyDb, { toDepartmentId, toLocationId, lines }: TransferInput) => {
  const ids = lines.map(({ assetId }) => assetId);
  return [
    devicesOf(db, ids),
    accessoriesOf(db, ids),
    db.byId(departments, toDepartmentId),
    db.byId(locations, toLocationId ?? ""),
  ] as const;
};
type Known = readonly [
  devices: readonly Device[],
  accessories: readonly Accessory[],
  departments: readonly Target[],
  places: readonly (Target & { path: string })[],
];

/** What stays of a line when its draft is written anew. */
type OldLine = { id: string; assetId: string; photoMediaId: string | null };

/** @throws Response 404 for a device the person does not see, 409 for one that cannot go */
function inOrder(input: TransferInput, all: readonly Device[], transferId: string) {
  const devices = input.lines.map(
    ({ assetId }) => all.find(({ id }) => id === assetId) ?? notFound("asset"),
  );
  const why = devices.map((device) => whyStays(device, transferId)).find((one) => one !== null);
  if (why) conflict(why);
  return devices;
}

/** What is wrong with the transfer as a whole, by field. */
function problemsOf(
  input: TransferInput,
  devices: readonly Device[],
  [, accessories, [to], [place]]: Known,
  today: string,
): FieldErrors {
  const { kind, dueBackOn, toDepartmentId, toLocationId, lines } = input;
  const errors: FieldErrors = {};
  const [first] = devices;
  const stranger = devices.find(({ departmentId }) => departmentId !== first!.departmentId);
  const twice = devices.find((device, at) => devices.indexOf(device) !== at);
  if (twice) errors.lines = [`${twice.assetCode} is listed twice`];
  else if (stranger)
    errors.lines = [
      `${stranger.assetCode} is of another Location than ${first!.assetCode}. Write a transfer for each Location.`,
    ];
  const foreign = lines.findIndex(({ assetId, accessoryIds }) =>
    accessoryIds.some((id) => !accessories.some((one) => one.id === id && one.assetId === assetId)),
  );
  if (foreign >= 0 && !errors.lines)
    errors.lines = [`An accessory of ${devices[foreign]!.assetCode} is no longer there`];
  if (kind === "temporary" && dueBackOn === null) errors.dueBackOn = ["Say when they are due back"];
  if (kind === "temporary" && dueBackOn !== null && dueBackOn < today)
    errors.dueBackOn = ["Due back cannot be in the past"];
  if (kind === "permanent" && dueBackOn !== null)
    errors.dueBackOn = ["Only a temporary transfer is due back"];
  if (isGone(to!)) errors.toDepartmentId = ["Location is archived or was deleted"];
  if (place && isGone(place)) errors.toLocationId = ["Place is archived or was deleted"];
  const stays = devices.some(
    ({ departmentId, locationId }) =>
      departmentId === toDepartmentId && locationId === toLocationId,
  );
  if (stays && !errors.toDepartmentId) errors.toDepartmentId = ["Choose another Location or place"];
  return errors;
}

/** What a transfer is found by: its number, its reason, and the codes and names of its devices. */
const wordsOf = (db: CompanyDb, id: string) =>
  sql`(select concat_ws(' ', ${assetTransfers.number}, ${assetTransfers.reason}, (select group_concat(${assetTransferLines.assetCode} || ' ' || ${assetTransferLines.assetName}, ' ')
    from ${assetTransferLines} where ${db.ofOwner(assetTransferLines, eq(assetTransferLines.transferId, id))}))
    from ${assetTransfers} where ${db.ofOwner(assetTransfers, eq(assetTransfers.id, id))})`;

/**
 * Checks a transfer against what is there, and gives the values of its row and the statements that write its lines.
 * @param old the lines it had before: a device that stays keeps its line
 * @throws Response 404 for ids that are not the company's or not seen; 409 for a device that cannot go, with why; 422
 */
export function drawnUp(
  session: Session,
  db: CompanyDb,
  transferId: string,
  input: TransferInput,
  known: Known,
  old: readonly OldLine[] = [],
) {
  const [all, , [to], [place]] = known;
  if (!to) return notFound("location");
  if (input.toLocationId && !place) return notFound("place");
  const devices = inOrder(input, all, transferId);
  const errors = problemsOf(input, devices, known, dayIn(session.company.timeZone));
  if (Object.keys(errors).length) invalid(errors);
  const { lines, isDraft: _, ...said } = input;
  const fromDepartmentId = devices[0]!.departmentId;
  const [from, ...others] = [...new Set(devices.map(({ locationId }) => locationId))];
  const ids = devices.map(({ id }) => id);
  const free = sql`(select count(*) from ${assets} where ${db.ofOwner(assets, and(inArray(assets.id, among(ids)), isFree(fromDepartmentId, transferId)))})`;
  const before: Statement[] = [
    db.assert("state", sql`${free} = cast(${ids.length} as integer)`),
    assertOffered(db, departments, input.toDepartmentId),
    ...(input.toLocationId ? [assertOffered(db, locations, input.toLocationId)] : []),
  ];
  const after: Statement[] = [
    db.insertingAll(
      assetTransferLines,
      devices.map((device, at) => ({
        ...(old.find(({ assetId }) => assetId === device.id) ?? { id: newId() }),
        transferId,
        assetId: device.id,
        assetCode: device.assetCode,
        assetName: device.name,
        conditionOut: lines[at]!.conditionOut,
        accessoryIds: lines[at]!.accessoryIds,
        fromLocationId: device.locationId,
        fromRoom: device.room,
      })),
    ),
    db.updating(assets, inArray(assets.id, among(ids)), { openTransferId: transferId }),
    unindexing(db, transferId),
    db.run(indexed(db, "transfer", transferId, wordsOf(db, transferId))),
  ];
  return {
    values: {
      ...said,
      fromDepartmentId,
      // Devices of several places come from their Location as a whole.
      fromLocationId: others.length ? null : (from ?? null),
      assetCount: devices.length,
      firstAsset: `${devices[0]!.assetCode} ${devices[0]!.name}`,
    },
    devices,
    to,
    before,
    after,
    /** What was done, and which devices have an open call. */
    told: (message: string) => {
      const down = devices.filter(({ openBreakdownCount }) => openBreakdownCount > 0);
      const codes = down.map(({ assetCode }) => assetCode).join(", ");
      return down.length
        ? plural(
            down.length,
            "{message}. It has an open service call: {codes}",
            "{message}. These have open service calls: {codes}",
          )
            .replace("{message}", () => message)
            .replace("{codes}", () => codes)
        : message;
    },
  };
}
