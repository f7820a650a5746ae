import { and, eq, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { newId } from "#drizzle/columns.ts";
import { savedViews, users } from "#drizzle/tenant/index.ts";
import { ruleFor } from "../../access.ts";
import type { Answer, Row } from "../../db/db.ts";
import type { OwnDb } from "../../db/own-rows.ts";
import { conflict, notFound, stale } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { changesBetween } from "../entity/changes.ts";
import { checked, flag, text } from "../entity/fields.ts";

const MOST = 50;
const MOST_OWN = 200;
const LONGEST_QUERY = 2000;
const LONGEST_SCREEN = 100;

const named = { name: text("Name", 60), isShared: flag() };
const query = () =>
  z
    .string({ error: "A view needs a query" })
    .max(LONGEST_QUERY, `A view can have at most ${LONGEST_QUERY} characters`);
/** What a saved view takes: its list by the path of the screen, and the part of the address behind it. */
export const viewInput = z.strictObject({
  screen: text("Screen", LONGEST_SCREEN),
  query: query(),
  ...named,
});
/** What may change; the list it belongs to stays. */
export const viewUpdate = z.strictObject({ query: query().optional(), ...named });

/** A view in the list of a screen: the person's own, or shared by somebody. */
type SavedView = {
  id: string;
  screen: string;
  name: string;
  query: string;
  isShared: boolean;
  isMine: boolean;
  ownerName: string;
  version: number;
};

/** What an address says beyond the list itself: a place in its pages, and dialogs. */
const passing = ["after", "before", "new", "edit", "archive", "restore", "delete", "do", "view"];

/** A list's query without what passes; a "?" before it is nothing. */
function cleaned(query: string): string {
  const params = new URLSearchParams(query);
  for (const name of passing) params.delete(name);
  for (const [name, value] of [...params]) if (value === "") params.delete(name);
  return params.toString();
}

/** @throws Response 404 for a screen that is not there or not the person's */
function screenOf(session: Session, path: string): string {
  if (path.length > LONGEST_SCREEN) notFound("screen");
  const screen = path.replace(/\/+$/, "");
  const rule = screen.startsWith("/") && !/[:?#]/.test(screen) ? ruleFor(screen) : undefined;
  return rule && session.opens(rule) ? screen : notFound("screen");
}

const columns = {
  id: savedViews.id,
  screen: savedViews.screen,
  name: sql<string>`${savedViews.name}`.as("view_name"),
  query: savedViews.query,
  isShared: savedViews.isShared,
  userId: savedViews.userId,
  version: savedViews.version,
};

/** The views of a screen: the person's own by name, then those that others share; without a screen all of the person's own. One round trip. */
export async function viewsOf(session: Session, path: string | null): Promise<SavedView[]> {
  const screen = path === null ? null : screenOf(session, path);
  const db = session.own("savedViews");
  const me = session.actor.userId;
  const [own, shared] = await db.read(
    db
      .select(columns)
      .from(savedViews)
      .where(
        db.ofOwner(
          savedViews,
          and(
            eq(savedViews.userId, me),
            screen === null ? undefined : eq(savedViews.screen, screen),
          ),
        ),
      )
      .orderBy(savedViews.screen, savedViews.name)
      .limit(screen === null ? MOST_OWN : MOST),
    db
      .select({ ...columns, ownerName: sql<string>`${users.name}`.as("owner_name") })
      .from(savedViews)
      .innerJoin(
        users,
        and(eq(users.companyId, savedViews.companyId), eq(users.id, savedViews.userId)),
      )
      .where(
        db.ofOwner(
          savedViews,
          and(eq(savedViews.screen, screen ?? ""), sql`is_shared = 1`, ne(savedViews.userId, me)),
        ),
      )
      .orderBy(savedViews.name)
      .limit(MOST),
  );
  return [
    ...own.map(({ userId: _, ...view }) => ({
      ...view,
      isMine: true,
      ownerName: session.actor.name,
    })),
    ...shared.map(({ userId: _, ...view }) => ({ ...view, isMine: false })),
  ];
}

const said = (status: number, verb: string, id: string) => ({
  status,
  message: `View ${verb}`,
  data: { id },
});

/** Keeps a list as it is now under a name. @throws Response 404 for an unknown screen, 409 for too many, 422 for a name that is taken */
export async function createView(
  session: Session,
  input: unknown,
): Promise<Answer<{ id: string }>> {
  const db = session.ownWork("savedViews");
  const { screen: path, query, ...values } = checked(viewInput, input);
  const screen = screenOf(session, path);
  const userId = session.actor.userId;
  const view = { ...values, screen, query: cleaned(query) };
  const id = newId();
  const few = sql`(select count(*) from ${savedViews} where ${db.ofOwner(savedViews, and(eq(savedViews.userId, userId), eq(savedViews.screen, screen)))}) < ${sql.raw(String(MOST))}`;
  try {
    return await db.commit({
      writes: [db.assert("state", few), db.inserting(savedViews, { ...view, userId, id })],
      activity: {
        action: "create.saved_view",
        kind: "saved_view",
        id,
        label: values.name,
        changes: changesBetween({}, view),
      },
      answer: said(201, "saved", id),
    });
  } catch (refusal) {
    if (refusal instanceof Response && refusal.status === 409)
      conflict(`At most ${MOST} views of one list. Delete one first.`);
    throw refusal;
  }
}

async function ownView(
  db: OwnDb<"savedViews">,
  session: Session,
  id: string,
): Promise<Row<typeof savedViews>> {
  const view = await db.find(savedViews, id);
  return view && view.userId === session.actor.userId ? view : notFound("view");
}

/** Renames, shares or replaces a view of the person's own. @throws Response 404 for somebody else's, 409 when it moved on, 422 */
export async function updateView(
  session: Session,
  id: string,
  { version, ...input }: Record<string, unknown>,
): Promise<Answer<{ id: string }>> {
  const db = session.ownWork("savedViews");
  const { query, ...values } = checked(viewUpdate, input);
  const before = await ownView(db, session, id);
  const seen = version === undefined || version === "" ? before.version : Number(version);
  if (seen !== before.version)
    stale({
      id,
      name: before.name,
      query: before.query,
      isShared: before.isShared,
      version: before.version,
    });
  const view = { ...values, ...(query === undefined ? {} : { query: cleaned(query) }) };
  return db.commit({
    writes: [
      db.assert(
        "state",
        db.exists(savedViews, and(eq(savedViews.id, id), eq(savedViews.version, seen))!),
      ),
      db.updating(savedViews, eq(savedViews.id, id), view),
    ],
    activity: {
      action: "update.saved_view",
      kind: "saved_view",
      id,
      label: view.name,
      changes: changesBetween(before, view),
    },
    answer: said(200, "saved", id),
  });
}

/** @throws Response 404 for somebody else's */
export async function removeView(session: Session, id: string): Promise<Answer<{ id: string }>> {
  const db = session.ownWork("savedViews");
  const before = await ownView(db, session, id);
  return db.commit({
    writes: [db.removing(savedViews, eq(savedViews.id, id))],
    activity: { action: "delete.saved_view", kind: "saved_view", id, label: before.name },
    answer: said(200, "deleted", id),
  });
}
