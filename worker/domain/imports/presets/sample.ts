import type { Cell } from "#app/shared/cells.ts";
import { notFound } from "../../../refusals.ts";
import type { Session } from "../../../session.ts";
import { importable } from "../jobs.ts";
import { presetOf } from "./index.ts";
import type { Preset } from "./preset.ts";

/** A preset's sample as rows of cells; the first names the columns. */
export function sampleRows({ columns, sample }: Preset): string[][] {
  const known = columns.map(({ heading }) => heading);
  const used = known.filter((heading) => sample.some((row) => heading in row));
  const others = sample.flatMap((row) => Object.keys(row).filter((name) => !known.includes(name)));
  const header = [...used, ...new Set(others)];
  return [header, ...sample.map((row) => header.map((heading) => row[heading] ?? ""))];
}

/** A file as another program writes it, to look at or to try. @throws Response 404, also for a kind the person may not import */
export function sampleOf(session: Session, name: string | null) {
  const preset = presetOf(name);
  if (!preset || !importable(session).some((kind) => kind.name === preset.kind))
    return notFound("sample");
  const [head = [], ...rows] = sampleRows(preset);
  async function* pages(): AsyncGenerator<Cell[][]> {
    yield rows;
  }
  return { name: `${preset.name}-sample`, head, pages: pages() };
}
