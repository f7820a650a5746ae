import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { newId } from "#drizzle/columns.ts";
import { assetTransfers, locations as table } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer, Db } from "../../db/db.ts";
import { brokenRule } from "../../db/errors.ts";
import { conflict, invalid, notFound, stale } from "../../refusals.ts";
import type { AnySession, Session } from "../../session.ts";
import { changesBetween } from "../entity/changes.ts";
import { bump } from "../entity/counters.ts";
import { entity } from "../entity/entity.ts";
import { checked } from "../entity/fields.ts";
import { heldByTransfers } from "../entity/open-documents.ts";
import { assertUsable } from "../entity/references.ts";
import { assertUnreferenced, countingUses, refuseHeld } from "../entity/uses.ts";
import { wholeCompany } from "../entity/whole-company.ts";
import { countedFor } from "../lists/more-columns.ts";
import { unindexing } from "../search/search.ts";
import {
  assertInTree,
  countAbove,
  indexedPlaces,
  repath,
  standingUnder,
  TREE_CHANGES,
  under,
} from "./paths.ts";
import {
  placeInput as input,
  type Place,
  placeLog,
  provenAbove,
  provenName,
  type Values,
} from "./place-input.ts";
import { placeSheet } from "./sheet.ts";

const verbs = entity({
  table,
  noun: ["place", "places"],
  name: "location",
  subject: "location",
  input,
  title: "path",
  list: {
    sorts: { path: table.path },
    filters: {
      level: (level) => sql`${table.level} = ${level}`,
      parent: (id) => eq(table.parentId, id),
    },
    more: { assets: countedFor("assets.under:", table) },
  },
  offered: {
    as: "places",
    to: ["view-department", "view-asset", "create-asset-transfer"],
    hint: table.level,
  },
  sheet: placeSheet,
  always: (db, { id, gone }) =>
    gone ? [unindexing(db as CompanyDb, id), changed(db as CompanyDb)] : [],
});

/** Tells open trees that what they have read is old. */
const changed = (db: CompanyDb) => bump(db, TREE_CHANGES, 1);

const byId = (db: CompanyDb, id: string | null) =>
  db
    .select()
    .from(table)
    .where(db.ofOwner(table, eq(table.id, id ?? "")))
    .limit(1);

const refusedTree = async <R>(work: () => Promise<R>): Promise<R> => {
  try {
    return await work();
  } catch (refusal) {
    if (brokenRule(refusal)?.name === "assert_no_overlap")
      conflict("The tree has changed meanwhile. Look again.");
    throw refusal;
  }
};

