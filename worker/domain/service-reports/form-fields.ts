import type { FieldErrors } from "#app/shared/refusal.ts";
import { fileField, MAX_FILES, MAX_PARTS } from "#app/shared/report-rules.ts";
import { takeUpload, type Upload } from "../../files/upload.ts";

const MOST_INDEX = 999;
const PART_FIELD = /^parts\[(\d{1,6})\]\[([A-Za-z_]{1,30})\]$/;

export type PartFields = Record<string, string>;
export type ReportFields = {
  plain: Record<string, string>;
  /** Part lines by the index they were posted under, in the order in which they came. */
  parts: Map<number, PartFields>;
  media: Upload | null;
  /** More files, in the order of their numbers. */
  files: Upload[];
  errors: FieldErrors;
};

/**
 * Reads the specification's multipart names: plain fields, `parts[i][name]` with any indexes up to
 * 999, and `media` and `files[i]` with their thumbnails, which it takes out of the form. Names that are not known,
 * come twice or are out of bounds are errors by their name; nothing is dropped silently.
 */
export function readFields(
  form: FormData,
  plainNames: readonly string[],
  partNames: readonly string[],
): ReportFields {
  const plain: Record<string, string> = Object.create(null);
  const parts = new Map<number, PartFields>();
  const errors: FieldErrors = Object.create(null);
  const media = takeUpload(form, "media");
  const files = Array.from({ length: MAX_FILES }, (_, at) =>
    takeUpload(form, fileField(at)),
  ).filter((file) => file !== null);
  const wrong = (name: string, message: string) => {
    errors[name.slice(0, 60)] = [message];
  };
  /** Where a field belongs: an object and its key there; null for a name that is not known. */
  const placeOf = (name: string): [fields: PartFields, key: string] | null => {
    if (plainNames.includes(name)) return [plain, name];
    const [, digits, key = ""] = PART_FIELD.exec(name) ?? [];
    const index = Number(digits);
    if (!(index <= MOST_INDEX) || !partNames.includes(key)) return null;
    const row = parts.get(index) ?? (Object.create(null) as PartFields);
    parts.set(index, row);
    return [row, key];
  };
  for (const [name, value] of form) {
    if (name === "media") {
      wrong(name, "Media must be a file");
      continue;
    }
    const place = typeof value === "string" ? placeOf(name) : null;
    if (typeof value !== "string") wrong(name, `${name} must be text`);
    else if (!place) wrong(name, `${name.slice(0, 60)} is not a field of this form`);
    else {
      const [fields, key] = place;
      if (key in fields) wrong(name, `${name} was sent twice`);
      fields[key] = value;
    }
  }
  if (parts.size > MAX_PARTS) wrong("parts", `A report can have at most ${MAX_PARTS} parts`);
  return { plain, parts, media, files, errors };
}

const yes = new Set(["1", "true", "on"]);
const no = new Set(["0", "false", "", undefined]);

/** A flag as text; null when it is neither yes nor no. */
export const flagOf = (value: string | undefined): boolean | null =>
  value !== undefined && yes.has(value) ? true : no.has(value) ? false : null;
