import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import type { Choice, ListResult } from "#app/shared/list.ts";
import { pick } from "#app/shared/pick.ts";
import { madeAt } from "#drizzle/columns.ts";
import { activityLog, movementWhere } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Value } from "../../db/fixed.ts";
import { keyset } from "../../db/keyset.ts";
import { rare } from "../../db/predicates.ts";
import { namesIn } from "../activity/entry.ts";
import { type LabelledChange, labelled } from "../activity/labels.ts";
import { askedOf } from "../lists/list-query.ts";

const columns = pick(activityLog, [
  "id",
  "at",
  "actorId",
  "actorKind",
  "actorName",
  "via",
  "action",
  "entityKind",
  "entityId",
  "entityLabel",
  "changes",
  "reason",
]);
/** One thing that happened to a device. */
export type HistoryRow = Omit<LoggedRow, "changes" | "actorId"> & { changes: LabelledChange[] };
type LoggedRow = SelectResultFields<typeof columns>;
/** A page of them, with who has done something lately. */
export type HistoryPage = ListResult<HistoryRow> & {
  people: Choice[];
  /** Of the records to which values point, by id. */
  names: Record<string, string>;
};

const LATELY = 20;
/** A page that is filtered looks at so many entries; the next one goes on from there. */
const LOOKED_AT = 30;

/** What moves a device or loses it: in the words of the index that holds it. */
const isMovement = sql.raw(movementWhere);

/** A device's activity, newest first, as a statement of the detail page's batch. @param more a condition that an index serves */
function pageOf(
  db: ReadingDb,
  assetId: string | Value,
  params: URLSearchParams,
  filters: string[],
  more?: SQL,
) {
  const query = { ...askedOf(params, ["at"], filters, "desc"), dir: "desc" as const, q: "" };
  const slice = keyset(activityLog.id, activityLog.id, query, params);
  const { field, person } = query.filters;
  const fits = (row: LoggedRow) =>
    (!person || row.actorId === person) &&
    (!field || row.changes.some((change) => change.field === field));
  const isFiltered = Boolean(field || person);
  const limit = isFiltered ? LOOKED_AT : slice.limit;
  const where = db.ofOwner(
    activityLog,
    and(rare(eq(activityLog.assetId, assetId)), slice.where, more),
  );
  const statement = (most = limit) =>
    db
      .select(columns)
      .from(activityLog)
      .where(where)
      .orderBy(...slice.orderBy)
      .limit(most);
  const named = namesIn(
    db,
    sql`select ${activityLog.changes} from ${activityLog} where ${where} order by ${sql.join(slice.orderBy, sql`, `)} limit ${sql.raw(String(limit))}`,
  );
  /** Whether the page begins with the newest entries, and who has done something lately is among them. */
  const isLatest = slice.cursor === null && limit >= LATELY;
  const page = (found: LoggedRow[]): ListResult<HistoryRow> => {
    const walk = { end: found.at(-1), isCut: isFiltered && found.length === LOOKED_AT };
    const { rows, ...place } = slice.page(found.filter(fits), (row) => row.id, null, false, walk);
    return { ...place, rows: rows.map(({ actorId: _, ...row }) => labelled(row)), query };
  };
  /** The instants that a page spans: those of its own oldest entry and of the next newer one that is not on it. */
  const spanOf = (found: readonly LoggedRow[], { rows, page }: Pick<Page, "rows" | "page">) => {
    const newer = slice.backwards ? found[query.size] : slice.cursor;
    const oldest = page.next === null ? undefined : rows.at(-1);
    return {
      until: newer ? madeAt(newer.id) : Number.POSITIVE_INFINITY,
      since: oldest ? madeAt(oldest.id) : Number.NEGATIVE_INFINITY,
    };
  };
  return { statement, named, page, spanOf, isLatest };
}
type Page = ListResult<HistoryRow>;

/** A page of a device's activity, newest first, as statements of the detail page's batch: by field and by person. */
export const historyOf = (db: ReadingDb, assetId: string | Value, params: URLSearchParams) =>
  pageOf(db, assetId, params, ["field", "person"]);

/** Where a device was and when it moved, newest first. */
export const movementsOf = (db: ReadingDb, assetId: string, params: URLSearchParams) =>
  pageOf(db, assetId, params, [], isMovement);

type Actor = { actorId: string | null; actorName: string };
/** The latest entries of a device as far as `peopleIn` needs them, as a statement of the detail page's batch. */
export const latestActors = (db: ReadingDb, assetId: string) =>
  db
    .select({ actorId: activityLog.actorId, actorName: activityLog.actorName })
    .from(activityLog)
    .where(db.ofOwner(activityLog, rare(eq(activityLog.assetId, assetId))))
    .orderBy(desc(activityLog.id))
    .limit(LATELY);

/** Who has done something with a device lately, from its entries, newest first. */
export function peopleIn(entries: readonly Actor[]): Choice[] {
  const people = new Map<string, string>();
  for (const { actorId, actorName } of entries.slice(0, LATELY))
    if (actorId && !people.has(actorId)) people.set(actorId, actorName);
  return [...people]
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => one.label.localeCompare(other.label));
}
