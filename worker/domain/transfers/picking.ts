import { and, eq, sql } from "drizzle-orm";
import { refusalOf } from "#app/shared/flows/rules.ts";
import { transferRules } from "#app/shared/flows/transfers.ts";
import type { LineCondition } from "#app/shared/line-conditions.ts";
import {
  assets,
  assetTransferLines,
  assetTransfers,
  departments,
  locations,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { acrossLocations } from "../../db/scope.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { meaningOf } from "../labels/scan.ts";
import { accessoriesOf, devicesOf, whyStays } from "./devices.ts";
import { transferFlow } from "./flow.ts";
import { MOST_LINES } from "./input.ts";
import { linesOf } from "./lines.ts";

/** Writing and editing ask for more, where they write. */
const allowed = ["view-asset-transfer", "create-asset-transfer", "edit-asset-transfer"] as const;

/** A device that somebody wants to put on a transfer. */
export type Picked = {
  id: string;
  code: string;
  name: string;
  departmentId: string;
  department: string;
  place: string | null;
  /** Why it cannot go; null when it can. */
  why: string | null;
  hasOpenCall: boolean;
  accessories: { id: string; name: string; serialNo: string | null; qty: number }[];
};

const departmentNames = (db: ReadingDb, ids: readonly string[]) => {
  const list = JSON.stringify(ids);
  const its = (column: typeof assets.departmentId | typeof assets.locationId) =>
    sql`select ${column} from ${assets} where ${db.ofOwner(assets, sql`${assets.id} in (select "value" from json_each(${list}))`)}`;
  return [
    db
      .select({ id: departments.id, name: departments.name })
      .from(departments)
      .where(db.ofOwner(departments, sql`${departments.id} in (${its(assets.departmentId)})`))
      .limit(MOST_LINES),
    db
      .select({ id: locations.id, path: locations.path })
      .from(locations)
      .where(db.ofOwner(locations, sql`${locations.id} in (${its(assets.locationId)})`))
      .limit(MOST_LINES),
  ] as const;
};

/**
 * Devices by their ids, each with why it cannot be transferred and the accessories that can go along; those that the person does
 * not see are left out.
 * @param transferId the draft that may hold them already
 * @throws Response 403
 */
export async function pickDevices(
  session: Session,
  ids: readonly string[],
  transferId: string | null = null,
): Promise<Picked[]> {
  const db = session.authorizeAny(...allowed);
  const some = ids.filter(Boolean).slice(0, MOST_LINES);
  if (!some.length) return [];
  const [devices, accessories, names, places] = await db.read(
    devicesOf(db, some),
    accessoriesOf(db, some),
    ...departmentNames(db, some),
  );
  return some.flatMap((id) => {
    const device = devices.find((one) => one.id === id);
    if (!device) return [];
    return [
      {
        id,
        code: device.assetCode,
        name: device.name,
        departmentId: device.departmentId,
        department: names.find((one) => one.id === device.departmentId)?.name ?? "",
        place: places.find((one) => one.id === device.locationId)?.path ?? null,
        why: whyStays(device, transferId),
        hasOpenCall: device.openBreakdownCount > 0,
        accessories: accessories
          .filter((one) => one.assetId === id)
          .map(({ assetId: _, ...one }) => one),
      },
    ];
  });
}

/** A draft as its form shows it. @throws Response 403, 404 */
export async function draftToEdit(session: Session, id: string) {
  const db = session.authorizeAny(...allowed);
  const [[row], lines, [to], [place]] = await db.read(
    db.byId(assetTransfers, id),
    linesOf(db, id),
    db.byId(
      departments,
      sql`(select ${assetTransfers.toDepartmentId} from ${assetTransfers} where ${db.ofOwner(assetTransfers, eq(assetTransfers.id, id))})`,
    ),
    db.byId(
      locations,
      sql`(select ${assetTransfers.toLocationId} from ${assetTransfers} where ${db.ofOwner(assetTransfers, eq(assetTransfers.id, id))})`,
    ),
  );
  const transfer = row ?? notFound("transfer");
  const picked = await pickDevices(
    session,
    lines.map(({ assetId }) => assetId),
    id,
  );
  return {
    mayEdit: refusalOf(transferRules, "edit", transfer, transferFlow.moverOf(session)) === null,
    transfer: {
      id,
      number: transfer.number,
      version: transfer.version,
      status: transfer.status,
      kind: transfer.kind,
      dueBackOn: transfer.dueBackOn,
      reason: transfer.reason,
      remarks: transfer.remarks,
    },
    to: { value: transfer.toDepartmentId, label: to?.name ?? "" },
    place: place ? { value: place.id, label: place.path } : null,
    lines: picked.map((device) => {
      const line = lines.find(({ assetId }) => assetId === device.id)!;
      return { ...device, condition: line.conditionOut, accessoryIds: line.accessoryIds };
    }),
  };
}
export type PickedLine = Picked & {
  condition: LineCondition;
  accessoryIds: string[];
};

/**
 * The line of a transfer whose device a scanned or typed code names. Whoever receives it does not see the device yet, so it is
 * looked for among the lines alone.
 * @throws Response 403
 */
export async function lineCalled(session: Session, transferId: string, text: string) {
  const db = session.authorize("view-asset-transfer");
  const { token, code, isElsewhere } = meaningOf(text.trim().slice(0, 500), session.origin);
  if (isElsewhere) return { problem: "This label belongs to another address." };
  const all = acrossLocations(assets, "a document that the person sees moves it");
  const called = token
    ? eq(assets.qrToken, token)
    : sql`(${assets.assetCode} = ${code ?? ""} collate nocase or ${assets.serialNo} = ${code ?? ""} collate nocase)`;
  const [[line]] = await db.read(
    db
      .select({
        id: sql<string>`${assetTransferLines.id}`.as("line_id"),
        code: sql<string>`${assetTransferLines.assetCode}`.as("line_code"),
      })
      .from(assetTransferLines)
      .where(
        db.ofOwner(
          assetTransferLines,
          and(
            eq(assetTransferLines.transferId, transferId),
            sql`exists (select 1 from ${all} where ${db.ofOwner(assets, and(eq(assets.id, assetTransferLines.assetId), called))})`,
          ),
        ),
      )
      .limit(1),
  );
  return line
    ? { found: { kind: "line", value: line.id, label: line.code, href: "" } }
    : { problem: "This asset is not on this transfer." };
}
