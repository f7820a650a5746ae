import { eq, inArray, sql } from "drizzle-orm";
import { impactLineRules, impactReviewRules } from "#app/shared/flows/impact-reviews.ts";
import { movesOf } from "#app/shared/flows/rules.ts";
import { grouped } from "#app/shared/grouped.ts";
import { pick } from "#app/shared/pick.ts";
import { impactLines, impactReviews as table, users } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Results } from "../../db/db.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { type Documents, listDocuments } from "../lists/documents.ts";
import { namedBy } from "../lists/more-columns.ts";
import { settingOf } from "../settings/vocabulary.ts";
import { impactLineFlow, impactReviewFlow } from "./flow.ts";
import { inhousePage } from "./inhouse-lines.ts";
import { askedText, deviceText, effectText, letterText } from "./letter-text.ts";
import { letterLines } from "./letters.ts";

const MOST_COUNTED = 1000;
const inState = (status: keyof typeof impactReviewRules.states) => eq(table.status, status);

const reviewColumns = {
  ...pick(table, ["calibratorId", "calibratorNo", "calibratorName", "sinceOn", "reason", "status"]),
  ...pick(table, ["lineCount", "undecidedCount", "hasMore", "closedAt", "createdAt", "version"]),
};

/** Impact reviews: those that are open, and those that are closed. */
export const impactReviewList: Documents<typeof reviewColumns> = {
  table,
  permission: "view-calibrator",
  title: table.calibratorNo,
  columns: reviewColumns,
  tabs: {
    open: {
      label: "Open",
      each: () => [inState("open")],
      look: ({ db }) =>
        sql`select count(*) from (select 1 from ${table} where ${db.ofOwner(table, inState("open"))} limit ${sql.raw(String(MOST_COUNTED))})`,
    },
    closed: { label: "Closed", each: () => [inState("closed")] },
  },
  filters: { calibrator: (id) => ({ lead: eq(table.calibratorId, id) }) },
};

/** Counts are of all Locations: who is limited to some is told none. */
const unlimited = (session: Session) => (session.departments?.length ?? 0) === 0;
const counts = <R extends { lineCount: number; undecidedCount: number }>(
  session: Session,
  { lineCount, undecidedCount, ...row }: R,
) =>
  unlimited(session)
    ? {
        ...row,
        lineCount: lineCount as number | null,
        undecidedCount: undecidedCount as number | null,
      }
    : { ...row, lineCount: null, undecidedCount: null };

/** A page of impact reviews. One round trip. @throws Response 403 */
export async function impactReviewsPage(session: Session, params: URLSearchParams) {
  const list = await listDocuments(session, impactReviewList, params);
  const mover = impactReviewFlow.moverOf(session);
  return {
    ...list,
    rows: list.rows.map((row) => ({
      ...counts(session, row),
      moves: movesOf(impactReviewRules, row, mover),
    })),
  };
}

// Names are written in full: inside a selected field Drizzle leaves the table out.
const certificate = (inside: string) =>
  sql.raw(`(select ${inside} from "certificate_reports" as "r" where "r"."company_id" = "impact_lines"."company_id"
    and "r"."id" = "impact_lines"."certificate_report_id")`);
const named = (table_: "machines" | "consumers", column: string, key: string) =>
  `(select "n"."${column}" from "${table_}" as "n" where "n"."company_id" = "r"."company_id" and "n"."id" = "r"."${key}")`;

const lineColumns = {
  ...pick(impactLines, ["impactReviewId", "certificateReportId", "certificateNo", "depth"]),
  ...pick(impactLines, ["point", "unit", "shift", "toleranceRatio", "uncertaintyRatio", "verdict"]),
  ...pick(impactLines, ["shiftedVerdict", "isChanged", "action", "note", "decidedAt", "mailedAt"]),
  version: impactLines.version,
  decidedByName: namedBy(users, users.name, impactLines.decidedBy),
  calEndOn: sql<string | null>`${certificate(`"r"."cal_end_on"`)}`.as("certificate_day"),
  status: sql<string | null>`${certificate(`"r"."status"`)}`.as("certificate_state"),
  machineNo: sql<string | null>`${certificate(named("machines", "machine_no", "machine_id"))}`.as(
    "machine_number",
  ),
  consumerName: sql<string | null>`${certificate(named("consumers", "name", "consumer_id"))}`.as(
    "consumer_called",
  ),
};

