/** The twelve types a report may carry, with what their first bytes must be. */
type Kind = {
  mime: string;
  inline: boolean;
  declared: RegExp;
  starts: (head: Uint8Array) => boolean;
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
const isMatroska = begins(0x1a, 0x45, 0xdf, 0xa3);

export const kinds: Record<string, Kind> = {
  jpg: {
    mime: "image/jpeg",
    inline: true,
    declared: /^image\/jpe?g$/,
    starts: begins(0xff, 0xd8, 0xff),
  },
  jpeg: {
    mime: "image/jpeg",
    inline: true,
    declared: /^image\/jpe?g$/,
    starts: begins(0xff, 0xd8, 0xff),
  },
  png: {
    mime: "image/png",
    inline: true,
    declared: /^image\/png$/,
    starts: begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  },
  pdf: {
    mime: "application/pdf",
    inline: true,
    declared: /^application\/pdf$/,
    starts: (head) => ascii(head, 0, 5) === "%PDF-",
  },
  doc: {
    mime: "application/msword",
    inline: false,
    declared: /msword/,
    starts: begins(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1),
  },
  docx: {
    mime: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    inline: false,
    declared: /wordprocessingml|msword/,
    starts: begins(0x50, 0x4b, 0x03, 0x04),
  },
  mp4: { mime: "video/mp4", inline: true, declared: /^video\/mp4$/, starts: isFtyp },
  mov: {
    mime: "video/quicktime",
    inline: true,
    declared: /^video\/(quicktime|mp4)$/,
    starts: isQuick,
  },
  avi: {
    mime: "video/x-msvideo",
    inline: true,
    declared: /avi|msvideo/,
    starts: (head) => ascii(head, 0, 4) === "RIFF" && ascii(head, 8, 12) === "AVI ",
  },
  mkv: { mime: "video/x-matroska", inline: true, declared: /matroska|mkv/, starts: isMatroska },
  webm: { mime: "video/webm", inline: true, declared: /^video\/webm$/, starts: isMatroska },
  wmv: {
    mime: "video/x-ms-wmv",
    inline: true,
    declared: /wmv|asf/,
    starts: begins(0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11),
  },
};

const LONGEST_NAME = 255;
/** The name of a file as it is shown and downloaded: its last part, without letters that do not show or turn others round. */
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
  const kind = allowed.includes(extension) ? kinds[extension] : undefined;
  const type = declared.split(";")[0]!.trim().toLowerCase();
  return kind?.starts(head) && (undeclared.has(type) || kind.declared.test(type)) ? kind : null;
}

const inlineMimes = new Set(
  Object.values(kinds).flatMap((kind) => (kind.inline ? [kind.mime] : [])),
);
export const isInline = (mime: string) => inlineMimes.has(mime);
