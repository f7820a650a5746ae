import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  catalogueVersions,
  machineTypeCounts,
  machineTypes,
  pmChecklists,
} from "#drizzle/control/index.ts";
import { inserts } from "./insert.ts";
import { Random } from "./random.ts";

type Template = {
  key: string;
  name: string;
  months: number;
  minutes: number;
  source: string | null;
  checks: string[];
};
export type Checklist = {
  id: string;
  machineTypeId: string;
  machineTypeName: string;
  name: string;
  months: number;
  checks: string[];
};

const groups = JSON.parse(readFileSync(join(import.meta.dirname, "checklists.json"), "utf8")) as {
  machineType: string;
  checklists: Template[];
}[];

/** The key that device types use for a checklist, by the checklist's name. */
export const keyOfChecklist = new Map(
  groups.flatMap(({ checklists }) => checklists.map(({ name, key }) => [name, key] as const)),
);

/** The machine type that a checklist belongs to, by its key. */
export const typeOfChecklist = new Map(
  groups.flatMap(({ machineType, checklists }) =>
    checklists.map(({ key }) => [key, machineType] as const),
  ),
);

/** The machine types and PM checklists that all companies share: the statements to insert them, and the checklists by key. */
export function seedCatalogue(
  control: D1Database,
  at: number,
): { statements: D1PreparedStatement[]; checklists: Map<string, Checklist> } {
  const random = new Random("catalogue");
  const types = groups.map(({ machineType, checklists }) => ({
    ...random.row(at),
    name: machineType,
    templates: checklists,
  }));
  const rows = types.flatMap(({ id: machineTypeId, name: machineTypeName, templates }) =>
    templates.map(({ key, name, months, minutes, source, checks }) => ({
      ...random.row(at),
      key,
      months,
      machineTypeId,
      machineTypeName,
      machineName: name,
      lists: checks,
      frequencyHint: `Every ${months} months`,
      estMinutes: minutes,
      sourceRef: source,
    })),
  );
  return {
    statements: [
      ...inserts(control, machineTypes, types),
      ...inserts(
        control,
        pmChecklists,
        rows.map(({ machineTypeName: _, ...row }) => row),
      ),
      ...inserts(
        control,
        machineTypeCounts,
        types.map(({ id, templates }) => ({ machineTypeId: id, checklists: templates.length })),
      ),
      ...inserts(control, catalogueVersions, [{ name: "catalogue" }]),
    ],
    checklists: new Map(
      rows.map(({ key, id, machineTypeId, machineTypeName, machineName, months, lists }) => [
        key,
        { id, machineTypeId, machineTypeName, name: machineName, months, checks: lists },
      ]),
    ),
  };
}
