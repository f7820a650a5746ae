import type { As } from "./figure-text.ts";

/** One figure of a chart; null is written "n/a". */
export type ChartCell = { value: number | null; as: As; to?: string | null; text?: string };
/** How a chart is drawn from the columns of its table. */
export type Drawing =
  | { kind: "columns"; series: readonly number[]; isStacked?: boolean }
  | { kind: "line"; series: readonly number[]; target?: number }
  | { kind: "bars"; series: readonly number[]; target?: number }
  | { kind: "pareto"; count: number; cumulated: number }
  | { kind: "rings"; share: number; part: number; whole: number; target: number }
  | { kind: "heat"; months: number };

/** A chart with everything it says: a sentence, how it is computed, and its figures. */
export type Chart = {
  key: string;
  title: string;
  say: string;
  how: { formula: string; text: string };
  /** A page that says more. */
  more?: { text: string; to: string } | null;
  /** Null where there is nothing to draw. */
  draw: Drawing | null;
  width?: "wide" | "wide-3" | "wide-all";
  table: {
    of: string;
    heads: readonly string[];
    rows: readonly { label: string; to?: string | null; cells: readonly ChartCell[] }[];
  };
};

/** A number that a figure is computed from, by its name in the formula. */
export type KeyNumber = ChartCell & { name: string };

/** A figure of the readout, with what it was before. */
export type KeyFigure = {
  label: string;
  value: string;
  unit: string;
  note: string;
  to: string | null;
  how: { formula: string; text: string; numbers: readonly KeyNumber[] };
  /** The same by month, for its line. */
  months: readonly (number | null)[];
  as: As;
};
