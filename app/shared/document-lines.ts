/** The name of a field in a line of a document's form. */
export const lineField = (line: number, field: string) => `lines.${line}.${field}`;

/** What a field's name says of its line; null for any other name. */
export function lineFieldOf(name: string): { line: number; field: string } | null {
  const [, line, field] = /^lines\.(\d{1,3})\.([\w.-]+)$/.exec(name) ?? [];
  return line === undefined || field === undefined ? null : { line: Number(line), field };
}

type Row = Record<string, unknown>;
const ACCESSORY = "accessory.";
/** The name of the box of an accessory that goes along with a line. */
export const accessoryField = (line: number, id: string) => lineField(line, `${ACCESSORY}${id}`);

/** Whether a line names anything: a line that is there already, a device, stock, or a thing in words. */
const isNamed = ({ id, assetId, stockItemId, description }: Row) =>
  Boolean(id || assetId || stockItemId || description);

/** The lines among the values of a form, each with its number, in their order. */
export function linesIn(values: Readonly<Row>): { line: number; fields: Row }[] {
  const rows = new Map<number, Row>();
  for (const [name, value] of Object.entries(values)) {
    const place = lineFieldOf(name);
    if (place) rows.set(place.line, { ...rows.get(place.line), [place.field]: value });
  }
  return [...rows].sort(([a], [b]) => a - b).map(([line, fields]) => ({ line, fields }));
}

/** A line as its command takes it; null where it is empty, or said not to be here. */
function rowOf(fields: Row): Row | null {
  const { isHere, label: _, ...said } = fields;
  if (isHere === "0" || !isNamed(said)) return null;
  const row: Row = {};
  const accessoryIds: string[] = [];
  for (const [field, value] of Object.entries(said))
    if (!field.startsWith(ACCESSORY)) row[field] = value;
    else if (value !== "0") accessoryIds.push(field.slice(ACCESSORY.length));
  return accessoryIds.length ? { ...row, accessoryIds } : row;
}

/** A posted form as its command takes it: its lines as a list, without those in which nothing was entered. */
export function documentOf(values: Readonly<Record<string, string>>): Row {
  // The pickers that add a line hold no part of the document.
  const plain = Object.entries(values).filter(
    ([name]) => !lineFieldOf(name) && name !== "add" && !name.startsWith("add."),
  );
  return {
    ...Object.fromEntries(plain),
    lines: linesIn(values).flatMap(({ fields }) => rowOf(fields) ?? []),
  };
}
