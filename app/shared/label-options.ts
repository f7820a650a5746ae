import type { LabelWords } from "./label-drawing.ts";
import {
  cellsOf,
  isPreset,
  MOST_COPIES,
  MOST_OFFSET,
  type PresetKey,
  presetOf,
} from "./label-sheet.ts";

/** What may stand on a label besides the QR code, in the order in which it is offered. */
const labelContents = {
  code: "Code",
  name: "Name",
  serial: "Serial no",
  place: "Location",
  bin: "Rack and bin",
  nextPm: "Next PM",
  nextCal: "Next calibration",
  company: "Company",
  logo: "Logo",
} as const;
type LabelContent = keyof typeof labelContents;
export const contentKeys = Object.keys(labelContents) as LabelContent[];
const first: LabelContent[] = ["code", "name", "serial", "place", "bin"];
/** What the labels of a kind of thing can say, and how it is called there. */
export type LabelKind = Partial<Record<LabelContent, string>>;
const { bin: _, ...ofAssets } = labelContents;
export const assetLabel: LabelKind = ofAssets;
export const stockLabel: LabelKind = {
  code: "Part no",
  name: "Item",
  place: "Store",
  bin: "Rack and bin",
  company: "Company",
  logo: "Logo",
};

export const machineLabel: LabelKind = {
  code: "Machine no",
  name: "Name",
  serial: "Serial no or tag",
  place: "Consumer",
  nextCal: "Next calibration",
  company: "Company",
  logo: "Logo",
};

export type Offset = { x: number; y: number };
export type LabelOptions = {
  preset: PresetKey;
  start: number;
  copies: number;
  offset: Offset;
  show: LabelContent[];
};
/** What a company has set for all, and whether it ever has. */
export type SavedLabels = { preset: PresetKey; offset: Offset; isChosen: boolean };

const whole = (text: string | null, most: number) =>
  Math.min(most, Math.max(1, Math.floor(Number(text)) || 1));
/** To a tenth of a millimetre. */
const measure = (value: unknown, otherwise: number) => {
  const number = value === null || value === "" ? Number.NaN : Number(value);
  return Number.isFinite(number)
    ? Math.round(Math.min(MOST_OFFSET, Math.max(-MOST_OFFSET, number)) * 10) / 10
    : otherwise;
};

/** A company's own settings; what they do not say is the default. */
export function savedLabels(settings: Record<string, unknown>): SavedLabels {
  const { label_preset: preset, label_offset: offset } = settings as {
    label_preset?: unknown;
    label_offset?: Partial<Offset>;
  };
  return {
    preset: isPreset(preset) ? preset : "a4-24",
    offset: { x: measure(offset?.x ?? null, 0), y: measure(offset?.y ?? null, 0) },
    isChosen: preset !== undefined,
  };
}

/** What an address asks for; anything it does not say, or says wrong, is as the company has set it. */
export function labelOptions(params: URLSearchParams, saved: SavedLabels): LabelOptions {
  const asked = params.get("preset");
  const preset = isPreset(asked) ? asked : saved.preset;
  const show = contentKeys.filter((key) =>
    asked === null ? first.includes(key) : params.getAll("show").includes(key),
  );
  return {
    preset,
    start: whole(params.get("start"), cellsOf(presetOf(preset))),
    copies: whole(params.get("copies"), MOST_COPIES),
    offset: {
      x: measure(params.get("x"), saved.offset.x),
      y: measure(params.get("y"), saved.offset.y),
    },
    show,
  };
}

/** The texts of one label, as they are printed. */
export type LabelTexts = Partial<Record<Exclude<LabelContent, "company" | "logo">, string | null>>;

/** A label's words, of which those are left out that were not chosen or are not known. */
export function labelWords(
  texts: LabelTexts,
  show: readonly LabelContent[],
  company: string,
  hasLogo: boolean,
): LabelWords {
  const on = (key: LabelContent) => show.includes(key);
  const text = (key: keyof LabelTexts, before = "") =>
    on(key) && texts[key] ? [before + texts[key]] : [];
  return {
    code: text("code")[0],
    name: text("name")[0],
    company: on("company") ? company : undefined,
    logo: on("logo") && hasLogo,
    lines: [
      ...text("serial", "SN "),
      ...text("place"),
      ...text("bin"),
      ...text("nextPm", "PM "),
      ...text("nextCal", "Cal "),
    ],
  };
}
