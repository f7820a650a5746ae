import { withSymbol } from "../../metrology/measured.ts";
import type { CertificateLine, CertificateParameter } from "../document.ts";
import type { ResultColumn } from "../form.ts";
import { common } from "./figures.ts";
import { symbolOf } from "./words.ts";

export type Side = "as_found" | "as_left";
/** A line with its parameter. */
export type Shown = { line: CertificateLine; parameter: CertificateParameter };
/** A table: its lines, the sets of readings that stand side by side, and what is told once under it. */
export type ResultTable = {
  shown: readonly Shown[];
  sides: readonly Side[];
  /** Columns whose values are all the same, in a note. */
  lifted: Partial<Record<ResultColumn, string>>;
  isAccredited: boolean;
};

/** Signs beside figures, which notes under the table explain. */
export const marks = { scope: "*", cmc: "c", standard: "s", environment: "e" } as const;

/** A figure with the unit that all lines of a table have. */
export const inUnitOf = ({ shown }: ResultTable, text: string): string =>
  withSymbol(text, common(shown.map(({ parameter }) => symbolOf(parameter.unit))) ?? "");
