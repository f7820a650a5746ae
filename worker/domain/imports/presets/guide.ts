import type { Session } from "../../../session.ts";
import { importable } from "../jobs.ts";
import { kinds } from "../kinds.ts";
import { presets, presetTitle } from "./index.ts";
import type { Preset } from "./preset.ts";
import { programs } from "./programs.ts";

/** What comes over of a list, by headings of the program: with the field each is here, those kept in the notes, and those that stay. */
function listOf({ columns, kind, name, program, things }: Preset) {
  const { columns: fields, label, notes } = kinds[kind]!;
  const labelOf = (field: string | undefined) =>
    fields.find((one) => one.name === field)?.label ?? null;
  const fielded = columns.flatMap(({ heading, field }) =>
    field ? [{ heading, label: labelOf(field) ?? field }] : [],
  );
  const others = columns.filter(({ field }) => !field);
  const reasons = [...new Set(others.flatMap(({ out }) => out ?? []))];
  return {
    name,
    title: presetTitle({ program, things }),
    kind: { name: kind, label },
    fielded,
    notesLabel: labelOf(notes),
    noted: others.filter(({ out }) => !out).map(({ heading }) => heading),
    left: reasons.map((why) => ({
      why,
      headings: others.filter(({ out }) => out === why).map(({ heading }) => heading),
    })),
  };
}

/** How people move in from other programs: of the kinds that the person may import. */
export function movingInGuide(session: Session) {
  const offered = new Set(importable(session).map(({ name }) => name));
  const lists = Object.values(presets).filter(({ kind }) => offered.has(kind));
  return programs.flatMap(({ name, how, stays, query = null }) => {
    const own = lists.filter(({ program }) => program === name).map(listOf);
    return own.length ? [{ name, how, stays, query, lists: own }] : [];
  });
}
export type MovingInGuide = ReturnType<typeof movingInGuide>;
