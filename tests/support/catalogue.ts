import { newId } from "#drizzle/columns.ts";
import { insert, type World } from "./world.ts";

export const ventilatorChecks = [
  "Housing, trolley, castors and brakes",
  "Mains cable, plug and protective earth",
  "Battery run, 30 min",
  "Self-test and leak test",
  "FiO₂ at 21, 60 and 100 %, ±3 %",
  "Alarms: pressure, apnoea, disconnection, O₂",
];

/** A machine type with one PM machine, written past the app; in place of what stands under the same ids. */
export async function catalogue(
  w: World,
  name: string,
  machineName: string,
  lists = ventilatorChecks,
  [type, machine] = [newId(), newId()],
) {
  const stamps = { created_at: Date.now(), updated_at: Date.now() };
  const db = w.env.CONTROL_DB;
  await db.batch([
    db.prepare("delete from pm_checklists where id = ?").bind(machine),
    db.prepare("delete from machine_types where id = ?").bind(type),
  ]);
  await insert(db, "machine_types", { id: type, name, is_active: 1, ...stamps });
  await insert(db, "pm_checklists", {
    id: machine,
    machine_type_id: type,
    machine_name: machineName,
    lists: JSON.stringify(lists),
    is_active: 1,
    ...stamps,
  });
  await newCatalogueVersion(w);
  return { type, machine };
}

/** Companies see what was changed past the app. */
export const newCatalogueVersion = (w: World) =>
  w.env.CONTROL_DB.prepare(
    "insert into catalogue_versions (name, version) values ('catalogue', 1) on conflict (name) do update set version = version + 1",
  ).run();
