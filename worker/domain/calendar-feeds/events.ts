import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { addDays, dayIn } from "#app/shared/company-time.ts";
import { kindWord } from "#app/shared/contracts.ts";
import { dueEntryPath } from "#app/shared/due-links.ts";
import { type DueKind, dueKinds } from "#app/shared/due-standing.ts";
import {
  assets,
  assetTransfers,
  contracts,
  endingMediaWhere,
  gatePasses,
  lentWhere,
  media,
  vendors,
} from "#drizzle/tenant/index.ts";
import { pointsTo } from "../../db/predicates.ts";
import { calibrationEnds, calibrationEvents, MOST_ENDS } from "./calibrations.ts";
import type { FeedReader } from "./reader.ts";
import { isByDay, MOST_SERVICES, type Span, services } from "./services.ts";

/** Days back and ahead that a calendar holds. */
const [BACK, AHEAD] = [30, 180];

/** An entry of a calendar: a whole day in the company's time. */
export type FeedEvent = {
  uid: string;
  on: string;
  title: string;
  place: string | null;
  details: string;
  /** A path of this site. */
  path: string;
  version: number;
  /** The instant of the last change, in milliseconds. */
  at: number;
  isCancelled: boolean;
};

const states: Partial<Record<string, string>> = {
  done: "Done",
  missed: "Could not be done",
  cancelled: "Cancelled",
};

/** What a title begins with: how a service stands that does not simply wait to be done. */
const stateOf = ({ status, isHeld }: { status: string; isHeld: 0 | 1 }) => {
  const word = isHeld ? "On hold" : states[status];
  return word ? `${word}: ` : "";
};

const within = (column: SQL | typeof assets.warrantyEndOn, { from, until }: Span) =>
  sql`${column} between ${from} and ${until}`;

/** Statements of what ends, each empty where the reader may not see its subject, or the link is a team's. */
function ends({ db, feed, can }: FeedReader, span: Span) {
  const only = (may: boolean) => (feed.teamId === null && may ? undefined : sql`0`);
  return [
    db
      .select({
        id: assets.id,
        on: sql<string>`${assets.warrantyEndOn}`.as("end_on"),
        code: assets.assetCode,
        name: sql<string>`${assets.name}`.as("asset_name"),
        version: assets.version,
        at: assets.updatedAt,
      })
      .from(assets)
      .where(
        db.ofOwner(
          assets,
          and(
            sql`warranty_end_on is not null and deleted_at is null and ${assets.lifecycle} not in ('condemned', 'disposed')`,
            within(assets.warrantyEndOn, span),
            only(can("view-asset")),
          ),
        ),
      )
      .orderBy(assets.warrantyEndOn, assets.id)
      .limit(MOST_ENDS),
    db
      .select({
        id: contracts.id,
        on: contracts.endOn,
        number: contracts.number,
        kind: contracts.kind,
        version: contracts.version,
        at: contracts.updatedAt,
      })
      .from(contracts)
      .where(
        db.ofOwner(
          contracts,
          and(
            within(sql`${contracts.endOn}`, span),
            sql`${contracts.terminatedOn} is null`,
            only(can("view-vendor")),
          ),
        ),
      )
      .orderBy(contracts.endOn, contracts.id)
      .limit(MOST_ENDS),
    db
      .select({
        id: sql<string>`${media.id}`.as("file_id"),
        on: sql<string>`${media.validUntil}`.as("end_on"),
        fileName: media.fileName,
        assetId: sql<string>`${assets.id}`.as("asset_id"),
        code: assets.assetCode,
        version: sql<number>`${media.version}`.as("file_version"),
        at: sql<number>`${media.updatedAt}`.as("file_changed"),
      })
      .from(media)
      .innerJoin(assets, pointsTo(media.assetId, assets))
      .where(
        db.ofOwner(
          media,
          and(
            sql.raw(endingMediaWhere.replaceAll(/(valid_until|deleted_at)/g, '"media"."$1"')),
            within(sql`${media.validUntil}`, span),
            eq(media.isCurrent, true),
            sql`${assets.deletedAt} is null and ${assets.lifecycle} not in ('condemned', 'disposed')`,
            only(can("view-asset")),
          ),
        ),
      )
      .orderBy(media.validUntil, media.id)
      .limit(MOST_ENDS),
    db
      .select({
        id: assetTransfers.id,
        on: sql<string>`${assetTransfers.dueBackOn}`.as("end_on"),
        number: assetTransfers.number,
        version: assetTransfers.version,
        at: assetTransfers.updatedAt,
      })
      .from(assetTransfers)
      .where(
        db.ofOwner(
          assetTransfers,
          and(
            sql.raw(lentWhere),
            within(sql`${assetTransfers.dueBackOn}`, span),
            only(can("view-asset-transfer")),
          ),
        ),
      )
      .orderBy(assetTransfers.dueBackOn, assetTransfers.id)
      .limit(MOST_ENDS),
    db
      .select({
        id: gatePasses.id,
        on: sql<string>`${gatePasses.expectedReturnOn}`.as("end_on"),
        number: gatePasses.number,
        version: gatePasses.version,
        at: gatePasses.updatedAt,
      })
      .from(gatePasses)
      .where(
        db.ofOwner(
          gatePasses,
          and(
            inArray(gatePasses.status, ["out", "partially_returned"]),
            within(sql`${gatePasses.expectedReturnOn}`, span),
            only(can("view-gate-pass")),
          ),
        ),
      )
      .orderBy(gatePasses.expectedReturnOn, gatePasses.id)
      .limit(MOST_ENDS),
    db
      .select({
        id: vendors.id,
        on: sql<string>`${vendors.accreditationValidUntil}`.as("end_on"),
        name: vendors.name,
        version: vendors.version,
        at: vendors.updatedAt,
      })
      .from(vendors)
      .where(
        db.ofOwner(
          vendors,
          and(
            sql`is_calibration_lab = 1 and deleted_at is null and ${vendors.archivedAt} is null`,
            within(sql`${vendors.accreditationValidUntil}`, span),
            only(can("view-vendor")),
          ),
        ),
      )
      .orderBy(vendors.accreditationValidUntil, vendors.id)
      .limit(MOST_ENDS),
  ] as const;
}

