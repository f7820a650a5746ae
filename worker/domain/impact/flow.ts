import { and, eq, sql } from "drizzle-orm";
import { impactLineRules, impactReviewRules } from "#app/shared/flows/impact-reviews.ts";
import { impactReviews, impactLines as table } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row, Statement } from "../../db/db.ts";
import { conflict } from "../../refusals.ts";
import { flow } from "../entity/flow.ts";
import { workOn } from "../entity/flow-work.ts";
import { tellConsumer } from "./letters.ts";

const onReview = workOn<typeof impactReviews>();

/** A review until every certificate of it is decided. */
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
      summary: "Close an impact review once every certificate of it is decided",
      example: { reason: "Two consumers were told; all other results stand" },
    }),
    tell: tellConsumer,
  },
});

type Line = Row<typeof table>;
const work = workOn<typeof table>();

const reviewOf = (db: CompanyDb, id: string) =>
  db.byId(
    impactReviews,
    sql`(select "named"."impact_review_id" from ${table} as "named" where "named"."company_id" = ${db.companyId} and "named"."id" = ${id})`,
  );
const undecided = (action: Line["action"]) => Number(action === "undecided");

/** The review is still open, and counts how many are undecided; its version stays, so that no form on it is held up. */
const counted = (
  db: CompanyDb,
  { impactReviewId, action }: Line,
  to: Line["action"],
): Statement[] => {
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
const deciding = (to: Line["action"], says: { message: string; summary: string; reason: string }) =>
  work({
    reads: (db, id) => [reviewOf(db, id)],
    stamp: "decided",
    run({ db, before, values: { reason }, read: [[review]] }) {
      if (review?.status !== "open") conflict(CLOSED);
      return {
        // A letter tells what was decided then.
        set: { note: reason, mailedAt: null },
        writes: counted(db, before, to),
        explain: async () => {
          const [[now]] = await db.read(db.byId(impactReviews, before.impactReviewId));
          if (now?.status !== "open") conflict(CLOSED);
        },
      };
    },
    message: says.message,
    summary: says.summary,
    example: { reason: says.reason },
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
