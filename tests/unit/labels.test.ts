import { PDFDocument, StandardFonts } from "@cantoo/pdf-lib";
import fc from "fast-check";
import jsQR from "jsqr";
import { describe, expect, test } from "vitest";
import { drawLabel, type LabelWords } from "#app/shared/label-drawing.ts";
import { labelOptions, labelWords, savedLabels } from "#app/shared/label-options.ts";
import { packModules, QUIET, qrPath, runsOf } from "#app/shared/label-qr.ts";
import {
  calibrationOf,
  cellAt,
  cellsOf,
  labelPresets,
  placeLabels,
  presetKeys,
  presetOf,
} from "#app/shared/label-sheet.ts";
import { cutTo, fitted, textWidth } from "#app/shared/label-text.ts";
import { qrOf } from "#worker/domain/labels/qr.ts";

const anyPreset = fc.constantFrom(...presetKeys);
const CLOSE = 1e-6;

describe("sheets", () => {
  test("have the cells that their names say", () => {
    expect(presetKeys.map((key) => [key, cellsOf(presetOf(key))])).toEqual([
      ["a4-24", 24],
      ["a4-40", 40],
      ["a4-48", 48],
      ["roll-50x25", 1],
      ["roll-38x25", 1],
      ["roll-25x25", 1],
    ]);
    expect(cellAt(labelPresets["a4-24"], 4)).toEqual({ x: 70, y: 37.5 });
    expect(cellAt(labelPresets["a4-40"], 39)).toEqual({ x: 157.5, y: expect.closeTo(267.3, 6) });
  });

  test.each(presetKeys)("%s: no cell leaves its page or lies on another", (key) => {
    const preset = presetOf(key);
    const cells = Array.from({ length: cellsOf(preset) }, (_, at) => cellAt(preset, at));
    for (const [nth, { x, y }] of cells.entries()) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(-CLOSE);
      expect(x + preset.cell.width).toBeLessThanOrEqual(preset.page.width + CLOSE);
      expect(y + preset.cell.height).toBeLessThanOrEqual(preset.page.height + CLOSE);
      for (const other of cells.slice(nth + 1)) {
        const apart =
          Math.abs(other.x - x) >= preset.cell.width - CLOSE ||
          Math.abs(other.y - y) >= preset.cell.height - CLOSE;
        expect(apart).toBe(true);
      }
    }
  });

  test("print every thing as often as asked, in its order, from the cell that was asked for", () => {
    fc.assert(
      fc.property(
        anyPreset,
        fc.nat(60),
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: -5, max: 60 }),
        (key, count, copies, start) => {
          const preset = presetOf(key);
          const cells = cellsOf(preset);
          const things = Array.from({ length: count }, (_, at) => at);
          const pages = placeLabels(preset, things, { copies, start });
          const placed = pages.flat();
          expect(placed.map(({ thing }) => thing)).toEqual(
            things.flatMap((thing) => Array.from({ length: copies }, () => thing)),
          );
          const first = Math.min(cells, Math.max(1, start)) - 1;
          const expected = placed.map((_, nth) => cellAt(preset, (first + nth) % cells));
          expect(placed.map(({ x, y }) => ({ x, y }))).toEqual(expected);
          expect(pages.length).toBe(count === 0 ? 0 : Math.ceil((first + count * copies) / cells));
          for (const page of pages)
            expect(new Set(page.map(({ x, y }) => `${x} ${y}`)).size).toBe(page.length);
        },
      ),
    );
  });

  test.each(presetKeys)("%s: its calibration page stays on the page", (key) => {
    const preset = presetOf(key);
    const { lines } = calibrationOf(preset);
    expect(lines.length).toBeGreaterThanOrEqual(4 * cellsOf(preset));
    for (const { x1, x2, y1, y2 } of lines) {
      expect(Math.min(x1, x2, y1, y2)).toBeGreaterThanOrEqual(-CLOSE);
      expect(Math.max(x1, x2)).toBeLessThanOrEqual(preset.page.width + CLOSE);
      expect(Math.max(y1, y2)).toBeLessThanOrEqual(preset.page.height + CLOSE);
    }
  });
});

