/**
 * Rows as a page sends them, cell by cell and field after field, which compresses best: as objects they would cost twice as much. A
 * cell is a text as it is, nothing for null, and else `=` with its JSON.
 */
export type PackedRows = { fields: string; cells: string };

const BETWEEN = "|";

const packed = (value: unknown): string => {
  if (value === null || value === undefined) return "";
  const isPlain = typeof value === "string" && value !== "" && !/^=|\|/.test(value);
  return isPlain ? value : `=${JSON.stringify(value).replaceAll(BETWEEN, "\\u007c")}`;
};
const unpacked = (cell: string): unknown => {
  if (cell === "") return null;
  return cell.startsWith("=") ? JSON.parse(cell.slice(1)) : cell;
};

/** Keeps just these fields of each row. */
export const packedRows = (
  rows: readonly Record<string, unknown>[],
  fields: readonly string[],
): PackedRows => ({
  fields: fields.join(BETWEEN),
  cells: fields.flatMap((field) => rows.map((row) => packed(row[field]))).join(BETWEEN),
});

/** The rows with the fields that were packed; the others are not there. */
export function unpackedRows<R>({ fields, cells }: PackedRows): R[] {
  const names = fields.split(BETWEEN);
  const all = cells.split(BETWEEN);
  const count = Math.floor(all.length / names.length);
  const rows: Record<string, unknown>[] = Array.from({ length: count }, () => ({}));
  let cell = 0;
  for (const field of names) for (const row of rows) row[field] = unpacked(all[cell++]!);
  return rows as R[];
}
