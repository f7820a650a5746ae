import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { z } from "zod";
import { newId } from "#drizzle/columns.ts";
import { assetTransfers, locations as table } from "#drizzle/tenant/index.ts";
import { locationLevels } from "#drizzle/tenant/masters.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer, Db } from "../../db/db.ts";
import { brokenRule } from "../../db/errors.ts";
import { conflict, invalid, notFound, stale } from "../../refusals.ts";
import type { AnySession, Session } from "../../session.ts";
import { changesBetween } from "../entity/changes.ts";
import { bump } from "../entity/counters.ts";
import { checked, optionalId, optionalMultiline, optionalText, text } from "../entity/fields.ts";
import { openTransfersWhere, refuseOpen } from "../entity/open-documents.ts";
import { resource } from "../entity/resource.ts";
import { assertUnreferenced, countingUses } from "../entity/uses.ts";
import { wholeCompany } from "../entity/whole-company.ts";
import { countedFor } from "../lists/more-columns.ts";
import { unindexing } from "../search/search.ts";
import {
  assertInTree,
  countAbove,
  indexedPlaces,
  noteRenewal,
  repath,
  standingUnder,
  TREE_CHANGES,
  under,
} from "./paths.ts";
import { type PlaceRow, placeLog, provenAbove, provenName } from "./place-rules.ts";

const degrees = (label: string, most: number) =>
  z
    .union([
      z.literal("").transform(() => null),
      z.null(),
      z.coerce
        .number(`${label} is a number of degrees`)
        .min(-most, `${label} is at least -${most}`)
        .max(most, `${label} is at most ${most}`),
    ])
    .optional()
    .transform((value) => value ?? null);

const input = z.strictObject({
  parentId: optionalId(),
  level: z.enum(locationLevels, "Choose a level"),
  name: text("Name", 100).overwrite((name) => name.replace(/\s+/g, " ")),
  code: optionalText(20, "Code"),
  address: optionalMultiline(500, "Address"),
  postalCode: optionalText(12, "Postal code"),
  lat: degrees("Latitude", 90),
  lng: degrees("Longitude", 180),
});
type Values = z.output<typeof input>;

const verbs = resource({
  name: "location",
  label: "Place",
  permissions: {
    view: "view-location",
    create: "create-location",
    edit: "edit-location",
    delete: "delete-location",
  },
  table,
  input,
  title: (row) => row.path,
  search: "location",
  sorts: { path: table.path },
  filters: {
    level: (level) => sql`${table.level} = ${level}`,
    parent: (id) => eq(table.parentId, id),
  },
  more: { assets: countedFor("assets.under:", table) },
  always: (db, { id, gone }) =>
    gone ? [unindexing(db as CompanyDb, id), changed(db as CompanyDb)] : [],
});

/** Tells open trees that what they have read is old. */
const changed = (db: CompanyDb) => bump(db, TREE_CHANGES, 1);

const byId = (db: CompanyDb, id: string | null) =>
  db
    .select()
    .from(table)
    .where(db.mine(table, eq(table.id, id ?? "")))
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
      ...usableAbove(db, values.parentId),
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

  /** What a changed place adds to a batch. Renamed or moved, it takes everything under it along: paths, counts and, shortly after, search marks. */
  changing(
    anyDb: Db,
    before: PlaceRow,
    sent: Record<string, unknown>,
    above: { from?: PlaceRow | undefined; to?: PlaceRow | undefined } = {},
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
      ...(moves ? usableAbove(db, values.parentId) : []),
      ...assertInTree(db, id, values.level, values.parentId),
      ...(moves ? [countAbove(db, id, -1)] : []),
      db.updating(table, eq(table.id, id), values),
      ...(moves || values.name !== before.name ? [repath(db, id)] : []),
      ...(moves ? [countAbove(db, id, 1), noteRenewal(db, id)] : []),
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
    const uses = archived ? goingOn(db, id) : [];
    const [[before], [above], ...counts] = await db.read(
      byId(db, id),
      parentOf(db, id),
      ...countingUses(db, uses),
    );
    if (!before || before.deletedAt) return notFound("place");
    refuseOpen(counts, "Finish or cancel them first.");
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
        ...assertUnreferenced(db, uses),
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
    .where(db.mine(table, standingUnder(db, id)));
  return openTransfersWhere(
    or(
      inArray(assetTransfers.toLocationId, inside),
      inArray(assetTransfers.fromLocationId, inside),
    )!,
  );
}
const usableAbove = (db: CompanyDb, id: string | null) =>
  id
    ? [
        db.assert(
          "usable_reference",
          db.exists(
            table,
            and(eq(table.id, id), isNull(table.archivedAt), isNull(table.deletedAt))!,
          ),
        ),
      ]
    : [];
const parentOf = (db: CompanyDb, id: string) =>
  db
    .select()
    .from(table)
    .where(
      db.mine(
        table,
        sql`${table.id} = (select own."parent_id" from "locations" as own where own."company_id" = ${db.companyId} and own."id" = ${id})`,
      ),
    )
    .limit(1);
