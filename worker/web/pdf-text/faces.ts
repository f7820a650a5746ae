import { openTypeFile, subsetOf, type Tables, tablesOf } from "../../files/open-type.ts";
import { type Letter, openFont, shape } from "./harfbuzz.ts";

/** Where the build serves each file. A sign that several scripts hold is written by the first. */
const addresses = {
  ...import.meta.glob<string>(
    [
      "/node_modules/@fontsource/noto-sans-devanagari/files/*-devanagari-{400,700}-normal.woff",
      "/node_modules/@fontsource/noto-sans/files/*-sans-latin-{400,700}-normal.woff",
      "/node_modules/@fontsource/noto-sans/files/*-latin-ext-{400,700}-normal.woff",
      "/node_modules/@fontsource/noto-sans/files/*-vietnamese-{400,700}-normal.woff",
      "/node_modules/@fontsource/noto-sans/files/*-greek-{400,700}-normal.woff",
      "/node_modules/@fontsource/noto-sans/files/*-cyrillic-{400,700}-normal.woff",
      "/node_modules/@fontsource/noto-sans/files/*-cyrillic-ext-{400,700}-normal.woff",
    ],
    { query: "?url", import: "default", eager: true },
  ),
  ...import.meta.glob<string>(
    [
      "/node_modules/@fontsource/noto-sans-arabic/files/*-arabic-{400,700}-normal.woff",
      "/node_modules/@fontsource/noto-sans-bengali/files/*-bengali-{400,700}-normal.woff",
      "/node_modules/@fontsource/noto-sans-gujarati/files/*-gujarati-{400,700}-normal.woff",
      "/node_modules/@fontsource/noto-sans-gurmukhi/files/*-gurmukhi-{400,700}-normal.woff",
      "/node_modules/@fontsource/noto-sans-hebrew/files/*-hebrew-{400,700}-normal.woff",
      "/node_modules/@fontsource/noto-sans-kannada/files/*-kannada-{400,700}-normal.woff",
      "/node_modules/@fontsource/noto-sans-malayalam/files/*-malayalam-{400,700}-normal.woff",
      "/node_modules/@fontsource/noto-sans-oriya/files/*-oriya-{400,700}-normal.woff",
      "/node_modules/@fontsource/noto-sans-sinhala/files/*-sinhala-{400,700}-normal.woff",
      "/node_modules/@fontsource/noto-sans-tamil/files/*-tamil-{400,700}-normal.woff",
      "/node_modules/@fontsource/noto-sans-telugu/files/*-telugu-{400,700}-normal.woff",
      "/node_modules/@fontsource/noto-sans-thai/files/*-thai-{400,700}-normal.woff",
    ],
    { query: "?url", import: "default", eager: true },
  ),
};
/** The letters that each part of a package holds, as the unicode-range of CSS. */
const ranges = import.meta.glob<Record<string, string>>(
  "/node_modules/@fontsource/noto-sans*/unicode.json",
  { import: "default", eager: true },
);

/** A part of Noto Sans in its two weights; `files` are addresses. */
export type Script = {
  name: string;
  covers: (text: string) => boolean;
  files: Record<Weight, string>;
};
export type Weight = "plain" | "bold";

const scripts = Object.keys(addresses).flatMap((path): Script[] => {
  const [, folder, family, name] =
    /^(.*\/(noto-sans[a-z-]*))\/files\/\2-([a-z-]+)-400-normal\.woff$/.exec(path) ?? [];
  if (!folder) return [];
  const letters = ranges[`${folder}/unicode.json`]![name!]!.replace(
    /U\+(\w+)(?:-(\w+))?,?/g,
    (_, first, last = first) => `\\u{${first}}-\\u{${last}}`,
  );
  const pattern = new RegExp(`^[${letters}]+$`, "u");
  return [
    {
      name: name!,
      covers: (text) => pattern.test(text),
      files: {
        plain: addresses[path]!,
        bold: addresses[`${folder}/files/${family}-${name}-700-normal.woff`]!,
      },
    },
  ];
});
/** Its glyph of a letter that no face holds is a box. */
export const boxes = scripts.find(({ name }) => name === "latin")!;

/** What the standard faces of PDF hold (WinAnsiEncoding). */
const STANDARD = /^[ -~\u00a0-ÿ€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ\p{Default_Ignorable_Code_Point}]*$/u;
export const isStandard = (text: string) => STANDARD.test(text);

/** A text with line ends and spaces of one kind, and without what chooses among looks of a letter. */
export const plainText = (text: string) =>
  text
    .normalize("NFC")
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(/[\ufe00-\ufe0f]/g, "")
    .replace(/[^\S\n\u00a0]|[^\P{Cc}\n]|\p{Cs}/gu, " ");

