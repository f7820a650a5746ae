import { eq } from "drizzle-orm";
import { z } from "zod";
import type { ImportOptions } from "#drizzle/tenant/imports.ts";
import { importJobs, importRows } from "#drizzle/tenant/index.ts";
import type { Answer } from "../../../db/db.ts";
import { invalid } from "../../../refusals.ts";
import type { Session } from "../../../session.ts";
import { checked } from "../../entity/fields.ts";
import { ownFields } from "../../masters/own-columns.ts";
import { changerOf, jobQuery, shown } from "../jobs.ts";
import type { ImportKind } from "../kind.ts";
import { assertOpen, makeable, notYetRun, unchecked, unjudged } from "../mapping.ts";
import { withOwn } from "../own-cells.ts";
import { arranged } from "./arranged.ts";
import { presetOf, presets, presetTitle } from "./index.ts";
import type { Preset } from "./preset.ts";

/** What is known of a file whatever it is read as. */
type Known = Pick<ImportOptions, "days" | "filled" | "looksLike">;

/**
 * A job's columns and options where its file is read as a program's; as a list of the person's own without a preset, and where the
 * preset is of another kind.
 * @param offered the masters that the person may add
 */
export function readAs(
  kind: ImportKind,
  header: readonly string[],
  known: Known,
  preset: Preset | null,
  offered: readonly { value: string }[],
) {
  const fitting = preset?.kind === kind.name ? preset : null;
  const { mapping, notes, otherwise } = arranged(
    kind,
    header,
    new Set(known.filled ?? [...header.keys()]),
    fitting,
  );
  const missing = (fitting?.missing ?? []).filter((name) =>
    offered.some(({ value }) => value === name),
  );
  const options: ImportOptions = {
    ...known,
    ...{ missing: [...missing], notes, otherwise, dayFirst: null },
    preset: fitting?.name ?? null,
  };
  return { mapping, options };
}

/** The presets of a kind, to choose from. */
export const presetsFor = (kind: string) =>
  Object.values(presets)
    .filter((preset) => preset.kind === kind)
    .map((preset) => ({ value: preset.name, label: presetTitle(preset) }));

export const presetInput = z.strictObject({
  /** Its name; empty for a list of the person's own. */
  preset: z.string().max(60).nullable(),
});

/**
 * Says which program's file it is, or that it is none; its columns are proposed anew.
 * @throws Response 403; 404; 409 once it has begun to write; 422 for a preset that is not one of its kind
 */
export async function choosePreset(
  session: Session,
  id: string,
  input: unknown,
): Promise<Answer<{ id: string }>> {
  const db = changerOf(session);
  const { preset: name } = checked(presetInput, input);
  const [[row], own] = await db.read(jobQuery(db, id), ownFields(db));
  const { job, kind: bare } = shown(session, row);
  const kind = withOwn(bare, own);
  assertOpen(job);
  const preset = presetOf(name);
  if (name && preset?.kind !== kind.name) invalid({ preset: ["There is no such program"] });
  const { days, filled, looksLike } = job.options;
  const known = { days, filled, looksLike };
  return db.commit({
    writes: [
      notYetRun(db, id),
      db.updating(importJobs, eq(importJobs.id, id), {
        ...unchecked,
        ...readAs(kind, job.header, known, preset, makeable(session, kind)),
      }),
      db.updating(importRows, eq(importRows.jobId, id), unjudged),
    ],
    activity: [],
    answer: {
      status: 200,
      message: preset ? `Read as ${presetTitle(preset)}` : "Read as a list of your own",
      data: { id },
    },
  });
}
