import { and, isNotNull, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import {
  catalogueVersions,
  machineTypeCounts,
  pmChecklists,
  machineTypes as table,
} from "#drizzle/control/index.ts";
import { CATALOGUE } from "../../db/catalogue.ts";
import type { Db } from "../../db/db.ts";
import { keyset } from "../../db/keyset.ts";
import type { AnySession, StaffSession } from "../../session.ts";
import { entity } from "../entity/entity.ts";
import { flag, text } from "../entity/fields.ts";
import { askedOf } from "../lists/list-query.ts";
import { foundBy } from "../search/found-by.ts";
import { PLATFORM } from "../search/search.ts";

/** Tells companies' requests that the catalogue has changed. Goes into the batch of every change. */
export const catalogueMoves = (db: Db) => [
  db.run(
    sql`insert into ${catalogueVersions} ("name", "version") values (${CATALOGUE}, 1) on conflict ("name") do update set "version" = "version" + 1`,
  ),
];

/** Counts the checklists of machine types anew, in the batch that adds, moves or deletes one. */
export const recountChecklists = (db: Db, ...typeIds: string[]) =>
  db.run(sql`insert into ${machineTypeCounts} ("machine_type_id", "checklists")
    select value, (select count(*) from ${pmChecklists} where ${pmChecklists.machineTypeId} = value) from json_each(${JSON.stringify(typeIds)}) where true
    on conflict ("machine_type_id") do update set "checklists" = excluded."checklists"`);

const verbs = entity({
  table,
  noun: ["machine type", "machine types"],
  name: "machine type",
  permissions: {
    view: "manage-pm-checklist",
    create: "manage-pm-checklist",
    edit: "manage-pm-checklist",
    delete: "manage-pm-checklist",
  },
  input: z.strictObject({ name: text("Name", 80), isActive: flag().default(true) }),
  list: { sorts: { name: table.name } },
  always: catalogueMoves,
});

/** Kinds of machine all companies share. */
export const machineTypes = {
  ...verbs,

  /** With how many checklists each has. */
  async list(session: AnySession, params: URLSearchParams) {
    const db = (session as StaffSession).authorize("manage-pm-checklist");
    const query = askedOf(params, ["name"], ["state"]);
    const slice = keyset(table.name, table.id, query, params);
    const state = query.filters.state ?? "active";
    const [rows] = await db.read(
      db
        .select({
          id: table.id,
          name: table.name,
          isActive: table.isActive,
          archivedAt: table.archivedAt,
          version: table.version,
          // Names in full: inside a field Drizzle leaves the table out.
          checklists:
            sql<number>`coalesce((select "checklists" from "machine_type_counts" where "machine_type_id" = "machine_types"."id"), 0)`.as(
              "checklists",
            ),
        })
        .from(table)
        .where(
          and(
            state === "all"
              ? undefined
              : state === "archived"
                ? isNotNull(table.archivedAt)
                : isNull(table.archivedAt),
            query.q ? foundBy(PLATFORM, "machine_type", table.id, query.q) : undefined,
            slice.where,
          ),
        )
        .orderBy(...slice.orderBy)
        .limit(slice.limit),
    );
    return { ...slice.page(rows, (row) => row.name, null), query };
  },
};
