/** A QR code: how many modules a side has, and its rows as hexadecimal digits, four modules each, dark is 1. */
export type QrModules = { side: number; rows: string };

/** The quiet zone around a code, in modules. */
export const QUIET = 4;

const digitsOf = (side: number) => Math.ceil(side / 4);

export function packModules(modules: readonly (readonly boolean[])[]): QrModules {
  const side = modules.length;
  const rows = modules.map((row) =>
    Array.from({ length: digitsOf(side) }, (_, at) =>
      [0, 1, 2, 3].reduce((sum, bit) => sum * 2 + (row[at * 4 + bit] ? 1 : 0), 0).toString(16),
    ).join(""),
  );
  return { side, rows: rows.join("") };
}

export const isDark = ({ side, rows }: QrModules, x: number, y: number): boolean =>
  ((Number.parseInt(rows[y * digitsOf(side) + (x >> 2)] ?? "0", 16) >> (3 - (x & 3))) & 1) === 1;

/** The dark modules as runs along the rows. */
export function runsOf(qr: QrModules): { x: number; y: number; length: number }[] {
  const runs: { x: number; y: number; length: number }[] = [];
  for (let y = 0; y < qr.side; y++)
    for (let x = 0; x < qr.side; x++) {
      if (!isDark(qr, x, y)) continue;
      const from = x;
      while (x < qr.side && isDark(qr, x, y)) x++;
      runs.push({ x: from, y, length: x - from });
    }
  return runs;
}

/** The code as the `d` of an SVG path, one unit a module, with its quiet zone. */
export const qrPath = (qr: QrModules): string =>
  runsOf(qr)
    .map(({ x, y, length }) => `M${x + QUIET} ${y + QUIET}h${length}v1h-${length}z`)
    .join("");
