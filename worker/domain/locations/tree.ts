import { and, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import { locations as table } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import type { Session } from "../../session.ts";
import { counted } from "../entity/counters.ts";
import { countedFor } from "../lists/more-columns.ts";
import { type Level, TREE_CHANGES } from "./paths.ts";

/** So many places of one level are read at a time. */
const BRANCH = 50;
/** A tree of so many places is shown open as a whole. */
const MOST_OPEN = 60;

/** A place as the tree shows it; `assets` stand at it or anywhere under it. */
export type TreeNode = {
  id: string;
  parentId: string | null;
  level: Level;
  name: string;
  code: string | null;
  path: string;
  pathIds: string;
  depth: number;
  archivedAt: number | null;
  assets: number | null;
  hasMore: boolean;
};
type TreeBranch = {
  nodes: TreeNode[] /** The name after which the level goes on; null when all of it is here. */;
  next: string | null;
};

const inside =
  sql.raw(`exists (select 1 from "locations" as inside where inside."company_id" = "locations"."company_id"
  and inside."parent_id" = "locations"."id" and inside."deleted_at" is null)`);
const shown = {
  id: sql<string>`${table.id}`.as("place_id"),
  parentId: table.parentId,
  level: sql<Level>`${table.level}`.as("place_level"),
  name: sql<string>`${table.name}`.as("place_name"),
  code: table.code,
  path: table.path,
  pathIds: table.pathIds,
  depth: table.depth,
  archivedAt: table.archivedAt,
  assets: countedFor("assets.under:", table),
  hasMore: sql<boolean>`${inside}`.mapWith(Boolean).as("has_more"),
};

/** Archived places are shown when `all` is asked for. */
const state = (all: boolean): SQL | undefined =>
  and(isNull(table.deletedAt), all ? undefined : isNull(table.archivedAt));

const level = (db: ReadingDb, parentId: string | null, after: string | null, all: boolean) =>
  db
    .select(shown)
    .from(table)
    .where(
      db.ofOwner(
        table,
        and(
          parentId ? eq(table.parentId, parentId) : isNull(table.parentId),
          after ? gt(table.name, after) : undefined,
          state(all),
        ),
      ),
    )
    .orderBy(table.name)
    .limit(BRANCH + 1);

const branchOf = (rows: TreeNode[]): TreeBranch => ({
  nodes: rows.slice(0, BRANCH),
  next: rows.length > BRANCH ? rows[BRANCH - 1]!.name : null,
});

/** One level of the tree, or the next part of it. */
export async function treeBranch(session: Session, params: URLSearchParams): Promise<TreeBranch> {
  const db = session.authorize("view-location");
  const [rows] = await db.read(
    level(db, params.get("in"), params.get("after"), params.get("state") === "all"),
  );
  return branchOf(rows);
}

/** The one place at the top, where there is just one: it is shown open. */
const onlyTop = (db: ReadingDb) =>
  sql`(select case when count(*) = 1 then min("id") end from "locations" where ${db.ofOwner(table, and(isNull(table.parentId), state(false)))})`;

const steps = (db: ReadingDb, at: string) =>
  sql`(select '["' || replace(trim("path_ids", '/'), '/', '","') || '"]' from "locations"
    where "company_id" = ${db.companyId} and "id" = ${at ? sql`${at}` : onlyTop(db)})`;

/** The way from the top to a place, and the first of what lies at each step of it. */
function wayTo(db: ReadingDb, at: string, all: boolean): readonly [Statement, Statement] {
  const living = all ? sql`` : sql`and x."archived_at" is null`;
  const onWay = db
    .select(shown)
    .from(table)
    .where(
      db.ofOwner(
        table,
        and(
          sql`${table.id} in (select value from json_each(${steps(db, at)}))`,
          isNull(table.deletedAt),
        ),
      ),
    )
    .orderBy(table.depth);
  const beside = db
    .select(shown)
    .from(sql`json_each(${steps(db, at)}) as step`)
    .crossJoin(table)
    .where(
      db.ofOwner(
        table,
        sql`${table.id} in (select x."id" from "locations" as x where x."company_id" = ${db.companyId} and x."parent_id" = step.value
          and x."deleted_at" is null ${living} order by x."name" limit ${sql.raw(String(BRANCH + 1))})`,
      ),
    )
    .orderBy(table.name);
  return [onWay as unknown as Statement, beside as unknown as Statement];
}

/** The tree as it is opened: its top, and all that lies on the way to the chosen place. One round trip. */
export async function openTree(session: Session, params: URLSearchParams) {
  const db = session.authorize("view-location");
  const at = params.get("at") ?? "";
  const all = params.get("state") === "all";
  const record =
    ["edit", "archive", "restore", "delete", "move"]
      .map((dialog) => params.get(dialog))
      .find(Boolean) ?? at;
  const [few, top, way, beside, [open], [changes]] = await db.read(
    db
      .select(shown)
      .from(table)
      .where(db.ofOwner(table, state(all)))
      .limit(MOST_OPEN + 1),
    level(db, null, null, all),
    ...wayTo(db, at, all),
    db
      .select()
      .from(table)
      .where(db.ofOwner(table, and(eq(table.id, record), isNull(table.deletedAt))))
      .limit(1),
    counted(db, TREE_CHANGES),
  );
  const onWay = way as unknown as TreeNode[];
  const branches: Record<string, TreeBranch> = { "": withChosen(branchOf(top), onWay, null) };
  for (const node of onWay) {
    const rows = (beside as unknown as TreeNode[]).filter(({ parentId }) => parentId === node.id);
    branches[node.id] = withChosen(branchOf(rows), onWay, node.id);
  }
  if (few.length <= MOST_OPEN) Object.assign(branches, wholeOf(few as TreeNode[]));
  return { branches, way: at ? onWay : [], record: open ?? null, epoch: changes?.value ?? 0 };
}
export type OpenTree = Awaited<ReturnType<typeof openTree>>;

/** Every branch of a tree that is shown open as a whole. */
function wholeOf(nodes: readonly TreeNode[]): Record<string, TreeBranch> {
  const sorted = nodes.toSorted((one, other) => one.name.localeCompare(other.name, "en"));
  const branches: Record<string, TreeBranch> = {};
  for (const node of sorted) {
    const inside = node.parentId ?? "";
    const branch = branches[inside] ?? { nodes: [], next: null };
    branches[inside] = branch;
    branch.nodes.push(node);
  }
  return branches;
}

/** What is on the way is there even where it comes later than the first of its level. */
function withChosen(branch: TreeBranch, way: TreeNode[], parentId: string | null): TreeBranch {
  const chosen = way.find((node) => node.parentId === parentId);
  if (!chosen || branch.nodes.some(({ id }) => id === chosen.id)) return branch;
  return { ...branch, nodes: [...branch.nodes, chosen] };
}