/** The certificates of a review, which a list names by `review`. */
export const impactLineList: Documents<typeof lineColumns> = {
  table: impactLines,
  permission: "view-calibrator",
  title: impactLines.certificateNo,
  columns: lineColumns,
  tabs: { all: { label: "All" } },
  filters: {
    review: (id) => ({ lead: eq(impactLines.impactReviewId, id) }),
    action: (value) => eq(impactLines.action, value as "none"),
    changed: (value) => eq(impactLines.isChanged, value === "yes"),
  },
};

/** The certificates of a review, each with the moves the person may make. One round trip. */
export async function affectedCertificates(session: Session, id: string, params: URLSearchParams) {
  const asked = new URLSearchParams(params);
  asked.set("review", id);
  const { rows, query, ...list } = await listDocuments(session, impactLineList, asked);
  const { review: _, ...filters } = query.filters;
  const mover = impactLineFlow.moverOf(session);
  return {
    ...list,
    query: { ...query, filters },
    rows: rows.map((row) => ({ ...row, moves: movesOf(impactLineRules, row, mover) })),
  };
}

/** What a review is and who opened and closed it, as statements of one read. */
function reviewReads(db: ReadingDb, id: string) {
  const who = sql`(select "its"."created_by" from ${table} as "its" where "its"."company_id" = ${db.companyId} and "its"."id" = ${id}
    union all select "its"."closed_by" from ${table} as "its" where "its"."company_id" = ${db.companyId} and "its"."id" = ${id})`;
  return [
    db.byId(table, id),
    db
      .select(pick(users, ["id", "name"]))
      .from(users)
      .where(db.ofOwner(users, inArray(users.id, who)))
      .limit(2),
  ] as const;
}
type Reads = Results<ReturnType<typeof reviewReads>>;

function reviewOf(session: Session, [row]: Reads[0], people: Reads[1]) {
  const review = row ?? notFound("impact review");
  return {
    ...counts(session, review),
    openedByName: people.find((one) => one.id === review.createdBy)?.name ?? null,
    closedByName: people.find((one) => one.id === review.closedBy)?.name ?? null,
    moves: impactReviewFlow.movesOf(session, review),
  };
}

/** A review with who opened and closed it. @throws Response 403, 404 */
export async function findImpactReview(session: Session, id: string) {
  const db = session.authorize("view-calibrator");
  const [found, people] = await db.read(...reviewReads(db, id));
  return reviewOf(session, found, people);
}

/**
 * A review's page: what was found, the certificates that rest on the standard, and a short page of the in-house calibrations that do. Two
 * trips, side by side.
 * @throws Response 403, 404
 */
export async function impactReviewPage(session: Session, id: string, params: URLSearchParams) {
  const db = session.authorize("view-calibrator");
  const inhouse = inhousePage(session, db, id, params);
  const [[found, people, rows], list] = await Promise.all([
    db.read(...reviewReads(db, id), inhouse.statement),
    affectedCertificates(session, id, params),
  ]);
  return {
    review: reviewOf(session, found, people),
    list,
    inhouse: inhouse.of(rows),
    may: {
      edit: session.can("edit-calibrator"),
      view: session.can("view-inhouse-calibration"),
      calibrate: session.can("create-inhouse-calibration"),
    },
  };
}

/** An affected certificate with what may be decided about it. @throws Response 403, 404 */
export async function findImpactLine(session: Session, id: string) {
  const db = session.authorize("view-calibrator");
  const [[row]] = await db.read(db.byId(impactLines, id));
  const line = row ?? notFound("affected certificate");
  return { ...line, moves: impactLineFlow.movesOf(session, line) };
}

/** The letters of a review: one for each consumer whose certificates are notified or recalled. @throws Response 403, 404 */
export async function impactLetters(session: Session, id: string) {
  const db = session.authorize("view-calibrator");
  const [[row], lines] = await db.read(db.byId(table, id), letterLines(db, id));
  const review = row ?? notFound("impact review");
  const format = settingOf(session.company, "date_format");
  const byConsumer = grouped(lines, ({ consumerId }) => consumerId ?? "");
  return {
    review: { id, calibratorNo: review.calibratorNo, version: review.version },
    letters: [...byConsumer].map(([consumerId, own]) => {
      const { consumerName, address, email } = own[0]!;
      return {
        ...{ consumerId, consumerName, address, email },
        ...letterText(review, own, format),
        mailedAt: own.every(({ mailedAt }) => mailedAt !== null) ? own[0]!.mailedAt : null,
        rows: own.map((line) => ({
          ...{ id: line.id, certificateNo: line.certificateNo, calEndOn: line.calEndOn },
          ...{ device: deviceText(line), asked: askedText(line), effect: effectText(line) },
        })),
      };
    }),
    may: { edit: session.can("edit-calibrator") },
  };
}