/**
 * What a link shows: services of the reader or the team, and to a person the ends they may see. Problems and remarks are no part of it.
 * One round trip.
 */
export async function feedEvents(reader: FeedReader) {
  const today = dayIn(reader.timeZone);
  const span = { from: addDays(today, -BACK), until: addDays(today, AHEAD) };
  const [due, warranties, covers, files, loans, passes, labs, ...ofLaboratory] =
    await reader.db.read(
      services(reader, span),
      ...ends(reader, span),
      ...calibrationEnds(reader, span),
    );
  const event = (
    uid: string,
    { on, version, at }: { on: string; version: number; at: number },
    rest: Pick<FeedEvent, "title" | "path"> & Partial<FeedEvent>,
  ): FeedEvent => ({ uid, on, version, at, place: null, details: "", isCancelled: false, ...rest });
  const events = [
    ...due.slice(0, MOST_SERVICES).map((row) =>
      event(`due-${row.id}`, row, {
        title: `${stateOf(row)}${dueKinds[row.kind as DueKind]} ${row.code} ${row.name}`,
        place: row.place,
        details:
          row.opensOn && row.closesOn
            ? `${row.title}. Counts as on time from ${row.opensOn} to ${row.closesOn}.`
            : row.title,
        path: dueEntryPath(row.id),
        isCancelled: row.status === "cancelled",
      }),
    ),
    ...warranties.map((row) =>
      event(`warranty-${row.id}`, row, {
        title: `Warranty ends: ${row.code} ${row.name}`,
        path: `/asset/detail/${row.id}`,
      }),
    ),
    ...covers.map((row) =>
      event(`contract-${row.id}`, row, {
        title: `Contract ends: ${kindWord(row.kind)} ${row.number}`,
        path: `/contract/${row.id}`,
      }),
    ),
    ...files.map((row) =>
      event(`file-${row.id}`, row, {
        title: `Document ends: ${row.fileName}, ${row.code}`,
        path: `/asset/detail/${row.assetId}?tab=document`,
      }),
    ),
    ...loans.map((row) =>
      event(`transfer-${row.id}`, row, {
        title: `Transfer due back: ${row.number}`,
        path: `/asset-transfer/${row.id}`,
      }),
    ),
    ...passes.map((row) =>
      event(`pass-${row.id}`, row, {
        title: `Gate pass due back: ${row.number}`,
        path: `/gate-pass/${row.id}`,
      }),
    ),
    ...labs.map((row) =>
      event(`accreditation-${row.id}`, row, {
        title: `Accreditation ends: ${row.name}`,
        path: `/vendor/detail/${row.id}`,
      }),
    ),
    ...calibrationEvents(ofLaboratory, event),
  ];
  const isCut =
    isByDay(reader) ||
    due.length > MOST_SERVICES ||
    [warranties, covers, files, loans, passes, labs, ...ofLaboratory].some(
      (rows) => rows.length >= MOST_ENDS,
    );
  return { events, isCut };
}
