/** Sheets and rolls of labels. Every measure is in millimetres. */
export type LabelPreset = {
  name: string;
  page: { width: number; height: number };
  columns: number;
  rows: number;
  cell: { width: number; height: number };
  /** From one cell's left or top edge to the next one's. */
  pitch: { x: number; y: number };
  /** Between a cell's edge and what is printed in it. */
  inset: number;
  /** The QR code with its quiet zone. */
  qr: number;
  /** The text stands under the code instead of beside it. */
  stacked?: boolean;
};

type Grid = Pick<LabelPreset, "columns" | "rows" | "inset" | "qr"> & Partial<LabelPreset>;
const sheet = (width: number, height: number, grid: Grid): LabelPreset => ({
  name: `A4, ${grid.columns * grid.rows} labels ${width} × ${height} mm`,
  page: { width: 210, height: 297 },
  cell: { width, height },
  pitch: { x: width, y: height },
  ...grid,
});
const roll = (
  width: number,
  height: number,
  qr: number,
  more: Partial<LabelPreset> = {},
): LabelPreset => ({
  name: `Roll ${width} × ${height} mm`,
  page: { width, height },
  columns: 1,
  rows: 1,
  cell: { width, height },
  pitch: { x: width, y: height },
  inset: 1.5,
  qr,
  ...more,
});

export const labelPresets = {
  "a4-24": sheet(70, 37, { columns: 3, rows: 8, inset: 4, qr: 26 }),
  "a4-40": sheet(52.5, 29.7, { columns: 4, rows: 10, inset: 3.5, qr: 20 }),
  "a4-48": sheet(45.7, 21.2, {
    ...{ columns: 4, rows: 12, inset: 1.5, qr: 18 },
    pitch: { x: 48.2, y: 21.2 },
  }),
  "roll-50x25": roll(50, 25, 21),
  "roll-38x25": roll(38, 25, 18),
  "roll-25x25": roll(25, 25, 18, { inset: 1, stacked: true }),
} as const satisfies Record<string, LabelPreset>;

export type PresetKey = keyof typeof labelPresets;
export const presetKeys = Object.keys(labelPresets) as PresetKey[];
export const isPreset = (key: unknown): key is PresetKey =>
  typeof key === "string" && Object.hasOwn(labelPresets, key);
export const presetOf = (key: PresetKey): LabelPreset => labelPresets[key];

export const MOST_LABELS = 500;
export const MOST_COPIES = 10;
/** A printer is off by less; more than this is another sheet. */
export const MOST_OFFSET = 5;

export const cellsOf = ({ columns, rows }: LabelPreset) => columns * rows;

/** The left and top edge of a cell, counted from 0 by rows; the cells stand in the middle of their page. */
export function cellAt(
  { page, columns, rows, cell, pitch }: LabelPreset,
  at: number,
): { x: number; y: number } {
  const left = (page.width - (columns - 1) * pitch.x - cell.width) / 2;
  const top = (page.height - (rows - 1) * pitch.y - cell.height) / 2;
  return { x: left + (at % columns) * pitch.x, y: top + Math.floor(at / columns) * pitch.y };
}

export type Placed<T> = { thing: T; x: number; y: number };

/**
 * Lays things on pages: each one `copies` times in a row, the first page beginning at cell `start` (from 1).
 * @returns the labels of each page, by the left and top edge of their cells
 */
export function placeLabels<T>(
  preset: LabelPreset,
  things: readonly T[],
  { copies, start }: { copies: number; start: number },
): Placed<T>[][] {
  const cells = cellsOf(preset);
  const first = Math.min(Math.max(1, start), cells) - 1;
  const pages: Placed<T>[][] = [];
  for (const [nth, thing] of things
    .flatMap((thing) => Array.from({ length: copies }, () => thing))
    .entries()) {
    const place = first + nth;
    const page = Math.floor(place / cells);
    pages[page] ??= [];
    pages[page].push({ thing, ...cellAt(preset, place % cells) });
  }
  return pages;
}

type Line = { x1: number; y1: number; x2: number; y2: number };

/** A test print: every cell's frame, and rulers in the first cell that count the millimetres from its middle. */
export function calibrationOf(preset: LabelPreset): {
  lines: Line[];
  texts: { x: number; y: number; size: number; text: string }[];
} {
  const { width, height } = preset.cell;
  const frames = Array.from({ length: cellsOf(preset) }, (_, at): Line[] => {
    const { x, y } = cellAt(preset, at);
    const [right, bottom] = [x + width, y + height];
    return [
      { x1: x, y1: y, x2: right, y2: y },
      { x1: x, y1: bottom, x2: right, y2: bottom },
      { x1: x, y1: y, x2: x, y2: bottom },
      { x1: right, y1: y, x2: right, y2: bottom },
    ];
  });
  const first = cellAt(preset, 0);
  const middle = { x: first.x + width / 2, y: first.y + height / 2 };
  const marks = Array.from({ length: 2 * MOST_OFFSET + 1 }, (_, at) => at - MOST_OFFSET);
  const ruler = marks.flatMap((mm): Line[] => {
    const half = mm % MOST_OFFSET === 0 ? 1.5 : 0.8;
    return [
      { x1: middle.x + mm, y1: middle.y - half, x2: middle.x + mm, y2: middle.y + half },
      { x1: middle.x - half, y1: middle.y + mm, x2: middle.x + half, y2: middle.y + mm },
    ];
  });
  const cross: Line[] = [
    { x1: middle.x - MOST_OFFSET, y1: middle.y, x2: middle.x + MOST_OFFSET, y2: middle.y },
    { x1: middle.x, y1: middle.y - MOST_OFFSET, x2: middle.x, y2: middle.y + MOST_OFFSET },
  ];
  const words = {
    x: first.x + preset.inset,
    y: first.y + height - preset.inset,
    size: 2,
    text: "Frames must meet the labels' edges",
  };
  return { lines: [...frames.flat(), ...ruler, ...cross], texts: width >= 45 ? [words] : [] };
}
