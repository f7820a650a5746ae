import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { recallRules, unanswered } from "#app/shared/flows/recalls.ts";
import { movesOf } from "#app/shared/flows/rules.ts";
import { pick } from "#app/shared/pick.ts";
import { recallAssetEvents, recalls, recallAssets as table } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { fixed } from "../../db/fixed.ts";
import { pointsTo, rare } from "../../db/predicates.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { type Documents, listDocuments } from "../lists/documents.ts";
import { recallFlow } from "./flow.ts";

const more = sql.raw(`(select json_object('make', "make", 'model', "model", 'serialNo', "serial_no",
    'place', (select "name" from "departments" where "departments"."company_id" = "assets"."company_id" and "departments"."id" = "assets"."department_id"))
  from "assets" where "assets"."company_id" = "recall_assets"."company_id" and "assets"."id" = "recall_assets"."asset_id")`);
const callNumber =
  sql.raw(`(select "number" from "breakdowns" where "breakdowns"."company_id" = "recall_assets"."company_id"
  and "breakdowns"."id" = "recall_assets"."breakdown_id")`);

const columns = {
  ...pick(table, ["recallId", "assetId", "assetCode", "assetName", "certainty", "reasons"]),
  ...pick(table, ["status", "breakdownId", "version"]),
  device: sql<string | null>`${more}`.as("device_now"),
  callNumber: sql<string | null>`${callNumber}`.as("call_number"),
};

/** The devices of a recall, which a list names by `recall`. */
export const recallList: Documents<typeof columns> = {
  table,
  permission: "view-breakdown",
  title: table.assetCode,
  columns,
  tabs: { all: { label: "All" } },
  filters: {
    recall: (id) => ({ lead: eq(table.recallId, id) }),
    status: (value) =>
      value === "open" ? inArray(table.status, [...unanswered]) : eq(table.status, value as "done"),
    certainty: (value) => eq(table.certainty, value as "near"),
  },
};

/** A device as it is now; nothing of one that the person does not see. */
type Now = Record<"make" | "model" | "serialNo" | "place", string | null>;
const unseen: Now = { make: null, model: null, serialNo: null, place: null };

/** The devices of a recall, newest first: a page of them, each with the moves the person may make. One round trip. */
export async function recalledAssets(session: Session, id: string, params: URLSearchParams) {
  const asked = new URLSearchParams(params);
  asked.set("recall", id);
  const { rows, query, ...list } = await listDocuments(session, recallList, asked);
  const { recall: _, ...filters } = query.filters;
  const mover = recallFlow.moverOf(session);
  return {
    ...list,
    query: { ...query, filters },
    rows: rows.map(({ device, ...row }) => ({
      ...row,
      ...(device === null ? unseen : (JSON.parse(device) as Now)),
      moves: movesOf(recallRules, row, mover).filter(({ move }) => recallFlow.isMove(move)),
    })),
  };
}

/** A recall's page: the notice, and its devices. Two statements, read side by side. @throws Response 403, 404 */
export async function recallPage(session: Session, id: string, params: URLSearchParams) {
  const db = session.authorize("view-breakdown");
  const [[[recall]], list] = await Promise.all([
    db.read(db.byId(recalls, id)),
    recalledAssets(session, id, params),
  ]);
  const { matchedTo, openCount, deviceCount, ...shown } = recall ?? notFound("recall");
  return {
    recall: shown,
    isMatched: matchedTo === null,
    // Counts are of all Locations.
    counts: db.scope ? null : { open: openCount, devices: deviceCount },
    list,
    today: dayIn(session.company.timeZone),
    may: { edit: session.can("edit-breakdown"), call: session.can("create-breakdown") },
  };
}

const MOST_EVENTS = 100;

/** An asset of a recall with what happened to it and what the person may do with it. @throws Response 403, 404 */
export async function findRecallAsset(session: Session, id: string) {
  const db = session.authorize("view-breakdown");
  const [[line], events] = await db.read(
    db.byId(table, id),
    db
      .select()
      .from(recallAssetEvents)
      .where(db.ofOwner(recallAssetEvents, eq(recallAssetEvents.recallAssetId, id)))
      .orderBy(recallAssetEvents.id)
      .limit(MOST_EVENTS),
  );
  const row = line ?? notFound("recalled asset");
  return { ...row, events, moves: recallFlow.movesOf(session, row) };
}

/** The recalls that still ask about a device, as a statement of its page's batch. */
export const openRecallsOf = fixed((db: ReadingDb, assetId) =>
  db
    .select({
      recallId: table.recallId,
      status: table.status,
      source: recalls.source,
      number: recalls.number,
      dueOn: recalls.dueOn,
      name: sql<string>`${recalls.name}`.as("recall_name"),
    })
    .from(table)
    .innerJoin(recalls, pointsTo(table.recallId, recalls))
    .where(
      db.ofOwner(
        table,
        and(
          rare(eq(table.assetId, assetId)),
          sql`${table.status} in ('to_decide', 'affected')`,
          isNull(recalls.deletedAt),
        ),
      ),
    )
    .orderBy(desc(table.id))
    .limit(3),
);
