/** Two drafts of one measurement, place by place: where they differ, who changed what, and one draft out of both. */
import type { OwnValue, OwnValues } from "../certificates/own-fields.ts";
import type { DeviceRange } from "./device-parameters.ts";
import {
  type Dataset,
  datasets,
  type End,
  ends,
  importedOn,
  isImportedEnd,
  type Measured,
  noAnswer,
  noReadings,
  type Side,
  sides,
} from "./measured.ts";
import {
  type Source,
  withAdjusted,
  withBothSides,
  withCheck,
  withEnvironment,
  withNotMeasured,
  withReading,
} from "./typing.ts";

/** The fields of a record besides its results, as a form has them. */
export type Head = Record<string, string>;
export type ChosenStandard = { calibratorId: string; role: string };
/** Everything that people write on a draft; an in-house calibration has ranges of its device besides, a certificate fields of its form and files. */
export type Draft = {
  head: Head;
  standards: ChosenStandard[];
  measured: Measured;
  ranges?: Readonly<Record<string, DeviceRange>>;
  ownFields?: OwnValues;
  attachments?: readonly { id: string; caption: string | null }[];
};

/** Where something is written on a draft. */
export type DraftPlace =
  | { of: "head"; name: string }
  | { of: "standards" | "attachments" }
  | { of: "own"; key: string }
  | { of: "range"; key: string }
  | { of: "reading"; dataset: Dataset; line: string; side: Side; at: number }
  | { of: "adjusted" | "bothSides" | "notMeasured"; key: string }
  | { of: "check"; key: string; part: "answer" | "value" | "remark" }
  | { of: "environment"; at: number; end: End }
  | { of: "acclimatised" };

export const placeKey = (place: DraftPlace): string => Object.values(place).join(":");

const sourceOf = (isImported: boolean | undefined): Source => (isImported ? "import" : "manual");
const rangeText = (range: DeviceRange | undefined) =>
  range ? `${range.lo} to ${range.hi}, resolution ${range.resolution}` : "";

const ownText = (value: OwnValue | undefined): string => {
  if (value === undefined || typeof value === "string") return value ?? "";
  return "name" in value ? value.name : value.join(", ");
};

/** What is written at a place; "" for nothing. */
export function writtenAt(draft: Draft, place: DraftPlace): string {
  const { measured } = draft;
  switch (place.of) {
    case "head":
      return draft.head[place.name] ?? "";
    case "standards":
      return draft.standards.map(({ role, calibratorId }) => `${role} ${calibratorId}`).join(", ");
    case "own":
      return ownText(draft.ownFields?.[place.key]);
    case "attachments":
      return (draft.attachments ?? [])
        .map(({ id, caption }) => `${id} ${caption ?? ""}`)
        .join(", ");
    case "range":
      return rangeText(draft.ranges?.[place.key]);
    case "reading":
      return measured[place.dataset][place.line]?.[place.side][place.at] ?? "";
    case "adjusted":
    case "bothSides":
      return measured[place.of].includes(place.key) ? "yes" : "";
    case "notMeasured":
      return measured.notMeasured[place.key] ?? "";
    case "check":
      return measured.checks[place.key]?.[place.part] ?? "";
    case "environment":
      return measured.environment[place.at]?.[place.end] ?? "";
    case "acclimatised":
      return measured.acclimatised;
  }
}

/** What was measured, with one place as it is in another. */
function measuredWith(into: Measured, from: Measured, place: DraftPlace): Measured {
  switch (place.of) {
    case "reading": {
      const { dataset, line, side, at } = place;
      const typed = from[dataset][line] ?? noReadings;
      const source = sourceOf(importedOn(typed, side).includes(at));
      return withReading(into, place, typed[side][at] ?? "", source);
    }
    case "adjusted":
      return withAdjusted(into, place.key, from.adjusted.includes(place.key));
    case "bothSides":
      return withBothSides(into, place.key, from.bothSides.includes(place.key));
    case "notMeasured":
      return withNotMeasured(into, place.key, from.notMeasured[place.key] ?? null);
    case "check": {
      const check = from.checks[place.key] ?? noAnswer;
      if (place.part === "answer") return withCheck(into, place.key, { answer: check.answer });
      if (place.part === "remark") return withCheck(into, place.key, { remark: check.remark });
      return withCheck(into, place.key, { value: check.value }, sourceOf(check.imported));
    }
    case "environment": {
      const typed = from.environment[place.at] ?? { first: "", last: "" };
      const source = sourceOf(isImportedEnd(typed, place.end));
      return withEnvironment(into, place.at, place.end, typed[place.end], source);
    }
    case "acclimatised":
      return { ...into, acclimatised: from.acclimatised };
    default:
      return into;
  }
}

