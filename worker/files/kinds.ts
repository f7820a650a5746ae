/** What a file of a type declares, how it begins, and whether a browser shows it or keeps it as a download. */
type Kind = {
  mime: string;
  declared: RegExp;
  starts: (head: Uint8Array) => boolean;
  inline: boolean;
};

const ascii = (head: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...head.subarray(from, to));
const begins =
  (...bytes: number[]) =>
  (head: Uint8Array) =>
    bytes.every((byte, at) => head[at] === byte);
const isFtyp = (head: Uint8Array) => ascii(head, 4, 8) === "ftyp";
const isQuick = (head: Uint8Array) =>
  isFtyp(head) || ["moov", "mdat", "wide", "free", "skip"].includes(ascii(head, 4, 8));
const isAvi = (head: Uint8Array) => ascii(head, 0, 4) === "RIFF" && ascii(head, 8, 12) === "AVI ";
const isMatroska = begins(0x1a, 0x45, 0xdf, 0xa3);

const shown = (mime: string, declared: RegExp, starts: Kind["starts"]): Kind => ({
  mime,
  declared,
  starts,
  inline: true,
});
const kept = (...kind: Parameters<typeof shown>): Kind => ({ ...shown(...kind), inline: false });
const jpeg = shown("image/jpeg", /^image\/jpe?g$/, begins(0xff, 0xd8, 0xff));
const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/** The types of files that are stored, by their extensions. */
const kinds: Record<string, Kind> = {
  jpg: jpeg,
  jpeg,
  png: shown("image/png", /^image\/png$/, begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)),
  pdf: shown("application/pdf", /^application\/pdf$/, (head) => ascii(head, 0, 5) === "%PDF-"),
  doc: kept("application/msword", /msword/, begins(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)),
  docx: kept(WORD, /wordprocessingml|msword/, begins(0x50, 0x4b, 0x03, 0x04)),
  mp4: shown("video/mp4", /^video\/mp4$/, isFtyp),
  mov: shown("video/quicktime", /^video\/(quicktime|mp4)$/, isQuick),
  avi: shown("video/x-msvideo", /avi|msvideo/, isAvi),
  mkv: shown("video/x-matroska", /matroska|mkv/, isMatroska),
  webm: shown("video/webm", /^video\/webm$/, isMatroska),
  wmv: shown("video/x-ms-wmv", /wmv|asf/, begins(0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11)),
};

/** Those that a report may carry. */
export const reportKinds = Object.keys(kinds);

/** XML is text; it may begin with the mark of its encoding. */
const isXml = (head: Uint8Array) =>
  /^(?:\u00ef\u00bb\u00bf)?\s*<[?!A-Za-z]/.test(ascii(head, 0, 16));
const SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/** Text has no control characters but its breaks and tabs. */
const isText = (head: Uint8Array) =>
  head.length > 0 && head.every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d));
/** Types that only some forms take. */
const particular: Record<string, Kind> = {
  webp: shown(
    "image/webp",
    /^image\/webp$/,
    (head) => ascii(head, 0, 4) === "RIFF" && ascii(head, 8, 12) === "WEBP",
  ),
  xml: kept("application/xml", /^(?:application|text)\/xml$/, isXml),
  txt: kept("text/plain", /^text\/plain$/, isText),
  csv: kept("text/csv", /csv|^text\/plain$|ms-excel/, isText),
  xlsx: kept(SHEET, /spreadsheetml|ms-excel/, begins(0x50, 0x4b, 0x03, 0x04)),
};

const LONGEST_NAME = 255;
/** The name of a file for display and download: its last part, without invisible characters or ones that reverse the text. */
export function fileNameOf(name: string): string {
  const last = name.slice(-LONGEST_NAME).split(/[/\\]/).at(-1)!;
  return (
    last
      .replace(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu, "")
      .replace(/^[. ]+/, "") || "file"
  );
}

/** A browser that does not know a type declares nothing, or a stream of bytes. */
const undeclared = new Set(["", "application/octet-stream"]);

/** What a file is, when its name, declared type and first bytes agree; null otherwise. */
export function kindOf(
  name: string,
  declared: string,
  head: Uint8Array,
  allowed: readonly string[],
): Kind | null {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  const kind = allowed.includes(extension)
    ? (kinds[extension] ?? particular[extension])
    : undefined;
  const type = declared.split(";")[0]!.trim().toLowerCase();
  return kind?.starts(head) && (undeclared.has(type) || kind.declared.test(type)) ? kind : null;
}

const inlineMimes = new Set(
  Object.values({ ...kinds, ...particular }).flatMap((kind) => (kind.inline ? [kind.mime] : [])),
);
export const isInline = (mime: string) => inlineMimes.has(mime);
