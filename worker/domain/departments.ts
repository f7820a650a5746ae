import { and, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
import { z } from "zod";
import {
  assets,
  assetTransfers,
  breakdowns,
  locations,
  stores,
  departments as table,
  teamDepartments,
  userScopes,
  users,
} from "#drizzle/tenant/index.ts";
import { departmentKinds } from "#drizzle/tenant/masters.ts";
import type { CompanyDb } from "../db/company-db.ts";
import type { Answer } from "../db/db.ts";
import { notFound } from "../refusals.ts";
import type { AnySession, Session } from "../session.ts";
import { optionalEmail, optionalId, optionalText, optionalWhole, optionalWord, text } from "./fields.ts";
import { type Merged, merging } from "./merge.ts";
import { countedFor, namedBy } from "./more-columns.ts";
import { openCalls, openTransfers, openTransfersWhere, refuseOpen } from "./open-documents.ts";
import { withinReach } from "./people/reach.ts";
import { resource } from "./resource.ts";
import { indexing, unindexing } from "./search.ts";
import { assertUnreferenced, countingUses } from "./uses.ts";

const verbs = resource({
  name: "department",
  label: "Location",
  permissions: { view: "view-department", create: "create-department", edit: "edit-department", delete: "delete-department" },
  table,
  input: z.strictObject({
    name: text("Name", 100),
    code: optionalText(20, "Code"),
    locationId: optionalId(),
    kind: optionalWord(departmentKinds),
    headName: optionalText(),
    headPhone: optionalText(30),
    headEmail: optionalEmail(),
    costCentre: optionalText(40),
    pmBaseMonth: optionalWhole("PM base month", 1, 12),
  }),
  title: (row) => row.name,
  search: "department",
  always: (db, { id, values, gone }) => {
    if (gone) return [unindexing(db as CompanyDb, id)];
    return values ? indexing(db as CompanyDb, "department", id, [values.name, values.code, values.headName], [values.code]) : [];
  },
  sorts: { name: table.name },
  filters: { kind: (kind) => eq(table.kind, kind as (typeof departmentKinds)[number]) },
  more: {
    assets: countedFor("assets.department:", table),
    placeName: namedBy(locations, locations.path, table.locationId),
  },
  references: { locationId: { table: locations, label: "Place" } },
});

const merged = merging(verbs, {
  assets: { column: assets.departmentId, field: "department", change: (_, __, target) => ({ departmentId: target.id }) },
  follow: [
    { table: users, column: users.departmentId, things: "people" },
    { table: stores, column: stores.departmentId, things: "stores" },
    { table: userScopes, column: userScopes.departmentId, things: "scopes of people", pair: userScopes.userId },
    { table: teamDepartments, column: teamDepartments.departmentId, things: "teams", pair: teamDepartments.teamId },
    {
      table: breakdowns,
      column: breakdowns.departmentId,
      things: "open service calls",
      where: () => inArray(breakdowns.status, [...openCalls]),
    },
    // A transfer between the two ends where it began: it is left to be finished as it is.
    {
      table: assetTransfers,
      column: assetTransfers.toDepartmentId,
      things: "open transfers",
      where: (target) => and(inArray(assetTransfers.status, [...openTransfers]), ne(assetTransfers.fromDepartmentId, target))!,
    },
    {
      table: assetTransfers,
      column: assetTransfers.fromDepartmentId,
      things: "open transfers",
      where: (target) => and(inArray(assetTransfers.status, [...openTransfers]), ne(assetTransfers.toDepartmentId, target))!,
    },
  ],
});

/** Who a device belongs to; people know them as Locations. */
export const departments = {
  ...verbs,

  /** A Location is archived only when no transfer goes to or from it. @throws Response 409 saying how many do */
  async archive(session: AnySession, id: string, archived: boolean): Promise<Answer<{ id: string }>> {
    if (!archived) return verbs.archive(session, id, false);
    const db = (session as Session).authorize("edit-department");
    const uses = openTransfersWhere(or(eq(assetTransfers.toDepartmentId, id), eq(assetTransfers.fromDepartmentId, id))!);
    const [[row], ...counts] = await db.read(
      db
        .select()
        .from(table)
        .where(db.mine(table, and(eq(table.id, id), isNull(table.deletedAt))))
        .limit(1),
      ...countingUses(db, uses),
    );
    if (!row) return notFound("location");
    refuseOpen(counts, "Finish or cancel them first, or merge it.");
    return db.commit({
      writes: [...assertUnreferenced(db, uses), db.updating(table, eq(table.id, id), { archivedAt: Date.now() })],
      activity: { action: "archive.department", kind: "department", id, label: row.name },
      answer: { status: 200, message: "Location archived", data: { id } },
    });
  },
  ...merged,

  /** Who is limited to a Location follows it into the other one. @throws Response 403 when one of them is beyond reach */
  async merge(session_: AnySession, id: string, into: unknown): Promise<Answer<Merged>> {
    const session = session_ as Session;
    const db = session.authorize("edit-department");
    const limited = sql`select ${userScopes.userId} from ${userScopes} where ${db.mine(userScopes, eq(userScopes.departmentId, id))}`;
    return merged.merge(session, id, into, await withinReach(session, db, limited));
  },
};
