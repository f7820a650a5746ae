/** What blocks of a form are made of, before it is drawn on paper or shown on a screen. */
import type { DocumentFile } from "../document-file.ts";

export type Cell = {
  text: string;
  /** A sign beside the text, which a note under the table explains. */
  mark?: string;
  isBold?: boolean;
  isQuiet?: boolean;
  /** How many columns it goes over. */
  span?: number;
};
export type Column = {
  /** May have several lines. */
  head: string;
  isRight?: boolean;
  isBold?: boolean;
  /** A line stands before it. */
  isEdge?: boolean;
  /** It takes more of the width that is left than others. */
  grows?: boolean;
};
/** A head over several columns. */
export type Over = { text: string; from: number; span: number };
export type Row = readonly (Cell | string)[];
export type Table = { columns: readonly Column[]; over?: readonly Over[]; rows: readonly Row[] };

export const cellOf = (cell: Cell | string): Cell =>
  typeof cell === "string" ? { text: cell } : cell;

export type Fact = { name: string; text: string | null };

export type Align = "left" | "center" | "right";
export type Captioned = { file: DocumentFile; caption: string };

export type Part =
  | { is: "heading"; text: string }
  | {
      is: "text";
      text: string;
      look?: "strong" | "small";
      /** What follows stays on its page. */
      isHeld?: boolean;
    }
  /** Notes stand in small letters under the table. */
  | { is: "table"; table: Table; isDense?: boolean; notes?: readonly string[] }
  /** Names beside their texts, or over them in boxes. */
  | { is: "list" | "grid"; facts: readonly Fact[] }
  /** Names beside their texts under a line, a hairline under each. */
  | { is: "ruled"; facts: readonly Fact[]; isTogether?: boolean }
  /** A picture as wide as said, in millimetres, or less where there is less room. */
  | { is: "picture"; file: DocumentFile; alt: string; width: number; align: Align }
  /** Pictures side by side, each over its name. */
  | { is: "pictures"; pictures: readonly Captioned[] }
  /** Drawn signatures side by side, each over the name of its field. */
  | { is: "signed"; signed: readonly { name: string; path: string }[] }
  /** What a revision replaces. */
  | { is: "amendment" };

/** A heading, where there is one. */
export const titled = (title: string | null, parts: readonly Part[]): Part[] =>
  title && parts.length ? [{ is: "heading", text: title }, ...parts] : [...parts];