/** A draft with one place as it is in another. */
function withPlace<D extends Draft>(into: D, from: D, place: DraftPlace): D {
  if (place.of === "head") {
    const { [place.name]: value = "" } = from.head;
    return { ...into, head: { ...into.head, [place.name]: value } };
  }
  if (place.of === "standards") return { ...into, standards: from.standards };
  if (place.of === "attachments") return { ...into, attachments: from.attachments ?? [] };
  if (place.of === "own") {
    const { [place.key]: value = "" } = from.ownFields ?? {};
    return { ...into, ownFields: { ...into.ownFields, [place.key]: value } };
  }
  if (place.of === "range") {
    const { [place.key]: _, ...others } = into.ranges ?? {};
    const range = from.ranges?.[place.key];
    return { ...into, ranges: range ? { ...others, [place.key]: range } : others };
  }
  return { ...into, measured: measuredWith(into.measured, from.measured, place) };
}

function* placesIn({ head, ranges = {}, ownFields = {}, measured }: Draft): Generator<DraftPlace> {
  for (const dataset of datasets)
    for (const [line, typed] of Object.entries(measured[dataset]))
      for (const side of sides)
        for (const at of typed[side].keys()) yield { of: "reading", dataset, line, side, at };
  for (const of of ["adjusted", "bothSides"] as const)
    for (const key of measured[of]) yield { of, key };
  for (const key of Object.keys(measured.notMeasured)) yield { of: "notMeasured", key };
  for (const key of Object.keys(measured.checks))
    for (const part of ["answer", "value", "remark"] as const) yield { of: "check", key, part };
  for (const at of measured.environment.keys())
    for (const end of ends) yield { of: "environment", at, end };
  yield { of: "acclimatised" };
  yield { of: "standards" };
  yield { of: "attachments" };
  for (const key of Object.keys(ownFields)) yield { of: "own", key };
  for (const key of Object.keys(ranges)) yield { of: "range", key };
  for (const name of Object.keys(head)) yield { of: "head", name };
}

export type Whose = "mine" | "theirs";
/** A place at which two drafts differ, and who has changed it since both were one: it is asked for where both have. */
export type Difference = {
  key: string;
  place: DraftPlace;
  mine: string;
  theirs: string;
  changedBy: Whose | "both";
};

/** Every place at which two drafts differ, in the order of the record. @param base what both began with */
export function differencesOf<D extends Draft>(base: D, mine: D, theirs: D): Difference[] {
  const places = new Map<string, DraftPlace>();
  for (const draft of [base, theirs, mine])
    for (const place of placesIn(draft)) places.set(placeKey(place), place);
  return [...places].flatMap(([key, place]): Difference[] => {
    const [was, my, their] = [base, mine, theirs].map((draft) => writtenAt(draft, place));
    if (my === their || my === undefined || their === undefined) return [];
    const changedBy = my === was ? "theirs" : their === was ? "mine" : "both";
    return [{ key, place, mine: my, theirs: their, changedBy }];
  });
}

/** One draft out of two: theirs, with mine at the places that were chosen so. */
export function merged<D extends Draft>(
  { mine, theirs }: Readonly<Record<Whose, D>>,
  differences: readonly Difference[],
  chosen: Readonly<Record<string, Whose>>,
): D {
  return differences
    .filter(({ key }) => chosen[key] === "mine")
    .reduce((into, { place }) => withPlace(into, mine, place), theirs);
}

/** What is chosen before anybody is asked: what one side alone has changed is taken from it. */
export const choicesAtFirst = (differences: readonly Difference[]): Record<string, Whose> =>
  Object.fromEntries(
    differences.flatMap(({ key, changedBy }) => (changedBy === "both" ? [] : [[key, changedBy]])),
  );