/** Cities, sites, buildings, floors and rooms: where devices stand. */
export const locations = {
  ...verbs,

  /** What one new place adds to a batch; its path is made there of the place above. */
  adding(anyDb: Db, id: string, sent: Record<string, unknown>) {
    const [db, values] = [anyDb as CompanyDb, sent as Values];
    const writes = [
      ...assertUsable(db, verbs.references, values, null),
      db.inserting(table, { ...values, id, path: values.name, pathIds: `/${id}/`, depth: 1 }),
      ...assertInTree(db, id, values.level, values.parentId),
      repath(db, id),
      ...indexedPlaces(db, eq(table.id, id)),
      changed(db),
    ];
    const changes = changesBetween({}, placeLog(values));
    return {
      writes,
      activity: { action: "create.location", kind: "location", id, label: values.name, changes },
    };
  },

  /** What a changed place adds to a batch. A renamed or moved place takes everything under it along: paths, counts and search rows. */
  changing(
    anyDb: Db,
    before: Place,
    sent: Record<string, unknown>,
    above: { from?: Place | undefined; to?: Place | undefined } = {},
  ) {
    const [db, values, { id }] = [anyDb as CompanyDb, sent as Values, before];
    const moves = values.parentId !== before.parentId;
    if (moves) wholeCompany(db);
    const writes = [
      db.assert(
        "state",
        db.exists(
          table,
          and(eq(table.id, id), eq(table.version, before.version), isNull(table.deletedAt))!,
        ),
      ),
      ...assertUsable(db, verbs.references, values, before),
      ...assertInTree(db, id, values.level, values.parentId),
      ...(moves ? [countAbove(db, id, -1)] : []),
      db.updating(table, eq(table.id, id), values),
      ...(moves || values.name !== before.name ? [repath(db, id)] : []),
      ...(moves ? [countAbove(db, id, 1)] : []),
      ...indexedPlaces(
        db,
        moves || values.name !== before.name ? standingUnder(db, id) : eq(table.id, id),
      ),
      changed(db),
    ];
    const changes = changesBetween(placeLog(before, above.from), placeLog(values, above.to));
    return {
      writes,
      activity: {
        action: moves ? "move.location" : "update.location",
        kind: "location",
        id,
        label: before.path,
        changes,
      },
    };
  },

  async create(session: AnySession, sent: unknown): Promise<Answer<{ id: string }>> {
    const db = (session as Session).authorize("create-location");
    const values = checked(input, sent);
    provenName(values, null);
    const [[above]] = await db.read(byId(db, values.parentId));
    provenAbove(values, above, null);
    const id = newId();
    const prepared = this.adding(db, id, values);
    return refusedTree(() =>
      db.commit({ ...prepared, answer: { status: 201, message: "Place added", data: { id } } }),
    );
  },

  /** Saves a changed place, and moves it. @throws Response 404, 409 for another version, 422 where the tree does not allow it */
  async update(
    session: AnySession,
    id: string,
    { version, ...sent }: Record<string, unknown>,
  ): Promise<Answer<{ id: string }>> {
    const db = (session as Session).authorize("edit-location");
    const values = checked(input, sent);
    const [[before], [above], [old]] = await db.read(
      byId(db, id),
      byId(db, values.parentId),
      parentOf(db, id),
    );
    if (!before || before.deletedAt)
      return (await db.firstAnswer<{ id: string }>()) ?? notFound("place");
    const seen = version === undefined || version === "" ? before.version : Number(version);
    if (seen !== before.version) stale(before);
    if (values.parentId === id) invalid({ parentId: ["A place does not lie in itself"] });
    provenName(values, before);
    provenAbove(values, above, before);
    const prepared = this.changing(db, before, values, { from: old, to: above });
    const message = values.parentId !== before.parentId ? "Place moved" : "Place saved";
    return refusedTree(() =>
      db.commit({ ...prepared, answer: { status: 200, message, data: { id } } }),
    );
  },

  /**
   * Archives a place with all that lies in it; what was archived with it comes back with it.
   * @throws Response 409 while a transfer goes to or from one of them, or the place above is archived
   */
  async archive(
    session: AnySession,
    id: string,
    archived: boolean,
  ): Promise<Answer<{ id: string }>> {
    const db = (session as Session).authorize("edit-location");
    const held = archived ? goingOn(db, id) : { uses: [], refusal: String };
    const [[before], [above], ...counts] = await db.read(
      byId(db, id),
      parentOf(db, id),
      ...countingUses(db, held.uses),
    );
    if (!before || before.deletedAt) return notFound("place");
    refuseHeld(held, counts);
    if (!archived && above?.archivedAt) conflict(`${above.path} is archived. Restore it first.`);
    const verb = archived ? "archive" : "restore";
    const inside = sql`${under(before.pathIds)} and ${table.deletedAt} is null`;
    const these = archived
      ? sql`${inside} and ${table.archivedAt} is null`
      : sql`${inside} and ${table.archivedAt} = ${before.archivedAt}`;
    return db.commit({
      writes: [
        db.assert(
          "state",
          db.exists(
            table,
            and(
              eq(table.id, id),
              eq(table.version, before.version),
              eq(table.pathIds, before.pathIds),
            )!,
          ),
        ),
        ...assertUnreferenced(db, held.uses),
        ...(archived || !before.parentId
          ? []
          : [
              db.assert(
                "state",
                db.exists(table, and(eq(table.id, before.parentId), isNull(table.archivedAt))!),
              ),
            ]),
        db.updating(table, these, { archivedAt: archived ? Date.now() : null }),
        changed(db),
      ],
      activity: { action: `${verb}.location`, kind: "location", id, label: before.path },
      answer: { status: 200, message: `Place ${verb}d`, data: { id } },
    });
  },
};

/** The open transfers to or from a place or one in it. */
function goingOn(db: CompanyDb, id: string) {
  const inside = db
    .select({ id: table.id })
    .from(table)
    .where(db.ofOwner(table, standingUnder(db, id)));
  return heldByTransfers(
    or(
      inArray(assetTransfers.toLocationId, inside),
      inArray(assetTransfers.fromLocationId, inside),
    )!,
    "Finish or cancel them first.",
  );
}
const parentOf = (db: CompanyDb, id: string) =>
  db
    .select()
    .from(table)
    .where(
      db.ofOwner(
        table,
        sql`${table.id} = (select own."parent_id" from "locations" as own where own."company_id" = ${db.companyId} and own."id" = ${id})`,
      ),
    )
    .limit(1);
