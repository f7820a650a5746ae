import { eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { assetRules } from "#app/shared/flows/assets.ts";
import type { FieldErrors } from "#app/shared/refusal.ts";
import { condemnReasons, disposalModes } from "#drizzle/tenant/assets.ts";
import { assetDetails, assets, departments, locations } from "#drizzle/tenant/index.ts";
import { conditions } from "#drizzle/words.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row } from "../../db/db.ts";
import { invalid, notFound } from "../../refusals.ts";
import { coverOfDevices } from "../contracts/cover.ts";
import { day, id, money, optionalDay, optionalId, optionalText } from "../entity/fields.ts";
import { flow } from "../entity/flow.ts";
import { workOn } from "../entity/flow-work.ts";
import { assertOffered } from "../entity/references.ts";
import { approvedWithDevice, openProposalOf } from "../replacement/with-device.ts";
import { endings, offPasses, openThings, passesOf } from "./condemning.ts";
import { recountingConditions } from "./effects.ts";
import { dateErrors } from "./input.ts";
import { newQrToken } from "./prepare.ts";
import { logged, OUT_OF_SCOPE } from "./proof.ts";
import { placing } from "./relocate.ts";

const work = workOn<typeof assets>();
type Details = Row<typeof assetDetails>;

const detailsOf = (db: CompanyDb, id: string) => db.byId(assetDetails, id);
/** Saves details of the device, which are in a table of their own, and logs them with it. */
const saving = (
  db: CompanyDb,
  id: string,
  before: Details | undefined,
  values: Partial<Details>,
) => ({
  writes: [db.updating(assetDetails, eq(assetDetails.id, id), values)],
  log: { before: { ...before }, after: values },
});

const notAfter = (field: string, label: string, on: string | null, today: string): FieldErrors =>
  on && on > today ? { [field]: [`${label} cannot be in the future`] } : {};
const refuseIf = (errors: FieldErrors) => {
  if (Object.keys(errors).length) invalid(errors);
};

/** Puts a received device to use. */
const commission = work({
  fields: { installedOn: day("Installed"), putToUseOn: optionalDay("Put to use") },
  reads: (db, id) => [detailsOf(db, id)],
  run({ db, before, values: { installedOn, putToUseOn }, today, read: [[details]] }) {
    const inUse = putToUseOn ?? before.putToUseOn ?? (installedOn > today ? installedOn : today);
    const { purchaseOn } = before;
    const manufacturedOn = details?.manufacturedOn ?? null;
    const { installedOn: installed, putToUseOn: used } = dateErrors(
      { manufacturedOn, purchaseOn, installedOn, putToUseOn: inUse },
      today,
    );
    refuseIf({
      ...(installed ? { installedOn: installed } : {}),
      ...(used ? { putToUseOn: used } : {}),
      ...notAfter("installedOn", "Installed", installedOn, today),
    });
    const dates = { installedOn, commissionedOn: today };
    return { set: { putToUseOn: inUse }, ...saving(db, before.id, details, dates) };
  },
  message: "Asset commissioned",
  summary: "Put a received asset to use",
  example: { installed_on: "2026-01-10", put_to_use_on: "2026-01-15" },
});

const condemn = work({
  fields: {
    condemnReason: z.enum(condemnReasons, "Choose why it is condemned"),
    condemnedOn: optionalDay("Condemned on"),
  },
  reads: (db, id) => [detailsOf(db, id), openProposalOf(db, id), ...openThings(db, id)],
  run({ db, session, before, values, today, at, read: [[details], proposals, ...open] }) {
    const { condemnReason, reason } = values;
    const on = values.condemnedOn ?? today;
    refuseIf({
      ...(condemnReason === "other" && reason === null ? { reason: ["Say why"] } : {}),
      ...notAfter("condemnedOn", "The date", on, today),
    });
    const ended = endings(db, before.id, on, at, open);
    const proposal = approvedWithDevice(db, session, proposals, { reason, at });
    const how = { condemnedOn: on, condemnReason, condemnApprovedBy: session.actor.userId };
    const saved = saving(db, before.id, details, how);
    return {
      set: {
        ...{ coverKind: null, coverUntil: null },
        ...{ openBreakdownCount: 0, isDown: false },
      },
      ...saved,
      writes: [...ended.writes, ...proposal.writes, ...saved.writes],
      also: [...ended.also, ...proposal.also],
      explain: ended.explain,
    };
  },
  message: "Asset condemned",
  summary: "Condemn an asset: its calls, schedules and due dates end",
  example: { condemn_reason: "obsolete", reason: "Counted on the ward" },
});

const reinstate = work({
  reads: (db, id) => [detailsOf(db, id)],
  run({ db, before, today, read: [[details]] }) {
    const back = { condemnedOn: null, condemnReason: null, condemnApprovedBy: null };
    const saved = saving(db, before.id, details, back);
    return { ...saved, writes: [...saved.writes, coverOfDevices(db, [before.id], today)] };
  },
  message: "Asset taken back to standby",
  summary: "Take a condemned asset back to standby. Admin only",
  example: { reason: "Counted on the ward" },
});

const dispose = work({
  fields: {
    disposalMode: z.enum(disposalModes, "Choose how it was disposed of"),
    disposedOn: day("Disposed on"),
    disposalValueMinor: money("Value"),
    disposalRef: optionalText(60, "Reference"),
  },
  reads: (db, id) => [detailsOf(db, id), passesOf(db, id)],
  run({ db, before, values: { reason: _, ...values }, today, read: [[details], holders] }) {
    const { disposedOn } = values;
    const since = details?.condemnedOn;
    refuseIf({
      ...notAfter("disposedOn", "The date", disposedOn, today),
      ...(since && disposedOn < since
        ? { disposedOn: ["It cannot be disposed of before it was condemned"] }
        : {}),
    });
    const { assert, explain } = offPasses(db, before.id, holders);
    const saved = saving(db, before.id, details, values);
    return { ...saved, writes: [assert, ...saved.writes], explain };
  },
  message: "Asset disposed of",
  summary: "Dispose of a condemned asset. Final",
  example: { disposal_mode: "scrap", disposed_on: "2026-01-15", disposal_value: "12.50" },
});

const departmentOf = (db: CompanyDb, id: string | SQL) =>
  db
    .select()
    .from(departments)
    .where(db.ofOwner(departments, eq(departments.id, id)))
    .limit(1);
const placeOf = (db: CompanyDb, id: string | SQL) =>
  db
    .select()
    .from(locations)
    .where(db.ofOwner(locations, eq(locations.id, id)))
    .limit(1);
const present = (db: CompanyDb, column: SQLiteColumn, id: string) =>
  sql`(select ${column} from ${assets} where ${db.ofOwner(assets, eq(assets.id, id))})`;
const isGone = (row: { archivedAt: number | null; deletedAt: number | null }) =>
  row.archivedAt !== null || row.deletedAt !== null;

/** Gives a device another Location, place or room; its counters and its search row follow. */
const move = work({
  fields: {
    departmentId: id("Location is required"),
    locationId: optionalId(),
    room: optionalText(60, "Room"),
  },
  reads: (db, id, { departmentId, locationId }) => [
    departmentOf(db, departmentId),
    placeOf(db, locationId ?? ""),
    departmentOf(db, present(db, assets.departmentId, id)),
    placeOf(db, present(db, assets.locationId, id)),
  ],
  run({ db, before, values: { departmentId, locationId, room }, read }) {
    const [[department], [location], [from], [standing]] = read;
    if (!department) return notFound("location");
    if (locationId && !location) return notFound("place");
    const newDepartment = departmentId !== before.departmentId;
    const newLocation = locationId !== before.locationId;
    refuseIf({
      ...(newDepartment && !db.covers(departmentId) ? { departmentId: [OUT_OF_SCOPE] } : {}),
      ...(newDepartment && isGone(department)
        ? { departmentId: ["Location is archived or was deleted"] }
        : {}),
      ...(newLocation && location && isGone(location)
        ? { locationId: ["Place is archived or was deleted"] }
        : {}),
      ...(!newDepartment && !newLocation && room === before.room
        ? { departmentId: ["Choose another Location, place or room"] }
        : {}),
    });
    return {
      set: { departmentId, locationId, room },
      around: (update) => placing(db, [before.id], update, newDepartment || newLocation),
      writes: [
        ...(newDepartment ? [assertOffered(db, departments, departmentId)] : []),
        ...(newLocation && locationId ? [assertOffered(db, locations, locationId)] : []),
      ],
      log: {
        before: { departmentId: from?.name ?? null, locationId: standing?.path ?? null },
        after: { departmentId: department.name, locationId: location?.path ?? null },
      },
      message: `Asset moved to ${department.name}`,
    };
  },
  message: "Asset moved",
  summary: "Move an asset to another Location, place or room",
  example: {
    department_id: "0198c7a2-5f3e-7c11-9a60-3f6f0e8d2b41",
    room: "Bed 7",
    reason: "Counted on the ward",
  },
});

const condition = work({
  fields: { condition: z.enum(conditions, "Choose the condition") },
  run({ db, before, values }) {
    if (values.condition === before.condition)
      invalid({ condition: ["It is in this condition already"] });
    return {
      set: { condition: values.condition },
      around: (update) => recountingConditions(db, [before.id], update),
    };
  },
  message: "Condition corrected",
  summary: "Correct the condition of an asset",
  example: { condition: "working_limited", reason: "Counted on the ward" },
});

const notLocated = work({
  fields: { notLocatedSince: optionalDay("Not located since") },
  run({ values: { notLocatedSince }, today }) {
    refuseIf(notAfter("notLocatedSince", "The date", notLocatedSince, today));
    return { set: { notLocatedSince: notLocatedSince ?? today } };
  },
  message: "Asset marked as not located",
  summary: "Mark an asset as not located",
  example: { reason: "Counted on the ward" },
});

/** A device from its arrival to its end: what changes its state or place, and what each change takes along. */
export const assetFlow = flow({
  name: "asset",
  label: "Asset",
  noun: "asset",
  table: assets,
  column: "lifecycle",
  rules: assetRules,
  title: ({ assetCode, name }) => `${assetCode} ${name}`,
  assetOf: ({ id }) => id,
  logged: (values) => logged(values, {}),
  moves: {
    commission,
    condemn,
    reinstate,
    dispose,
    move,
    condition,
    "not-located": notLocated,
    standby: work({
      message: "Asset put on standby",
      summary: "Put an asset on standby",
      example: { reason: "Counted on the ward" },
    }),
    resume: work({
      message: "Asset back in service",
      summary: "Take an asset back into service",
      example: { reason: "Counted on the ward" },
    }),
    found: work({
      run: () => ({ set: { notLocatedSince: null } }),
      message: "Asset found",
      summary: "Mark an asset as found",
      example: {},
    }),
    "rotate-qr": work({
      run: () => ({ set: { qrToken: newQrToken() } }),
      message: "New QR code made. Labels printed before no longer work.",
      summary: "Make a new QR code; labels printed before no longer work",
      example: {},
    }),
  },
});
