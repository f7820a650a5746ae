import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  bare,
  day,
  filled,
  inCompany,
  json,
  keyAndChange,
  living,
  master,
  nocase,
  type OwnedTarget,
  oneOf,
  owned,
  ownedKey,
  uncounted,
  whole,
} from "../columns.ts";
import { assets } from "./assets.ts";
import { breakdowns } from "./breakdowns.ts";

/** A field safety notice or recall of a maker or an authority. */
export const recalls = sqliteTable(
  "recalls",
  {
    ...owned,
    ...master,
    source: nocase().notNull(),
    number: nocase().notNull(),
    name: text().notNull(),
    maker: text().notNull(),
    /** Patterns of models, with commas; without them every model of the maker. */
    models: text(),
    /** Serial numbers, ranges and patterns, with commas. */
    serials: text(),
    lots: text(),
    softwareVersions: text(),
    advice: text(),
    link: text(),
    noticedOn: day().notNull(),
    dueOn: day(),
    /** Where it stands in the list: its due date, or a day after all others. */
    orderOn: day().notNull(),
    /** The last device that was looked at; null once all were. */
    matchedTo: text().default(""),
    deviceCount: integer().notNull().default(0),
    /** Devices that are neither decided nor done. */
    openCount: integer().notNull().default(0),
  },
  (t) => [
    ...keyAndChange("recalls", t),
    uniqueIndex("recalls_number").on(t.companyId, t.source, t.number).where(living),
    index("recalls_by_order").on(t.companyId, t.orderOn, t.id).where(living),
    index("recalls_by_number").on(t.companyId, t.number, t.id).where(living),
    index("recalls_to_match").on(t.companyId, t.id).where(filled(t.matchedTo)),
    ...whole("recalls", t.version, t.deviceCount, t.openCount),
  ],
);

export const recallAnswers = ["to_decide", "affected", "not_affected", "done", "gone"] as const;

/** A device that a recall may be about, why, and the answer. */
export const recallAssets = sqliteTable(
  "recall_assets",
  {
    ...owned,
    recallId: uncounted(text().notNull(), "a line of the recall"),
    assetId: uncounted(text().notNull(), "a recall is answered for a device that is gone as well"),
    /** As it was called when it was matched. */
    assetCode: text().notNull(),
    assetName: text().notNull(),
    certainty: text({ enum: ["certain", "near"] }).notNull(),
    /** Why it matches, a sentence for each thing that was compared. */
    reasons: json<string[]>().notNull(),
    status: text({ enum: recallAnswers }).notNull().default("to_decide"),
    breakdownId: uncounted(text(), "shows the call that was made for it"),
    answeredBy: text(),
    answeredAt: integer(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.recallId, () => recalls),
    inCompany(t, t.assetId, (): OwnedTarget => assets),
    inCompany(t, t.breakdownId, (): OwnedTarget => breakdowns),
    uniqueIndex("recall_assets_pair").on(t.companyId, t.recallId, t.assetId),
    index("recall_assets_by_recall").on(t.companyId, t.recallId, t.id),
    index("recall_assets_by_asset").on(t.companyId, t.assetId, t.status),
    index("recall_assets_by_call").on(t.companyId, t.breakdownId).where(filled(t.breakdownId)),
    oneOf("recall_assets_status_known", t.status, recallAnswers),
    oneOf("recall_assets_certainty_known", t.certainty, ["certain", "near"]),
    ...whole("recall_assets", t.version),
  ],
);

/** What happened to a device of a recall, in its order: append-only. */
export const recallAssetEvents = sqliteTable(
  "recall_asset_events",
  {
    ...bare,
    recallAssetId: text().notNull(),
    status: text({ enum: recallAnswers }).notNull(),
    note: text(),
    actorId: text(),
    actorName: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.recallAssetId, () => recallAssets),
    index("recall_asset_events_by_line").on(t.companyId, t.recallAssetId, t.id),
    oneOf("recall_asset_events_status_known", t.status, recallAnswers),
  ],
);

/** Devices, by their ids, that recalls look at again: new ones, and those of which something changed. Triggers write it. */
export const recallQueue = sqliteTable(
  "recall_queue",
  { ...bare, at: integer().notNull().default(sql`0`) },
  (t) => [ownedKey(t), index("recall_queue_waiting").on(t.companyId, t.id)],
);
