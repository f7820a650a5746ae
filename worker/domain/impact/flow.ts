import { and, eq, sql } from "drizzle-orm";
import {
  impactInhouseRules,
  impactLineRules,
  impactReviewRules,
} from "#app/shared/flows/impact-reviews.ts";
import { impactInhouseLines, impactReviews, impactLines as table } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row, Statement } from "../../db/db.ts";
import { conflict } from "../../refusals.ts";
import { flow } from "../entity/flow.ts";
import { workOn } from "../entity/flow-work.ts";
import { tellConsumer } from "./letters.ts";

const onReview = workOn<typeof impactReviews>();

/** A review until everything in it is decided. */
export const impactReviewFlow = flow({
  name: "impact_review",
  label: "Impact review",
  noun: "impact review",
  table: impactReviews,
  column: "status",
  rules: impactReviewRules,
  title: ({ calibratorNo, calibratorName }) => `${calibratorNo} ${calibratorName}`,
  moves: {
    close: onReview({
      stamp: "closed",
      run: ({ values: { reason } }) => ({ set: { conclusion: reason } }),
      message: "Impact review closed",
      summary:
        "Close an impact review once every certificate and in-house calibration of it is decided",
      example: { reason: "Two consumers were told; all other results stand" },
    }),
    tell: tellConsumer,
  },
});

type LineTable = typeof table | typeof impactInhouseLines;
type Line = { impactReviewId: string; action: string };

const reviewOf = (db: CompanyDb, lines: LineTable, id: string) =>
  db.byId(
    impactReviews,
    sql`(select "named"."impact_review_id" from ${lines} as "named" where "named"."company_id" = ${db.companyId} and "named"."id" = ${id})`,
  );
const undecided = (action: string) => Number(action === "undecided");

/** The review is still open, and counts how many are undecided; its version stays, so that no form on it is held up. */
const counted = (db: CompanyDb, { impactReviewId, action }: Line, to: string): Statement[] => {
  const more = undecided(to) - undecided(action);
  const isOpen = and(eq(impactReviews.id, impactReviewId), eq(impactReviews.status, "open"))!;
  return [
    db.assert("state", db.exists(impactReviews, isOpen)),
    ...(more === 0
      ? []
      : [
          db.run(sql`update ${impactReviews} set "undecided_count" = "undecided_count" + cast(${more} as integer)
            where ${impactReviews.companyId} = ${db.companyId} and ${impactReviews.id} = ${impactReviewId}`),
        ]),
  ];
};

const CLOSED = "This impact review is closed";
type Says = { message: string; summary: string; reason: string };

/** Deciding about a line of a review while it is open. */
const decided = (
  db: CompanyDb,
  before: Line,
  to: string,
  review: Row<typeof impactReviews> | undefined,
) => {
  if (review?.status !== "open") conflict(CLOSED);
  return {
    writes: counted(db, before, to),
    explain: async () => {
      const [[now]] = await db.read(db.byId(impactReviews, before.impactReviewId));
      if (now?.status !== "open") conflict(CLOSED);
    },
  };
};
const told = ({ message, summary, reason }: Says) => ({ message, summary, example: { reason } });

const onCertificate = workOn<typeof table>();
const deciding = (to: Row<typeof table>["action"], says: Says) =>
  onCertificate({
    reads: (db, id) => [reviewOf(db, table, id)],
    stamp: "decided",
    run: ({ db, before, values: { reason }, read: [[review]] }) => ({
      // A letter tells what was decided then.
      set: { note: reason, mailedAt: null },
      ...decided(db, before, to, review),
    }),
    ...told(says),
  });

const onInhouse = workOn<typeof impactInhouseLines>();
const decidingInhouse = (to: Row<typeof impactInhouseLines>["action"], says: Says) =>
  onInhouse({
    reads: (db, id) => [reviewOf(db, impactInhouseLines, id)],
    stamp: "decided",
    run: ({ db, before, values: { reason }, read: [[review]] }) => ({
      set: { note: reason },
      ...decided(db, before, to, review),
    }),
    ...told(says),
  });

/** A certificate of a review until somebody decides what is done about it. */
export const impactLineFlow = flow({
  name: "impact_line",
  label: "Affected certificate",
  noun: "affected certificate",
  table,
  column: "action",
  rules: impactLineRules,
  title: ({ certificateNo }) => certificateNo,
  ownerOf: ({ impactReviewId }) => impactReviewId,
  moves: {
    clear: deciding("none", {
      message: "No action for it",
      summary: "Decide that nothing is done about an affected certificate",
      reason: "The shift is a tenth of its uncertainty",
    }),
    notify: deciding("notify", {
      message: "Its consumer is to be notified",
      summary: "Decide that the consumer of an affected certificate is told",
      reason: "The result is near its limit",
    }),
    recall: deciding("recall", {
      message: "It is to be recalled",
      summary: "Decide that an affected certificate is recalled",
      reason: "The verdict changes",
    }),
    again: deciding("undecided", {
      message: "To be decided again",
      summary: "Take back what was decided about an affected certificate",
      reason: "Decided for the wrong point",
    }),
  },
});

/** An in-house calibration of a review until somebody decides whether its device is calibrated again. */
export const impactInhouseFlow = flow({
  name: "impact_inhouse_line",
  label: "Affected in-house calibration",
  noun: "affected calibration",
  table: impactInhouseLines,
  column: "action",
  rules: impactInhouseRules,
  title: ({ inhouseNo }) => inhouseNo,
  assetOf: ({ assetId }) => assetId,
  ownerOf: ({ impactReviewId }) => impactReviewId,
  moves: {
    clear: decidingInhouse("none", {
      message: "No action for it",
      summary: "Decide that nothing is done about an affected in-house calibration",
      reason: "The shift is a tenth of its uncertainty",
    }),
    recalibrate: decidingInhouse("recalibrate", {
      message: "Its device is to be calibrated again",
      summary: "Decide that the device of an affected in-house calibration is calibrated again",
      reason: "The verdict changes",
    }),
    again: decidingInhouse("undecided", {
      message: "To be decided again",
      summary: "Take back what was decided about an affected in-house calibration",
      reason: "Decided for the wrong point",
    }),
  },
});
