import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, json, nocase, record, whole } from "../columns.ts";

/** Kinds of machine all companies share. */
export const machineTypes = sqliteTable(
  "machine_types",
  { ...record, name: nocase().notNull(), isActive: flag(true), archivedAt: integer() },
  (t) => [
    uniqueIndex("machine_types_name").on(t.name).where(sql`archived_at is null`),
    ...whole("machine_types", t.version),
  ],
);

/** How many PM checklists each kind of machine has: moved in the batch of the event. */
export const machineTypeCounts = sqliteTable("machine_type_counts", {
  machineTypeId: text().notNull().primaryKey(),
  checklists: integer().notNull().default(0),
});

/** A "PM machine": the names of the checks of one machine. The revision rises with each change of the list. */
export const pmChecklists = sqliteTable(
  "pm_checklists",
  {
    ...record,
    machineTypeId: text()
      .notNull()
      .references(() => machineTypes.id),
    machineName: nocase().notNull(),
    lists: json<string[]>().notNull(),
    frequencyHint: text(),
    estMinutes: integer(),
    sourceRef: text(),
    revision: integer().notNull().default(1),
    isActive: flag(true),
    archivedAt: integer(),
  },
  (t) => [
    uniqueIndex("pm_checklists_machine_name")
      .on(t.machineTypeId, t.machineName)
      .where(sql`archived_at is null`),
    index("pm_checklists_by_type").on(t.machineTypeId, t.machineName),
    index("pm_checklists_by_name").on(t.machineName, t.id),
    check("pm_checklists_lists_json", sql`json_valid(${t.lists})`),
    ...whole("pm_checklists", t.version, t.revision),
  ],
);

/** Rises on every change of the catalogue, so that requests can keep it by version. */
export const catalogueVersions = sqliteTable("catalogue_versions", {
  name: text().notNull().primaryKey(),
  version: integer().notNull().default(1),
});
