import { type SQL, sql } from "drizzle-orm";
import type { Reading } from "./columns.ts";
import { dayFirstOf } from "./day-order.ts";
import type { Job } from "./jobs.ts";
import type { ImportKind } from "./kind.ts";
import { columnHeaded, presetOf } from "./presets/index.ts";

type Cells = readonly (string | null)[];
/** What a row holds in a field, and the place of the column it is from. */
export type RowText = { text: string; at: number };
type Filed = Pick<Job, "mapping" | "options">;

/** What a row holds in a field: its column, else what a preset fills it with. */
function found({ mapping, options }: Filed, cells: Cells, field: string): RowText | null {
  const at = mapping[field];
  const text = at === undefined ? "" : (cells[at] ?? "");
  if (at !== undefined && text) return { text, at };
  const other = options.otherwise?.[field];
  const filling = other ? (cells[other.at] ?? "") : "";
  return other && filling ? { text: `${other.prefix}${filling}`, at: other.at } : null;
}

/** Where people look for a field of a row: the column that fills it, else its own; null where the file has none. */
export const placeOf = (job: Filed, cells: Cells, field: string): number | null =>
  found(job, cells, field)?.at ?? job.mapping[field] ?? null;

/** The same as SQL. @param cell a cell by its place @param mapping the job's mapping @param options and its options, as JSON */
export const foundSql = (
  cell: (place: SQL) => SQL,
  mapping: SQL,
  options: SQL,
  field: string,
): SQL => {
  const other = (what: string) => sql`(${options} ->> ${`$.otherwise.${field}.${what}`})`;
  return sql`coalesce(nullif(${cell(sql`(${mapping} ->> ${`$.${field}`})`)}, ''), ${other("prefix")} || nullif(${cell(other("at"))}, ''))`;
};

/** How the dates of a column are to be read. */
export const readingAt = ({ options }: Pick<Job, "options">, at: number | undefined): Reading => ({
  dayFirst: dayFirstOf(options.days?.[String(at)], options.dayFirst),
});

/** The columns of the file that a row's record keeps in its notes: those chosen for them, and those whose field cannot say all. */
export function notedColumns({ header, mapping, options }: Job): number[] {
  const preset = presetOf(options.preset);
  const kept = preset
    ? Object.values(mapping).filter((at) => columnHeaded(preset, header[at] ?? "")?.isKept)
    : [];
  return [...new Set([...(options.notes ?? []), ...kept])].sort((a, b) => a - b);
}

/** Reads the rows of a job: the text of each field that has one, as its field takes it. */
export function rowReader(kind: ImportKind, job: Job): (cells: Cells) => Map<string, RowText> {
  const preset = presetOf(job.options.preset);
  const headed = job.header.map((heading) => (preset ? columnHeaded(preset, heading) : undefined));
  const noted = kind.notes ? notedColumns(job) : [];
  return (cells) => {
    const texts = new Map<string, RowText>();
    for (const { name } of kind.columns) {
      const one = found(job, cells, name);
      if (!one) continue;
      const column = headed[one.at];
      const text = column?.read && column.field === name ? column.read(one.text) : one.text;
      if (text) texts.set(name, { ...one, text });
    }
    const lines = noted.flatMap((at) => (cells[at] ? [`${job.header[at]}: ${cells[at]}`] : []));
    if (kind.notes && lines.length) {
      const own = texts.get(kind.notes);
      const text = [own?.text, ...lines].filter(Boolean).join("\n");
      texts.set(kind.notes, { text, at: own?.at ?? -1 });
    }
    return texts;
  };
}
