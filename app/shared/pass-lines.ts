/** The name of a field in a line of a gate pass's forms. */
export const lineField = (line: number, field: string) => `lines.${line}.${field}`;

/** What a field's name says of its line; null for any other name. */
export function lineFieldOf(name: string): { line: number; field: string } | null {
  const [, line, field] = /^lines\.(\d{1,3})\.([\w.-]+)$/.exec(name) ?? [];
  return line === undefined || field === undefined ? null : { line: Number(line), field };
}

type Row = Record<string, unknown>;
const ACCESSORY = "accessory.";
const isEmpty = ({ assetId, stockItemId, description }: Row) =>
  !assetId && !stockItemId && !description;

/** A posted form as a pass is sent: its lines as a list, without those in which nothing was entered. */
export function passOf(values: Readonly<Record<string, string>>): Row {
  const plain: Row = {};
  const rows = new Map<number, Row & { accessoryIds: string[] }>();
  for (const [name, value] of Object.entries(values)) {
    const place = lineFieldOf(name);
    if (!place) {
      // The pickers that add a line hold no part of the pass.
      if (!name.startsWith("add.")) plain[name] = value;
      continue;
    }
    const row = rows.get(place.line) ?? { accessoryIds: [] };
    rows.set(place.line, row);
    if (place.field.startsWith(ACCESSORY))
      row.accessoryIds.push(place.field.slice(ACCESSORY.length));
    else if (place.field !== "label") row[place.field] = value;
  }
  const lines = [...rows].sort(([a], [b]) => a - b).map(([, row]) => row);
  return { ...plain, lines: lines.filter((row) => !isEmpty(row)) };
}

/** What a guard has posted as back: the lines that are ticked, or whose quantity was entered. */
export function backOf(values: Readonly<Record<string, string>>): Row {
  const plain: Row = {};
  const rows = new Map<number, Row>();
  for (const [name, value] of Object.entries(values)) {
    const place = lineFieldOf(name);
    if (place) rows.set(place.line, { ...rows.get(place.line), [place.field]: value });
    else plain[name] = value;
  }
  const lines = [...rows].sort(([a], [b]) => a - b).map(([, row]) => row);
  return {
    ...plain,
    lines: lines.filter(({ isHere }) => isHere !== "0").map(({ isHere: _, ...row }) => row),
  };
}
