import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Device,
  isSerial,
  isVersion,
  matchOf,
  type Notice,
  rangeOf,
} from "#worker/domain/recalls/match.ts";
import { isLike, makerWords } from "#worker/domain/recalls/text.ts";

const notice = (more: Partial<Notice> = {}): Notice => ({
  ...{ maker: "GE Healthcare GmbH", models: null, serials: null, lots: null },
  softwareVersions: null,
  ...more,
});
const device = (more: Partial<Device> = {}): Device => ({
  ...{ make: "GE Healthcare", model: "Carescape B650", serialNo: "SKG-12150042", udi: null },
  softwareVersion: "3.2.1",
  ...more,
});

describe("a notice and a device", () => {
  test.each<[string, Partial<Notice>, Partial<Device>, "certain" | "near" | null]>([
    ["the maker without its legal form", {}, {}, "certain"],
    ["another maker", {}, { make: "Philips" }, null],
    ["no maker", {}, { make: null }, null],
    ["a longer name of the maker", { maker: "GE Healthcare Technologies" }, {}, "near"],
    ["a misspelt maker", {}, { make: "GE Heathcare" }, "near"],
    ["an accent", { maker: "Dräger" }, { make: "Drager Ltd." }, "certain"],
    [
      "a dotted legal form",
      { maker: "Fresenius Kabi" },
      { make: "Fresenius Kabi S.p.A." },
      "certain",
    ],
    ["a model by a pattern", { models: "CARESCAPE B*" }, {}, "certain"],
    ["a model without spaces", { models: "CarescapeB650" }, {}, "certain"],
    ["one of several models", { models: "B450, Carescape B650" }, {}, "certain"],
    ["a similar model", { models: "Carescape B" }, {}, "near"],
    ["another model", { models: "Dash 4000" }, {}, null],
    ["no model", { models: "Dash 4000" }, { model: null }, "near"],
    [
      "the last of a range",
      { serials: "SKG12150001 to SKG12150100" },
      { serialNo: "SKG12150100" },
      "certain",
    ],
    [
      "the first of a range",
      { serials: "SKG12150001 to SKG12150100" },
      { serialNo: "SKG12150001" },
      "certain",
    ],
    [
      "one after a range",
      { serials: "SKG12150001 to SKG12150100" },
      { serialNo: "SKG12150101" },
      null,
    ],
    ["a serial in a range", { serials: "SKG12150001 to SKG12150100" }, {}, "certain"],
    ["a serial outside", { serials: "SKG12150043 to SKG12150100" }, {}, null],
    ["no serial", { serials: "SKG12150001 to SKG12150100" }, { serialNo: null }, "near"],
    ["a lot in the UDI", { lots: "A12" }, { udi: "(01)04012345(10)A12(21)77" }, "certain"],
    ["another lot", { lots: "B7" }, { udi: "(01)04012345(10)A12" }, null],
    ["no lot", { lots: "B7" }, {}, "near"],
    ["a version below", { softwareVersions: "<= 3.10" }, {}, "certain"],
    ["a version above", { softwareVersions: "< 3.2" }, {}, null],
    ["no version", { softwareVersions: "3.*" }, { softwareVersion: null }, "near"],
  ])("%s", (_, said, known, certainty) => {
    const match = matchOf(notice(said), device(known));
    expect(match?.certainty ?? null).toBe(certainty);
    for (const reason of match?.reasons ?? []) expect(reason).toMatch(/^[A-Z].*\S$/);
  });

  test.each<[string, Partial<Notice>]>([
    ["spaces", { serials: `1${" ".repeat(1998)}x` }],
    ["tabs", { serials: `1${"\t".repeat(1998)}x` }],
    ["dashes", { serials: `1${" -".repeat(999)}` }],
    ["stars", { models: `${"*a".repeat(249)}b` }],
    ["versions", { softwareVersions: `1${" ".repeat(298)}x` }],
  ])("made to take long, of %s, are compared at once", (_, said) => {
    const known = device({ model: "a".repeat(120), serialNo: "9".repeat(99) });
    const began = performance.now();
    for (let n = 0; n < 400; n++) matchOf(notice(said), known);
    expect(performance.now() - began).toBeLessThan(3000);
  });

  test("says why for each thing that it compared", () => {
    const said = { models: "Carescape*", serials: "SKG12150001 to SKG12150100" };
    expect(matchOf(notice(said), device())?.reasons).toEqual([
      "Maker GE Healthcare",
      "Model Carescape B650 is Carescape*",
      "Serial number SKG-12150042 lies in SKG12150001 to SKG12150100",
    ]);
  });
});

