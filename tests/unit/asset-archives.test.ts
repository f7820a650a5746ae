import fc from "fast-check";
import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { listOf, openEntry, readArchive } from "#app/routes/imports/archive.ts";
import { codesNamed, mayBeCodes, wordOfFile } from "#worker/domain/imports/asset-file-names.ts";

const MOST = 100;
const packed = (files: Record<string, string | Uint8Array>) =>
  new Blob([
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([path, text]) => [
          path,
          typeof text === "string" ? strToU8(text) : text,
        ]),
      ),
    ) as Uint8Array<ArrayBuffer>,
  ]);
/** An archive with some bytes of it changed. */
const changed = async (file: Blob, change: (view: DataView) => void) => {
  const buffer = await file.arrayBuffer();
  change(new DataView(buffer));
  return new Blob([buffer]);
};
/** Where in an archive its directory begins. */
const directoryOf = (view: DataView) => view.getUint32(view.byteLength - 22 + 16, true);

describe("an archive", () => {
  test("gives its files as they are, without folders, ways upwards and what systems put beside them", async () => {
    const file = packed({
      "INF-12/INF-12_manual.pdf": "%PDF-1",
      "../../etc/passwd": "x",
      "/MRI-0007 calibration.pdf": "%PDF-2",
      "__MACOSX/INF-12/._INF-12_manual.pdf": "y",
      "INF-12/.DS_Store": "z",
      "folder/": "",
    });
    const { entries, skipped } = await readArchive(file, MOST);
    expect(entries.map(({ path }) => path)).toEqual([
      "INF-12/INF-12_manual.pdf",
      "etc/passwd",
      "MRI-0007 calibration.pdf",
    ]);
    expect(skipped).toBe(3);
    expect(await (await openEntry(file, entries[0]!))?.text()).toBe("%PDF-1");
    expect(listOf(entries).split("\r\n")[1]).toBe('"INF-12/INF-12_manual.pdf","","","6"');
  });

  test("gives every content back, packed or not", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 1, maxLength: 5000 }),
        fc.constantFrom(0, 6),
        async (content, level) => {
          const zip = zipSync({ "a/A-1.pdf": [content, { level: level as 0 | 6 }] });
          const file = new Blob([zip as Uint8Array<ArrayBuffer>]);
          const { entries } = await readArchive(file, MOST);
          const out = await openEntry(file, entries[0]!);
          expect(new Uint8Array(await out!.arrayBuffer())).toEqual(new Uint8Array(content));
        },
      ),
      { seed: 7, numRuns: 40 },
    );
  });

  test("of too many files, with a password, or that is none is refused in words", async () => {
    const many = packed(
      Object.fromEntries(Array.from({ length: 120 }, (_, n) => [`A-${n}.pdf`, "x"])),
    );
    await expect(readArchive(many, MOST)).rejects.toThrow(
      "The archive has more than 100 files. Split it, and bring in each part.",
    );
    const locked = await changed(packed({ "A-1.pdf": "x" }), (view) =>
      view.setUint16(directoryOf(view) + 8, 1, true),
    );
    await expect(readArchive(locked, MOST)).rejects.toThrow("locked with a password");
    await expect(readArchive(new Blob(["no archive"]), MOST)).rejects.toThrow("not a ZIP archive");
    await expect(readArchive(packed({ "folder/": "" }), MOST)).rejects.toThrow("no files");
  });

  test("that holds more than its directory says gives nothing more, and a broken one gives nothing", async () => {
    const bomb = packed({ "A-1.pdf": new Uint8Array(3_000_000) });
    const lying = await changed(bomb, (view) => view.setUint32(directoryOf(view) + 24, 1000, true));
    const [small] = (await readArchive(lying, MOST)).entries;
    expect([small!.size, await openEntry(lying, small!)]).toEqual([1000, null]);
    const huge = await changed(bomb, (view) =>
      view.setUint32(directoryOf(view) + 24, 26 * 1024 * 1024, true),
    );
    expect(await openEntry(huge, (await readArchive(huge, MOST)).entries[0]!)).toBe(null);
    const torn = await changed(bomb, (view) => view.setUint8(60, 0xff));
    expect(await openEntry(torn, (await readArchive(torn, MOST)).entries[0]!)).toBe(null);
  });

  test("never hangs and never gives more than it may, whatever its bytes are", async () => {
    const whole = new Uint8Array(await packed({ "A-1.pdf": "hello hello hello" }).arrayBuffer());
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: whole.length - 1 }), fc.nat({ max: 255 }), async (at, to) => {
        const bytes = whole.slice();
        bytes[at] = to;
        const file = new Blob([bytes]);
        const archive = await readArchive(file, MOST).catch(() => null);
        for (const entry of archive?.entries ?? []) {
          const out = await openEntry(file, entry);
          if (out) expect(out.size).toBe(entry.size);
        }
      }),
      { seed: 7, numRuns: 200 },
    );
  });
});

describe("the name of a file", () => {
  const codes = ["MRI-0007", "INF-12", "INF-1", "US 3", "X.1/2", "A1"];
  const there = (code: string) => codes.find((one) => one.toLowerCase() === code.toLowerCase());

  test.each([
    ["MRI-0007 calibration certificate 2025.pdf", ["MRI-0007"]],
    ["INF-12_manual.pdf", ["INF-12"]],
    ["inf-12-service-manual.PDF", ["INF-12"]],
    ["INF-12.pdf", ["INF-12"]],
    ["(US 3) probe.jpg", ["US 3"]],
    ["INF-12/manual.pdf", ["INF-12"]],
    ["INF-12/old/MRI-0007.pdf", ["MRI-0007"]],
    ["INF-12 and MRI-0007.pdf", ["INF-12", "MRI-0007"]],
    ["certificate 2025.pdf", []],
    ["", []],
  ])("%j is of %j", (path, found) => {
    expect(codesNamed(path, there)).toEqual(found);
  });

  test.each([
    ["MRI-0007 calibration certificate 2025.pdf", "document"],
    ["INF-12_manual.pdf", "manual"],
    ["INF-12 IFU rev 3.pdf", "manual"],
    ["AERB licence/XR-1.pdf", "licence"],
    ["XR-1 invoice 2021.pdf", "invoice"],
    ["XR-1.jpg", "photo"],
    ["XR-1 photo.pdf", "other"],
    ["XR-1.docx", "other"],
  ])("%j tells %j", (path, word) => {
    expect(wordOfFile(path)).toBe(word);
  });

  test("that begins with a code, or lies in a folder of one, is of that asset, and costs little however long it is", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("MRI-0007", "INF-12"),
        fc.constantFrom(" ", "_", "/", "-", "("),
        fc.stringMatching(/^[a-z ]{0,60}$/),
        (code, mark, rest) => {
          expect(codesNamed(`${code}${mark}${rest}.pdf`, there)).toEqual([code]);
        },
      ),
      { seed: 7, numRuns: 200 },
    );
    const parts = mayBeCodes("1 ".repeat(100_000));
    expect(parts.flat().length).toBeLessThan(100);
  });
});