/** Signs that no face holds, each of others that stand on each other: by how much they are raised, in units of the face. */
const composedSigns: Readonly<Record<string, readonly (readonly [sign: string, up: number])[]>> = {
  "≤": [
    ["<", 70],
    ["−", -310],
  ],
  "≥": [
    [">", 70],
    ["−", -310],
  ],
  "≠": [
    ["=", 0],
    ["/", 0],
  ],
  "≈": [
    ["~", 110],
    ["~", -110],
  ],
};
export const isComposed = (sign: string) => Object.hasOwn(composedSigns, sign);
const COMPOSED = /([≤≥≠≈])/;

/** A sign with its marks: Unicode bounds them at 30, more are written in portions. */
const PORTION = /.[\p{M}\u200c\u200d]{0,31}/gsu;

/** A text in portions that one face writes, each a sign with the marks behind it. */
export const portionsOf = (text: string): string[] => text.match(PORTION) ?? [];

/**
 * The script that holds a letter with its marks, else the letter alone; null when none does.
 * @param before the script of the letter in front, which goes on where it can
 */
export function scriptOf(
  letter: string,
  among: readonly Script[],
  before: Script | null = null,
): Script | null {
  const holding = (text: string) =>
    before?.covers(text) ? before : among.find(({ covers }) => covers(text));
  return holding(letter) ?? holding(String.fromCodePoint(letter.codePointAt(0)!)) ?? null;
}

/** A face of Noto Sans. */
export class NotoFace {
  readonly #tables: Tables;
  readonly #font: number;
  /** Thousandths of the size in a unit of the face. */
  readonly scale: number;

  /** @param file WOFF 1.0 */
  constructor(
    readonly name: string,
    file: Uint8Array,
  ) {
    this.#tables = tablesOf(file);
    this.#font = openFont(openTypeFile(this.#tables));
    this.scale = 1000 / this.#field("head", 18);
  }

  #field(table: string, at: number): number {
    const bytes = this.#tables.get(table)!;
    return new DataView(bytes.buffer, bytes.byteOffset).getInt16(at);
  }

  /** Measures in thousandths of the size. */
  get ascent() {
    return this.#field("hhea", 4) * this.scale;
  }
  get descent() {
    return this.#field("hhea", 6) * this.scale;
  }
  get box() {
    return [36, 38, 40, 42].map((at) => this.#field("head", at) * this.scale);
  }

  /** The letters of a text of this face's script, from left to right, in units of the face. */
  letters(text: string, isRightToLeft: boolean): Letter[] {
    const parts = text.split(COMPOSED).filter((part) => part !== "");
    return (isRightToLeft ? parts.reverse() : parts).flatMap((part) =>
      isComposed(part)
        ? [this.#composed(part, isRightToLeft)]
        : shape(this.#font, part, isRightToLeft),
    );
  }

  #composed(text: string, isRightToLeft: boolean): Letter {
    const stacked = composedSigns[text]!.map(([sign, up]) => ({
      up,
      letter: shape(this.#font, sign, isRightToLeft)[0]!,
    }));
    const advance = stacked[0]!.letter.advance;
    const parts = stacked.flatMap(({ letter, up }) =>
      letter.parts.map(({ id, x, y }) => ({
        ...{ id, y: y + up },
        x: x + Math.round((advance - letter.advance) / 2),
      })),
    );
    return { text, advance, parts };
  }

  subset(letters: Letter[]) {
    return subsetOf(this.#tables, letters);
  }
}

/** The files that were fetched, and the faces that were opened of them: 10 MB if it were all. */
const files = new Map<string, Uint8Array>();
const opened = new Map<string, NotoFace>();

/**
 * Fetches the files of the letters that texts are put together of.
 * @param embedsAll also those of letters that the standard faces hold
 * @returns their scripts
 */
export async function fetchFaces(
  assets: Fetcher,
  texts: string,
  embedsAll = false,
): Promise<readonly Script[]> {
  if (!embedsAll && isStandard(texts)) return [];
  // Of ASCII only a letter that marks may follow: the rest is in the first face, and most of a long text.
  const plain = plainText(texts.replace(/[ -~]+(?=[ -~])/g, ""));
  const letters = new Set([...portionsOf(plain), ...plain, ...plain.normalize("NFKC")]);
  const needed = new Set<Script | null>([boxes]);
  for (const letter of letters)
    if (embedsAll || !isStandard(letter)) needed.add(scriptOf(letter, scripts));
  const chosen = scripts.filter((script) => needed.has(script));
  const missing = chosen
    .flatMap((script) => Object.values(script.files))
    .filter((path) => !files.has(path));
  await Promise.all(
    missing.map(async (path) => {
      const answer = await assets.fetch(new URL(path, "https://assets.invalid"));
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
      files.set(path, new Uint8Array(await answer.arrayBuffer()));
    }),
  );
  return chosen;
}

/** The face of a script whose files were fetched. */
export function faceOf({ name, files: paths }: Script, weight: Weight): NotoFace {
  const path = paths[weight];
  const file = files.get(path);
  if (!file) throw new Error(`The face of ${name} was not fetched`);
  const face = opened.get(path) ?? new NotoFace(`NotoSans-${name}-${weight}`, file);
  opened.set(path, face);
  return face;
}
