import { fileNameOf } from "../../files/kinds.ts";

/** What a file of a device may be, with what people call it. */
export const fileWords = {
  document: "Certificate or document",
  manual: "Manual",
  licence: "Licence",
  invoice: "Invoice",
  photo: "Photo",
  other: "Other",
} as const;
export type FileWord = keyof typeof fileWords;

const told: readonly (readonly [RegExp, FileWord])[] = [
  [/manual|handbook|instructions?|\bifu\b|user ?guide|service ?guide|quick ?start/, "manual"],
  [/licen[cs]e|permit|\baerb\b|registration/, "licence"],
  [/invoice|\bbill\b|purchase order|\bpo\b|quotation|challan/, "invoice"],
  [/calibrat|certificate|\bcert\b|\bcal\b|test report|report|warranty|inspection/, "document"],
  [/photo|picture|\bimage\b|\bimg\b/, "photo"],
];
/** A path as words with one space between: the marks that names have instead become spaces. */
const spaced = (path: string) => path.toLowerCase().replace(/[^\p{L}\p{N}/]+/gu, " ");
const isPicture = (path: string) => /\.(jpe?g|png)$/i.test(path);

/** What a file is by the words of its name, else by those of its folders; "other" where none tells. A photo must be a picture. */
export function wordOfFile(path: string): FileWord {
  const parts = spaced(path).split("/").reverse();
  for (const part of parts)
    for (const [pattern, word] of told)
      if (pattern.test(part) && (word !== "photo" || isPicture(path))) return word;
  return isPicture(path) ? "photo" : "other";
}

const LONGEST_CODE = 40;
const LONGEST_PATH = 400;
const MOST_CODES = 24;
const hasDigit = (text: string) => /\d/.test(text);

/** The beginnings of a word that end before one of its own marks: "MRI-0007-cal" may begin with the code MRI-0007. */
function beginnings(word: string): string[] {
  const ends = [...word.matchAll(/[-.]/g)].map(({ index }) => index);
  return [word, ...ends.reverse().map((end) => word.slice(0, end))];
}

/** What may be an asset's code in a part of a path, the longest first: up to three words one after the other, and how each begins. */
function codesIn(part: string): string[] {
  const words = part.split(/[\s_(),;[\]{}+&=#]+/).filter(Boolean);
  const codes = words.flatMap((word, at) => [
    ...[3, 2].flatMap((count) =>
      at + count <= words.length ? [words.slice(at, at + count).join(" ")] : [],
    ),
    ...beginnings(word),
  ]);
  return codes.filter((code) => hasDigit(code) && code.length >= 2 && code.length <= LONGEST_CODE);
}

/** What may be the code of the asset that a file is of: those of its name, then those of its folders, the inner ones first. */
export function mayBeCodes(path: string): string[][] {
  const parts = path
    .slice(-LONGEST_PATH)
    .split(/[/\\]+/)
    .filter(Boolean);
  const name = (parts.pop() ?? "").replace(/\.[a-z0-9]{1,5}$/i, "");
  return [name, ...parts.reverse()]
    .map((part) => [...new Set(codesIn(part))].slice(0, MOST_CODES))
    .filter((codes) => codes.length > 0);
}

/**
 * The codes that a path names, of those that are there: of the innermost part that names any. A code that only begins another one
 * of the same part is not meant.
 * @param isThere the company's code as it is written, for one in whatever case
 */
export function codesNamed(path: string, isThere: (code: string) => string | undefined): string[] {
  for (const codes of mayBeCodes(path)) {
    const found = [...new Set(codes.flatMap((code) => isThere(code) ?? []))];
    const meant = found.filter(
      (code) =>
        !found.some(
          (other) => other !== code && other.toLowerCase().startsWith(code.toLowerCase()),
        ),
    );
    if (meant.length) return meant;
  }
  return [];
}

/** A file's own name, as it is kept. */
export const baseNameOf = (path: string) => fileNameOf(path);
