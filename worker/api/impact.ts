import { impactInhouseLines, impactLines, impactReviews } from "#drizzle/tenant/index.ts";
import { affectedInhouse, findImpactInhouse } from "../domain/impact/inhouse-lines.ts";
import {
  affectedCertificates,
  findImpactLine,
  findImpactReview,
  impactReviewsPage,
} from "../domain/impact/list.ts";
import { openImpactReview, openingInput } from "../domain/impact/opening.ts";
import { data, page } from "./answers.ts";
import { type Call, companyCalls } from "./call.ts";
import { offers } from "./flows.ts";
import {
  columnsShape,
  day,
  list,
  listQuery,
  object,
  oneOf,
  orNull,
  rowShape,
  sampleId,
  text,
  whole,
} from "./shapes.ts";

const reviews =
  "id calibratorId calibratorNo calibratorName sinceOn reason status hasMore closedAt createdAt version";
const lines =
  "id impactReviewId certificateReportId certificateNo depth point unit shift toleranceRatio uncertaintyRatio verdict shiftedVerdict isChanged action note decidedAt mailedAt version";
const inhouseLines =
  "id impactReviewId inhouseCalibrationId inhouseNo assetId assetCode assetName performedOn outcome depth point unit shift toleranceRatio uncertaintyRatio verdict shiftedVerdict isChanged action note decidedAt version";
const counted = { line_count: orNull(whole), undecided_count: orNull(whole) };

const ofReview = companyCalls({ tag: "Impact review", of: impactReviews });
const ofLine = companyCalls({ tag: "Affected certificate", of: impactLines });
const ofInhouse = companyCalls({ tag: "Affected in-house calibration", of: impactInhouseLines });

/** What standards out of tolerance mean for certificates. Moves of reviews and of their certificates are in flows.ts. */
export const impactCalls: Call[] = [
  ofReview({
    get: "/impact-reviews",
    needs: "view-calibrator",
    says: "List: Impact review",
    query: listQuery(["newest"], { tab: oneOf("open", "closed"), calibrator: text }, false),
    answer: page(columnsShape(impactReviews, reviews, { ...counted, moves: offers })),
    run: ({ session, query }) => impactReviewsPage(session, query),
  }),
  ofReview({
    post: "/impact-reviews",
    needs: "edit-calibrator",
    says: "Open the impact review of a calibrator that was found out of tolerance: certificates and in-house calibrations of later work that rest on it become its lines, at most 2,000 and 1,000",
    input: openingInput,
    example: {
      ...{ calibrator_id: sampleId, since_on: "2026-01-15", reason: "Found 1.2 % high" },
      shifts: [{ range_id: sampleId, shift: "2.4" }],
    },
    status: 201,
    run: ({ session, body }) => openImpactReview(session, body),
  }),
  ofReview({
    get: "/impact-reviews/:id",
    needs: "view-calibrator",
    says: "Read: Impact review, with how far the calibrator was off by range",
    answer: data(
      rowShape(impactReviews, {
        ...counted,
        shifts: list(object({ parameter: text, unit: text, lo: text, hi: text, shift: text })),
        ...{ opened_by_name: orNull(text), closed_by_name: orNull(text), moves: offers },
      }),
    ),
    run: ({ session, id }) => findImpactReview(session, id),
  }),
  ofReview({
    get: "/impact-reviews/:id/certificates",
    needs: "view-calibrator",
    says: "The certificates that rest on the calibrator of an impact review, with what its shift means for each",
    query: listQuery(
      ["newest"],
      { action: oneOf(...impactLines.action.enumValues), changed: oneOf("yes", "no") },
      false,
    ),
    answer: page(
      columnsShape(impactLines, lines, {
        ...{ decided_by_name: orNull(text), cal_end_on: orNull(day), status: orNull(text) },
        ...{ machine_no: orNull(text), consumer_name: orNull(text), moves: offers },
      }),
    ),
    run: ({ session, id, query }) => affectedCertificates(session, id, query),
  }),
  ofReview({
    get: "/impact-reviews/:id/inhouse-calibrations",
    needs: "view-calibrator",
    says: "The in-house calibrations that rest on the calibrator of an impact review, with what its shift means for each",
    query: listQuery(
      ["newest"],
      { action: oneOf(...impactInhouseLines.action.enumValues), changed: oneOf("yes", "no") },
      false,
    ),
    answer: page(
      columnsShape(impactInhouseLines, inhouseLines, {
        ...{ decided_by_name: orNull(text), moves: offers },
      }),
    ),
    run: ({ session, id, query }) => affectedInhouse(session, id, query),
  }),
  ofInhouse({
    get: "/impact-inhouse-lines/:id",
    needs: "view-calibrator",
    says: "An in-house calibration of an impact review with what may be decided about it",
    answer: data(rowShape(impactInhouseLines, { moves: offers })),
    run: ({ session, id }) => findImpactInhouse(session, id),
  }),
  ofLine({
    get: "/impact-lines/:id",
    needs: "view-calibrator",
    says: "A certificate of an impact review with what may be decided about it",
    answer: data(rowShape(impactLines, { moves: offers })),
    run: ({ session, id }) => findImpactLine(session, id),
  }),
];
