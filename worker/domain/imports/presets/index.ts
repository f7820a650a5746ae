import { entryOf } from "../../lists/list-query.ts";
import { plain } from "../columns.ts";
import { atlas } from "./atlas.ts";
import { glpi } from "./glpi.ts";
import { openMedis } from "./openmedis.ts";
import type { Preset, PresetColumn } from "./preset.ts";
import { snipeIt } from "./snipe-it.ts";

/** Where people come from, by name in addresses. What is particular stands before what is like it. */
export const presets: Readonly<Record<string, Preset>> = Object.fromEntries(
  [...snipeIt, ...openMedis, ...glpi, ...atlas].map((preset) => [preset.name, preset]),
);

/** The preset of a name; null for none. */
export const presetOf = (name: string | null | undefined): Preset | null =>
  (name && entryOf(presets, name)) || null;

/** What people call a preset: "Snipe-IT assets". */
export const presetTitle = ({ program, things }: Pick<Preset, "program" | "things">) =>
  `${program} ${things}`;

/** The program's column that a heading of the file is. */
export const columnHeaded = (preset: Preset, heading: string): PresetColumn | undefined => {
  const name = plain(heading);
  return preset.columns.find((column) =>
    [column.heading, ...(column.also ?? [])].some((called) => plain(called) === name),
  );
};

/** The program whose file has these headings; null when it is none that is known. */
export function recognised(header: readonly string[]): Preset | null {
  const names = new Set(header.map(plain));
  const has = (heading: string) => names.has(plain(heading));
  return (
    Object.values(presets).find(
      ({ known: { by, and, fewest } }) => by.every(has) && and.filter(has).length >= fewest,
    ) ?? null
  );
}
