import { and, asc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import {
  catalogueVersions,
  machineTypes as machineTypesTable,
  pmChecklists,
} from "#drizzle/control/index.ts";
import { type Orm, ormOf } from "./orm.ts";
import { among } from "./predicates.ts";

/** The row of `catalogue_versions` that rises with every change of machine types and checklists. */
export const CATALOGUE = "catalogue";
const TRUST_MS = 3_000;
const MOST = 2_000;

export type MachineType = { id: string; name: string };
type CatalogueChecklist = { id: string; machine_name: string; lists: string[] };
/** Any checklist, also one that is no longer offered: old reports name it. */
type Checklist = CatalogueChecklist & {
  machine_type_id: string;
  machine_type_name: string;
  revision: number;
  is_offered: boolean;
};

type Cached = { version: number; rows: unknown[]; until: number };
const cache = new Map<string, Cached>();

const offered = and(eq(pmChecklists.isActive, true), isNull(pmChecklists.archivedAt))!;
const version = sql`coalesce((select ${catalogueVersions.version} from ${catalogueVersions} where ${catalogueVersions.name} = ${CATALOGUE}), 0)`;

/** The machine types and checklists that all companies share, read only. */
export class Catalogue {
  readonly #control: D1Database;

  constructor(control: D1Database) {
    this.#control = control;
  }

  /** Machine types in use, by name. */
  machineTypes(): Promise<MachineType[]> {
    return remembered(this.#control, "types", (orm, isNewer) =>
      orm
        .select({ id: machineTypesTable.id, name: machineTypesTable.name })
        .from(machineTypesTable)
        .where(
          and(isNewer, eq(machineTypesTable.isActive, true), isNull(machineTypesTable.archivedAt)),
        )
        .orderBy(asc(machineTypesTable.name)),
    );
  }

  /** The PM machines of a type that are offered, by name. */
  checklistsOf(machineTypeId: string): Promise<CatalogueChecklist[]> {
    return remembered(this.#control, `of:${machineTypeId.slice(0, 64)}`, (orm, isNewer) =>
      orm
        .select({
          id: pmChecklists.id,
          machine_name: sql<string>`${pmChecklists.machineName}`.as("machine_name"),
          lists: pmChecklists.lists,
        })
        .from(pmChecklists)
        .where(and(isNewer, eq(pmChecklists.machineTypeId, machineTypeId), offered))
        .orderBy(asc(pmChecklists.machineName)),
    );
  }

  /** The PM machines of several types that are offered, by name. */
  async checklistsOfAll(machineTypeIds: readonly string[]) {
    const wanted = [...new Set(machineTypeIds)].sort();
    if (wanted.length === 0) return [];
    return remembered(this.#control, `all:${wanted.join(" ")}`, (orm, isNewer) =>
      orm
        .select({
          id: pmChecklists.id,
          name: sql<string>`${pmChecklists.machineName}`.as("machine_name"),
          machineTypeId: pmChecklists.machineTypeId,
          lists: pmChecklists.lists,
        })
        .from(pmChecklists)
        .where(and(isNewer, inArray(pmChecklists.machineTypeId, among(wanted)), offered))
        .orderBy(asc(pmChecklists.machineName)),
    );
  }

  /** One checklist by its id, as it is now; null when there is none. */
  async checklist(id: string): Promise<Checklist | null> {
    const rows = await remembered(this.#control, `one:${id.slice(0, 64)}`, (orm, isNewer) =>
      orm
        .select({
          id: pmChecklists.id,
          machine_name: sql<string>`${pmChecklists.machineName}`.as("machine_name"),
          lists: pmChecklists.lists,
          machine_type_id: sql<string>`${pmChecklists.machineTypeId}`.as("machine_type_id"),
          // Names in full: inside a field Drizzle leaves the table out.
          machine_type_name:
            sql<string>`(select t."name" from "machine_types" t where t."id" = "pm_checklists"."machine_type_id")`.as(
              "machine_type_name",
            ),
          revision: pmChecklists.revision,
          is_offered: sql<number>`${offered}`.mapWith(Boolean).as("is_offered"),
        })
        .from(pmChecklists)
        .where(and(isNewer, eq(pmChecklists.id, id))),
    );
    return (rows[0] as Checklist | undefined) ?? null;
  }
}

/** Answers from the isolate's cache while fresh; then one trip reads the version, and the rows if it changed. */
async function remembered<R>(
  control: D1Database,
  key: string,
  query: (orm: Orm, isNewer: SQL) => { _: { result: R[] } },
): Promise<R[]> {
  const before = cache.get(key);
  if (before && before.until > Date.now()) return before.rows as R[];
  const orm = ormOf(control);
  const [versions, newer] = (await orm.batch([
    orm
      .select({ version: catalogueVersions.version })
      .from(catalogueVersions)
      .where(eq(catalogueVersions.name, CATALOGUE)),
    query(orm, sql`${version} <> ${before?.version ?? -1}`),
  ] as never)) as unknown as [{ version: number }[], R[]];
  const now = versions[0]?.version ?? 0;
  const rows = before?.version === now ? (before.rows as R[]) : newer;
  if (cache.size >= MOST) cache.clear();
  cache.set(key, { version: now, rows, until: Date.now() + TRUST_MS });
  return rows;
}
