import type { FilledFrom } from "#drizzle/tenant/imports.ts";
import { plain, proposed } from "../columns.ts";
import type { ImportKind } from "../kind.ts";
import { columnHeaded } from "./index.ts";
import type { Preset } from "./preset.ts";

/** Where in a row each field is, which columns go to the record's notes, and what fills a field that is empty. */
export type Arranged = {
  mapping: Record<string, number>;
  notes: number[];
  otherwise: Record<string, FilledFrom>;
};

/** What a preset fills fields with that the program leaves empty. */
export function filledFrom(
  preset: Preset | null,
  header: readonly string[],
): Arranged["otherwise"] {
  const names = header.map(plain);
  return Object.fromEntries(
    Object.entries(preset?.otherwise ?? {}).flatMap(([field, { heading, prefix = "" }]) => {
      const at = names.indexOf(plain(heading));
      return at < 0 ? [] : [[field, { at, prefix }]];
    }),
  );
}

/**
 * Proposes what a file's columns are: as the preset says, then by their names. With a preset, what has a value and no field goes to the
 * notes of a kind that has some; only what the preset leaves behind stays out.
 * @param filled the places of the columns that hold a value
 */
export function arranged(
  { columns, notes: notesField }: ImportKind,
  header: readonly string[],
  filled: ReadonlySet<number>,
  preset: Preset | null,
): Arranged {
  if (!preset) return { mapping: proposed(columns, header, filled), notes: [], otherwise: {} };
  const mapping: Record<string, number> = {};
  const notes: number[] = [];
  const settled = new Set<number>();
  const headed = header.map((heading) => columnHeaded(preset, heading));
  const inOrder = [...header.keys()].sort((a, b) => Number(filled.has(b)) - Number(filled.has(a)));
  for (const at of inOrder) {
    const column = headed[at];
    if (!column) continue;
    if (column.field && !(column.field in mapping)) mapping[column.field] = at;
    else {
      settled.add(at);
      if (!column.out) notes.push(at);
    }
  }
  const all = proposed(columns, header, filled, { mapping, taken: settled });
  const used = new Set([...Object.values(all), ...settled]);
  const others = [...header.keys()].filter((at) => !used.has(at));
  return {
    mapping: all,
    notes: notesField
      ? [...notes, ...others].filter((at) => filled.has(at)).sort((a, b) => a - b)
      : [],
    otherwise: filledFrom(preset, header),
  };
}
