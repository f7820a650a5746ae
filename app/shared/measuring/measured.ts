/** What people type of a measurement; nothing of it is reckoned. Figures are text exactly as typed. */

export const datasets = ["as_found", "as_left"] as const;
export type Dataset = (typeof datasets)[number];

export const sides = ["indication", "reference"] as const;
export type Side = (typeof sides)[number];

/** One set of readings of a line. */
export type TypedLine = {
  indication: readonly string[];
  reference: readonly string[];
  /** Numbers of the readings, from 0, that came from a file of an instrument: of each side, or one list for both. */
  imported: readonly number[] | Readonly<Record<Side, readonly number[]>>;
};
export type TypedCheck = {
  answer: "yes" | "no" | "na" | null;
  value: string;
  remark: string;
  /** The value came from a file of an instrument. */
  imported?: boolean | undefined;
};
export const ends = ["first", "last"] as const;
export type End = (typeof ends)[number];
/** The first and the last reading, or the lowest and the highest of a log. */
export type TypedEnvironment = {
  first: string;
  last: string;
  /** Which of them came from a file of an instrument. */
  imported?: readonly End[] | undefined;
};

export type Measured = {
  /** By the key of the line. */
  as_found: Readonly<Record<string, TypedLine>>;
  as_left: Readonly<Record<string, TypedLine>>;
  /** Keys of parameters that were adjusted: they have readings before and after. */
  adjusted: readonly string[];
  /** Keys of parameters of which both sides are read, not the one alone that the procedure reads. */
  bothSides: readonly string[];
  /** Why a line was not measured, by its key. */
  notMeasured: Readonly<Record<string, string>>;
  /** By the key of the check. */
  checks: Readonly<Record<string, TypedCheck>>;
  /** By the place of the condition in the procedure. */
  environment: readonly TypedEnvironment[];
  /** Minutes that the device stood in the room before its first reading. */
  acclimatised: string;
};

export const nothingMeasured: Measured = {
  as_found: {},
  as_left: {},
  adjusted: [],
  bothSides: [],
  notMeasured: {},
  checks: {},
  environment: [],
  acclimatised: "",
};

export const noReadings: TypedLine = { indication: [], reference: [], imported: [] };
export const noAnswer: TypedCheck = { answer: null, value: "", remark: "" };

/** Numbers of the readings of a side, from 0, that came from a file of an instrument. */
export const importedOn = ({ imported }: Pick<TypedLine, "imported">, side: Side) =>
  "length" in imported ? imported : imported[side];
/** Whether a reading of the room came from a file of an instrument. */
export const isImportedEnd = ({ imported = [] }: TypedEnvironment, end: End): boolean =>
  imported.includes(end);

/** Readings as typed, without the blanks behind the last one. */
export const filledReadings = (typed: readonly string[]): string[] => {
  const last = typed.findLastIndex((reading) => reading.trim() !== "");
  return typed.slice(0, last + 1);
};

/** A change of something typed, as the record of a measurement keeps it for ever. */
export type MeasuredChange = {
  /** What it is of: "as_found:p200:reference:3", "check:housing:value", "environment:0:first". */
  at: string;
  from: string | null;
  to: string | null;
  source: "manual" | "import";
};

const sourceOf = (isImported: boolean | undefined) => (isImported ? "import" : "manual");

const flat = (measured: Measured): Map<string, [string, MeasuredChange["source"]]> => {
  const all = new Map<string, [string, MeasuredChange["source"]]>();
  const put = (at: string, value: string | null, source: MeasuredChange["source"] = "manual") => {
    if (value !== null && value !== "") all.set(at, [value, source]);
  };
  for (const dataset of datasets)
    for (const [line, typed] of Object.entries(measured[dataset]))
      for (const side of sides)
        for (const [n, reading] of typed[side].entries())
          put(
            `${dataset}:${line}:${side}:${n + 1}`,
            reading,
            sourceOf(importedOn(typed, side).includes(n)),
          );
  for (const key of measured.adjusted) put(`adjusted:${key}`, "yes");
  for (const key of measured.bothSides) put(`both_sides:${key}`, "yes");
  for (const [line, why] of Object.entries(measured.notMeasured)) put(`not_measured:${line}`, why);
  for (const [key, { answer, value, remark, imported }] of Object.entries(measured.checks)) {
    put(`check:${key}:answer`, answer);
    put(`check:${key}:value`, value, sourceOf(imported));
    put(`check:${key}:remark`, remark);
  }
  for (const [at, typed] of measured.environment.entries())
    for (const end of ends)
      put(`environment:${at}:${end}`, typed[end], sourceOf(isImportedEnd(typed, end)));
  put("acclimatised", measured.acclimatised);
  return all;
};

/** Every difference between what was typed before and what is typed now, in the order of the record. */
export function measuredChanges(before: Measured, after: Measured): MeasuredChange[] {
  const [one, other] = [flat(before), flat(after)];
  const places = [...new Set([...one.keys(), ...other.keys()])];
  return places.flatMap((at): MeasuredChange[] => {
    const [from = null] = one.get(at) ?? [];
    const [to = null, source = "manual"] = other.get(at) ?? [];
    return from === to ? [] : [{ at, from, to, source }];
  });
}