const words: fc.Arbitrary<LabelWords> = fc.record({
  code: fc.option(fc.string({ minLength: 1, maxLength: 40 }), { nil: undefined }),
  name: fc.option(fc.string({ minLength: 1, maxLength: 150, unit: "grapheme" }), {
    nil: undefined,
  }),
  company: fc.option(fc.string({ minLength: 1, maxLength: 150 }), { nil: undefined }),
  logo: fc.boolean(),
  lines: fc.array(fc.string({ minLength: 1, maxLength: 100 }), { maxLength: 4 }),
});

describe("a label", () => {
  test("keeps everything inside its cell, the text off the code, and the code at 12 mm or more", () => {
    fc.assert(
      fc.property(anyPreset, words, fc.integer({ min: 1, max: 20 }), (key, said, version) => {
        const preset = presetOf(key);
        const { qr, logo, texts } = drawLabel(preset, said);
        const side = 17 + 4 * version;
        expect((qr.width * side) / (side + 2 * QUIET)).toBeGreaterThanOrEqual(12);
        const boxes = [
          qr,
          ...(logo ? [logo] : []),
          ...texts.map(({ x, y, size, bold, text }) => ({
            x,
            y: y - size * 0.75,
            width: textWidth(text, size, bold),
            height: size * 0.95,
          })),
        ];
        for (const { x, y, width, height } of boxes) {
          expect(x).toBeGreaterThanOrEqual(preset.inset - CLOSE);
          expect(y).toBeGreaterThanOrEqual(Math.min(preset.inset, qr.y) - CLOSE);
          expect(x + width).toBeLessThanOrEqual(preset.cell.width - preset.inset + CLOSE);
          expect(y + height).toBeLessThanOrEqual(
            preset.cell.height - Math.min(preset.inset, qr.y) + CLOSE,
          );
        }
        for (const box of boxes.slice(1))
          expect(
            preset.stacked ? box.y >= qr.y + qr.height - CLOSE : box.x >= qr.x + qr.width - CLOSE,
          ).toBe(true);
      }),
    );
  });

  test("always says its code, whatever else it says", () => {
    const lines = [
      "SN 12345678",
      "Intensive care unit, second floor",
      "PM 12 Jan 2027",
      "Cal 12 Jan 2027",
    ];
    const name =
      "Anaesthesia workstation with integrated gas monitoring and patient ventilation, floor standing, for theatres";
    for (const key of presetKeys) {
      const { texts } = drawLabel(presetOf(key), {
        code: "AST-00042",
        name,
        company: "City Hospital",
        logo: true,
        lines,
      });
      expect(
        texts.filter(({ bold }) => bold).map(({ text }) => text),
        key,
      ).toEqual(["AST-00042"]);
    }
  });

  test("sets a long name smaller on two lines, then cuts it", () => {
    const sizes = { largest: 3, smallest: 2 };
    expect(fitted("Infusion pump", 30, sizes)).toEqual({ size: 3, lines: ["Infusion pump"] });
    const middle = fitted("Anaesthesia workstation with monitor", 30, sizes);
    expect([middle.lines.length, middle.size < 3 || middle.lines.length === 2]).toEqual([2, true]);
    const long = fitted(
      "Anaesthesia workstation with integrated gas monitoring and patient ventilation, floor standing",
      30,
      sizes,
    );
    expect(long.size).toBeCloseTo(2);
    expect(long.lines.length).toBe(2);
    expect(long.lines[1]).toMatch(/\.\.\.$/);
    expect(cutTo("WWWWWWWW", 4, 2)).toMatch(/^W*\.\.\.$/);
  });

  test("is cut and broken between letters, never before a mark", () => {
    const letters = "क्षिநீஸ்ரீ".repeat(4);
    for (let width = 2; width < 20; width++) {
      const { lines } = fitted(letters, width, { largest: 2, smallest: 2 });
      for (const text of [cutTo(letters, width, 2), ...lines])
        expect(text).toMatch(/^(?:க்ஷ|क्षि|நீ|ஸ்|ரீ|ஸ்ரீ)*(?:\.\.\.)?$/);
    }
  });

  test("is measured as the PDF sets it", async () => {
    const doc = await PDFDocument.create();
    for (const [name, bold] of [
      [StandardFonts.Helvetica, false],
      [StandardFonts.HelveticaBold, true],
    ] as const) {
      const font = await doc.embedFont(name);
      for (let code = 32; code < 127; code++) {
        const sign = String.fromCharCode(code);
        expect(textWidth(sign, 10, bold), sign).toEqual(
          expect.closeTo(font.widthOfTextAtSize(sign, 10), 6),
        );
      }
    }
  });
});

