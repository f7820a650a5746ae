import { and, eq, isNull, sql } from "drizzle-orm";
import { assetRules } from "#app/shared/flows/assets.ts";
import { isUnanswered, recallRules } from "#app/shared/flows/recalls.ts";
import { pick } from "#app/shared/pick.ts";
import { newId } from "#drizzle/columns.ts";
import {
  assets,
  breakdowns,
  recallAssetEvents,
  recalls,
  recallAssets as table,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row } from "../../db/db.ts";
import { pointsTo } from "../../db/predicates.ts";
import { conflict } from "../../refusals.ts";
import { flow } from "../entity/flow.ts";
import { workOn } from "../entity/flow-work.ts";
import { formatQuery, numberingOf } from "../entity/numbers.ts";
import { loggedCall, newCall, tellOfCall } from "../service-calls/new-call.ts";
import { openingOf, openingQueriesOf } from "../service-calls/opening.ts";
import { countersOf, counting } from "./counting.ts";

type Line = Row<typeof table>;
const work = workOn<typeof table>();

const deviceFields = [
  ...(["id", "assetCode", "name", "make", "model"] as const),
  ...(["criticality", "departmentId", "lifecycle"] as const),
];
const deviceOf = (db: CompanyDb, id: string) =>
  db
    .select(pick(assets, deviceFields))
    .from(table)
    .innerJoin(assets, pointsTo(table.assetId, assets))
    .where(and(db.ofOwner(table, eq(table.id, id)), db.ofOwner(assets, isNull(assets.deletedAt))))
    .limit(1);
const assetIdOf = (db: CompanyDb, id: string) =>
  sql`(select "named"."asset_id" from ${table} as "named" where "named"."company_id" = ${db.companyId} and "named"."id" = ${id})`;
const recallOf = (db: CompanyDb, id: string) =>
  db
    .select(pick(recalls, ["source", "number", "name", "link"]))
    .from(table)
    .innerJoin(recalls, pointsTo(table.recallId, recalls))
    .where(db.ofOwner(table, eq(table.id, id)))
    .limit(1);

/** The recall's count of open devices, where a move changes it. */
const recounted = (db: CompanyDb, { recallId, status }: Line, to: Line["status"]) =>
  counting(db, recallId, { open: Number(isUnanswered(to)) - Number(isUnanswered(status)) });
const answering = (
  to: Line["status"],
  says: { message: string; summary: string; reason: string },
) =>
  work({
    stamp: "answered",
    run: ({ db, before }) => ({ writes: recounted(db, before, to) }),
    message: says.message,
    summary: says.summary,
    example: { reason: says.reason },
  });

const call = work({
  reads: (db, id, _, today) => [
    deviceOf(db, id),
    recallOf(db, id),
    formatQuery(db, "call"),
    ...openingQueriesOf(db, assetIdOf(db, id), today),
  ],
  stamp: "answered",
  run({ db, session, values: { reason }, read, at }) {
    const [[device], [recall], [format], ...opening] = read;
    if (!device || !recall) conflict("Its asset was deleted");
    const { lifecycle } = device!;
    if (lifecycle === "condemned" || lifecycle === "disposed")
      conflict(`Its asset is ${assetRules.states[lifecycle].toLowerCase()}`);
    const { source, number, name, link } = recall!;
    const id = newId(at);
    const begun = {
      id,
      source: "web" as const,
      reportedByName: session.actor.name,
      reporterUserId: session.writerId,
      reportedAt: at,
      problem: [`Recall ${source} ${number}: ${name}`, reason, link]
        .filter(Boolean)
        .join("\n")
        .slice(0, 2000),
      equipmentDown: false,
    };
    return {
      set: { breakdownId: id },
      // The call is there before its number is written on the device's line.
      around: (update) => [
        ...newCall(
          db,
          device!,
          numberingOf("call", session.company, format),
          begun,
          session.company,
          openingOf(opening),
        ),
        db.updating(breakdowns, eq(breakdowns.id, id), { causeCode: "recall" }),
        update,
      ],
      writes: tellOfCall(db, session.origin, device!, begun),
      also: [loggedCall(device!, begun)],
      log: { before: { breakdownId: null }, after: { breakdownId: null, call: begun.problem } },
      data: { call: id },
    };
  },
  message: "Service call made",
  summary: "Begin a service call for an affected device; once it is resolved the device is done",
  example: {},
});

/** A device of a recall until it is answered. */
export const recallFlow = flow({
  name: "recall_asset",
  label: "Recalled asset",
  noun: "recalled asset",
  table,
  column: "status",
  rules: recallRules,
  events: { table: recallAssetEvents, of: "recallAssetId" },
  title: ({ assetCode, assetName }) => `${assetCode} ${assetName}`,
  assetOf: ({ assetId }) => assetId,
  ownerOf: ({ recallId }) => recallId,
  logged: ({ status, call: made }) => ({ status, ...(made ? { call: made } : {}) }),
  counters: countersOf,
  moves: {
    affect: answering("affected", {
      message: "Marked as affected",
      summary: "Say that a recall is about a device",
      reason: "Seen on the plate",
    }),
    call,
    clear: answering("not_affected", {
      message: "Marked as not affected",
      summary: "Say that a recall is not about a device",
      reason: "Made after the change",
    }),
    finish: answering("done", {
      message: "Marked as done",
      summary: "Say that what a recall asks for was done without a service call",
      reason: "Battery replaced by the maker",
    }),
    again: answering("to_decide", {
      message: "To be decided again",
      summary: "Ask again whether a recall is about a device",
      reason: "Looked at the wrong unit",
    }),
  },
});