const head = fc.stringMatching(/^[A-Z]{0,4}$/);
const number = fc.integer({ min: 0, max: 1_000_000 });

describe("serial numbers", () => {
  test("lie in a range when their numeric end does and they begin alike", () => {
    fc.assert(
      fc.property(head, head, number, number, number, (a, b, x, y, own) => {
        const [first, last] = x < y ? [x, y] : [y, x];
        const isIn = a === b && first <= own && own <= last;
        for (const text of [
          `${a}${first} to ${a}${last}`,
          `${a}${first}..${a}${last}`,
          `${a}${first} - ${last}`,
        ])
          expect(isSerial(text, `${b}${own}`)).toBe(isIn);
      }),
    );
  });

  test("are the same whatever separates and fills them", () => {
    fc.assert(
      fc.property(head, number, (a, n) => {
        expect(
          isSerial(`${a}-${n}`, `${a.toLowerCase()} ${n}`) || rangeOf(`${a}-${n}`) !== null,
        ).toBe(true);
        expect(isSerial(`${a}0001 to ${a}9999999`, `${a}00${n + 1}`)).toBe(true);
      }),
    );
  });

  test.each([
    ["A-100", null],
    ["A100-A200", ["A100", "A200"]],
    ["100-200", ["100", "200"]],
    ["A100-200", ["A100", "200"]],
    ["200-100", null],
    ["A100-B200", null],
    ["SN 5 – SN 9", ["SN 5", "SN 9"]],
  ])("%s", (text, range) => {
    const found = rangeOf(text);
    expect(found && [found.first, found.last]).toEqual(range);
  });

  test("no text is an error, and one is like itself", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        matchOf(
          notice({ maker: a || "X", models: b, serials: a, lots: b, softwareVersions: a }),
          device({ make: b, model: a, serialNo: b, udi: a, softwareVersion: b }),
        );
        if (!/[*?]/.test(a)) expect(isLike(a, a)).toBe(true);
      }),
    );
  });
});

test("makers are the same whatever legal form they give", () => {
  const words = fc.array(fc.constantFrom("philips", "medical", "systems", "braun"), {
    minLength: 1,
    maxLength: 3,
  });
  const form = fc.constantFrom("Ltd", "GmbH & Co. KG", "Inc.", "Pvt. Ltd.", "S.A.", "");
  fc.assert(
    fc.property(words, form, form, (name, one, other) => {
      expect(makerWords(`${name.join(" ")} ${one}`)).toEqual(
        makerWords(`${name.join(" ")} ${other}`),
      );
    }),
  );
});

test.each([
  ["3.*", "3.2.1", true],
  ["3.2.1", "V3.2.1", true],
  ["2.1 to 2.4", "2.10", false],
  ["2.1 to 2.4", "2.3.9", true],
  [">= 5", "4.9", false],
  ["< 5", "4.9.9", true],
])("version %s holds %s: %s", (listed, version, is) => expect(isVersion(listed, version)).toBe(is));

test("a serial number with a dash is itself, though it looks like a range", () => {
  const notice = { maker: "Norvane", models: null, lots: null, softwareVersions: null };
  const device = { make: "Norvane", model: null, udi: null, softwareVersion: null };
  const match = matchOf(
    { ...notice, serials: "NO20-9532461, NO21-0682903" },
    { ...device, serialNo: "NO20-9532461" },
  );
  expect(match?.reasons).toContain("Serial number NO20-9532461 is listed");
});
