import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  bare,
  day,
  filled,
  inCompany,
  json,
  minor,
  type OwnedTarget,
  oneOf,
  owned,
  ownedKey,
  uncounted,
  whole,
} from "../columns.ts";
import { assets, condemnReasons } from "./assets.ts";

export const replacementGrades = ["strong", "flagged", "none"] as const;
/** A part of a score: what was found, from 0 to 100; null where nothing is known. */
export type ScoreParts = Record<
  "age" | "cost" | "failures" | "support" | "criticality",
  number | null
>;

/** How much speaks for replacing a device, counted each night for those in use. */
export const replacementScores = sqliteTable(
  "replacement_scores",
  {
    ...bare,
    assetId: uncounted(text().notNull(), "counted of the device, and gone with it"),
    version: integer().notNull().default(1),
    /** 0 to 100. */
    score: integer().notNull(),
    /** 100 less the score: the highest score first. */
    rank: integer().notNull(),
    grade: text({ enum: replacementGrades }).notNull(),
    parts: json<ScoreParts>().notNull(),
    /** Service cost of a year in 1/100 of a percent of the price; null without a price. */
    costRatioBp: integer(),
    /** When its life or support ends, the earlier one; null where neither is known. */
    endsOn: day(),
    endsBy: text({ enum: ["life", "support"] }),
    /** When it is to be replaced: that day, or the day of counting where the score is strong. */
    replaceOn: day(),
    priceMinor: minor(),
    countedOn: day().notNull(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.assetId, (): OwnedTarget => assets),
    uniqueIndex("replacement_scores_asset").on(t.companyId, t.assetId),
    index("replacement_scores_by_rank").on(t.companyId, t.rank, t.id),
    index("replacement_scores_by_grade").on(t.companyId, t.grade, t.rank, t.id),
    index("replacement_scores_due").on(t.companyId, t.replaceOn).where(filled(t.replaceOn)),
    oneOf("replacement_scores_grade_known", t.grade, replacementGrades),
    ...whole("replacement_scores", t.score, t.rank, t.costRatioBp, t.priceMinor),
  ],
);

export const proposalStatuses = [
  "proposed",
  "reviewed",
  "approved",
  "declined",
  "withdrawn",
] as const;

/** What spoke for it when a device was put forward. */
export type ProposalFigures = {
  score: number | null;
  grade: string | null;
  priceMinor: number | null;
  serviceCostMinor: number;
  costRatioBp: number | null;
  endsOn: string | null;
};

/** A device put forward to be condemned. */
export const condemnProposals = sqliteTable(
  "condemn_proposals",
  {
    ...owned,
    assetId: uncounted(text().notNull(), "a proposal stands for a device that is gone as well"),
    assetCode: text().notNull(),
    assetName: text().notNull(),
    condemnReason: text({ enum: condemnReasons }).notNull(),
    note: text().notNull(),
    figures: json<ProposalFigures>().notNull(),
    status: text({ enum: proposalStatuses }).notNull().default("proposed"),
    reviewedBy: text(),
    reviewedAt: integer(),
    decidedBy: text(),
    decidedAt: integer(),
    decisionReason: text(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.assetId, (): OwnedTarget => assets),
    uniqueIndex("one_open_proposal_per_asset")
      .on(t.companyId, t.assetId)
      .where(sql`status in ('proposed', 'reviewed')`),
    index("condemn_proposals_by_asset").on(t.companyId, t.assetId, t.id),
    index("condemn_proposals_by_status").on(t.companyId, t.status, t.id),
    oneOf("condemn_proposals_status_known", t.status, proposalStatuses),
    ...whole("condemn_proposals", t.version),
  ],
);

/** What happened to a proposal, in its order: append-only. */
export const proposalEvents = sqliteTable(
  "proposal_events",
  {
    ...bare,
    proposalId: text().notNull(),
    status: text({ enum: proposalStatuses }).notNull(),
    note: text(),
    actorId: text(),
    actorName: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.proposalId, () => condemnProposals),
    index("proposal_events_by_proposal").on(t.companyId, t.proposalId, t.id),
    oneOf("proposal_events_status_known", t.status, proposalStatuses),
  ],
);