/** Reads a QR code with another library, from the pixels of the path that is shown. */
function read(text: string): string | undefined {
  const qr = qrOf(text);
  const scale = 4;
  const side = (qr.side + 2 * QUIET) * scale;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y, length] of qrPath(qr).matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let py = Number(y) * scale; py < (Number(y) + 1) * scale; py++)
      for (let px = Number(x) * scale; px < (Number(x) + Number(length)) * scale; px++)
        pixels.fill(0, (py * side + px) * 4, (py * side + px) * 4 + 3);
  return jsQR(pixels, side, side)?.data;
}

describe("the QR code", () => {
  test("is read back by another reader", () => {
    const hex = fc.string({
      unit: fc.constantFrom(..."0123456789abcdef"),
      minLength: 32,
      maxLength: 32,
    });
    const host = fc.constantFrom(
      "acme.localhost:5173",
      "st-marys.plumbline.example",
      `${"long-name-".repeat(6)}.hospital.example`,
    );
    fc.assert(
      fc.property(hex, host, (token, name) => {
        const address = `https://${name}/q/${token}`;
        expect(read(address)).toBe(address);
      }),
      { numRuns: 30 },
    );
  });

  test("is packed without a loss, and runs cover each dark module once", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 45 }).chain((side) =>
          fc.array(fc.array(fc.boolean(), { minLength: side, maxLength: side }), {
            minLength: side,
            maxLength: side,
          }),
        ),
        (modules) => {
          const seen = modules.map((row) => row.map(() => false));
          for (const { x, y, length } of runsOf(packModules(modules)))
            for (let at = x; at < x + length; at++) seen[y]![at] = true;
          expect(seen).toEqual(modules);
        },
      ),
    );
  });
});

describe("options of an address", () => {
  const saved = savedLabels({ label_preset: "roll-50x25", label_offset: { x: 0.5, y: -1 } });
  const asked = (query: string) => labelOptions(new URLSearchParams(query), saved);

  test("are the company's where the address says nothing, and the defaults where the company does not", () => {
    expect(asked("")).toEqual({
      preset: "roll-50x25",
      start: 1,
      copies: 1,
      offset: { x: 0.5, y: -1 },
      show: ["code", "name", "serial", "place", "bin"],
    });
    expect(savedLabels({ label_preset: "a5", label_offset: "x" })).toEqual({
      preset: "a4-24",
      offset: { x: 0, y: 0 },
      isChosen: true,
    });
    expect(savedLabels({})).toMatchObject({ preset: "a4-24", isChosen: false });
  });

  test("are held within their bounds", () => {
    expect(asked("preset=a4-40&start=99&copies=0&x=100&y=abc&show=logo&show=nonsense")).toEqual({
      preset: "a4-40",
      start: 40,
      copies: 1,
      offset: { x: 5, y: -1 },
      show: ["logo"],
    });
    expect(asked("preset=__proto__&copies=1e9&start=-3")).toMatchObject({
      preset: "roll-50x25",
      copies: 10,
      start: 1,
    });
  });

  test("choose the words of a label", () => {
    const texts = {
      code: "A-1",
      name: "Pump",
      serial: "9",
      place: null,
      nextPm: "1 Jan 2027",
      nextCal: null,
    };
    const all = labelWords(
      texts,
      ["code", "name", "serial", "place", "nextPm", "nextCal", "company", "logo"],
      "Acme",
      false,
    );
    expect(all).toEqual({
      code: "A-1",
      name: "Pump",
      company: "Acme",
      logo: false,
      lines: ["SN 9", "PM 1 Jan 2027"],
    });
    expect(labelWords(texts, [], "Acme", true)).toEqual({
      code: undefined,
      name: undefined,
      company: undefined,
      logo: false,
      lines: [],
    });
  });
});
