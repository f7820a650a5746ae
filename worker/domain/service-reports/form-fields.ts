import type { FieldErrors } from "#app/shared/refusal.ts";
import { takeUpload, type Upload } from "../../files/upload.ts";

const MOST_INDEX = 999;
const MOST_PARTS = 100;
export type PartFields = Record<string, string>;
export type ReportFields = {
  plain: Record<string, string>;
  parts: Map<number, PartFields>;
  media: Upload | null;
  errors: FieldErrors;
};

const BRACKETED = /^parts\[(\d{1,6})\]\[([A-Za-z_]{1,30})\]$/;

/**
 * Reads the specification's multipart names: plain fields, `parts[i][name]` with any indexes up to 999, and `media` with its
 * thumbnails, which it takes out of the form.
 * Names that are not known, come twice or are out of bounds are errors by their name; nothing is dropped silently.
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
  const wrong = (name: string, message: string) => {
    errors[name.slice(0, 60)] = [message];
  };
  for (const [name, value] of form.entries()) {
    if (name === "media") {
      wrong(name, "Media must be a file");
      continue;
    }
    if (typeof value !== "string") {
      wrong(name, `${name} must be text`);
      continue;
    }
    if (plainNames.includes(name)) {
      if (name in plain) wrong(name, `${name} was sent twice`);
      plain[name] = value;
      continue;
    }
    const match = BRACKETED.exec(name);
    const index = Number(match?.[1]);
    const key = match?.[2] ?? "";
    if (!match || index > MOST_INDEX || !partNames.includes(key)) {
      wrong(name, `${name.slice(0, 60)} is not a field of this form`);
      continue;
    }
    const row = parts.get(index) ?? (Object.create(null) as PartFields);
    if (key in row) wrong(name, `${name} was sent twice`);
    row[key] = value;
    parts.set(index, row);
  }
  if (parts.size > MOST_PARTS) wrong("parts", `A report can have at most ${MOST_PARTS} parts`);
  return { plain, parts, media, errors };
}

const yes = new Set(["1", "true", "on"]);
const no = new Set(["0", "false", "", undefined]);

/** A flag as text; null when it is neither yes nor no. */
export const flagOf = (value: string | undefined): boolean | null =>
  value !== undefined && yes.has(value) ? true : no.has(value) ? false : null;
