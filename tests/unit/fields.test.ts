import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { unitCode } from "#worker/domain/calibration/fields.ts";
import {
  day,
  email,
  flag,
  money,
  multiline,
  optionalDay,
  optionalEmail,
  optionalMultiline,
  optionalPercent,
  optionalText,
  optionalWhole,
  problems,
  text,
  whole,
} from "#worker/domain/entity/fields.ts";
import { optionalIp, optionalMac, optionalPhone, phone } from "#worker/domain/entity/formats.ts";
import { taxIds } from "#worker/domain/entity/tax-ids.ts";
import { resources } from "#worker/domain/index.ts";
import { fileNameOf } from "#worker/files/kinds.ts";

const says = (
  schema: {
    safeParse: (value: unknown) => { success: boolean; error?: { issues: { message: string }[] } };
  },
  value: unknown,
) => schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

test("a text of one line has one; a text of several may have more", () => {
  for (const mark of ["\n", "\r", "\r\n", "\v", "\f", "\u0085", "\u2028", "\u2029"]) {
    expect(says(text("Name"), `a${mark}b`)).toEqual(["Name must be one line"]);
    expect(says(optionalText(10, "Room"), `a${mark}b`)).toEqual(["Room must be one line"]);
    expect([
      says(multiline("Reason"), `a${mark}b`),
      says(optionalMultiline(10, "Note"), `a${mark}b`),
    ]).toEqual([[], []]);
  }
  expect(says(text("Name"), " a\n")).toEqual([]);
});

test("nothing looks into a text that is too long", () => {
  expect(says(text("Name", 5), "123\n456")).toEqual(["Name can have at most 5 characters"]);
  expect(says(email(), `${"a".repeat(250)}@b.test`)).toEqual(["Not an e-mail address"]);
  expect(says(taxIds(), "A: 1\n".repeat(100))).toEqual(["Tax ids can have at most 400 characters"]);
});

test("an address that is missing is asked for, and says no more than that", () => {
  expect(says(email(), " ")).toEqual(["E-mail is required"]);
  expect(says(email(), "nobody")).toEqual(["Not an e-mail address"]);
  expect(optionalEmail().parse("")).toBe(null);
});

test("tax ids are read a line at a time, at the first colon", () => {
  expect(taxIds().parse(" GSTIN : 33ABCDE1234F1Z5 \r\n\r\nPAN:A:1")).toEqual([
    { label: "GSTIN", value: "33ABCDE1234F1Z5" },
    { label: "PAN", value: "A:1" },
  ]);
  for (const wrong of ["GSTIN", ": 1", "A:", `${"a".repeat(21)}: 1`, `A: ${"1".repeat(41)}`])
    expect(says(taxIds(), wrong)).toEqual([
      "Write one tax id a line, such as GSTIN: 33ABCDE1234F1Z5",
    ]);
});

test("a file's name is its last part, without letters that do not show", () => {
  expect(
    ["../../a.pdf", "C:\\x\\b.png", "in\u202Egnp.exe", "a\r\nb.pdf", "..", "க்\u200dஷ.pdf"].map(
      fileNameOf,
    ),
  ).toEqual(["a.pdf", "b.png", "ingnp.exe", "ab.pdf", "file", "க்\u200dஷ.pdf"]);
});

/** What a form of one field called `of` says to a value. */
const told = (field: z.ZodType, value: unknown) =>
  problems(z.strictObject({ of: field }), { of: value }).errors?.of ?? [];

test.each([
  [optionalWhole("Risk score", 1, 5), "9", "Risk score must be at most 5"],
  [optionalWhole("Risk score", 1, 5), 0, "Risk score must be at least 1"],
  [optionalWhole("Risk score", 1, 5), "2.5", "Risk score must be a whole number"],
  [optionalWhole("Risk score", 1, 5), "many", "Risk score must be a whole number"],
  [optionalWhole("Risk score", 1, 5), true, "Risk score must be a whole number"],
  [whole("Minutes", 5), "1e9", "Minutes must be a whole number"],
  [optionalPercent("Rate"), 10_001, "Rate must be from 0 to 100 %"],
  [optionalPercent("Rate"), "-1", "Rate must be from 0 to 100 %"],
  [optionalPercent("Rate"), "12.345", "Rate must be a percentage with at most two decimals"],
  [optionalText(3), "long", "Of can have at most 3 characters"],
  [flag(), "perhaps", "Of must be yes or no"],
  [z.number().max(3), 4, "Of must be at most 3"],
  [z.array(z.string()).max(1), ["a", "b"], "Of can have at most 1 entries"],
  [z.enum(["a", "b"]), "c", "Of must be one of a, b"],
  [z.string(), undefined, "Of is required"],
  [z.string(), 5, "Of must be a text"],
  [money("Cost"), "abc", "Cost must be an amount of 0 or more with at most two decimals"],
  [day("Date"), "2026-02-30", "Date must be a date"],
  [day("Date"), "", "Date is required"],
  [day("Date"), " ", "Date is required"],
  [optionalDay("Date"), "soon", "Date must be a date"],
  [unitCode(), "", "Choose a unit"],
  [unitCode(), undefined, "Choose a unit"],
  [unitCode(), "furlong", "Unit is not a known unit"],
])("a wrong value is told with the field's name: %#", (field, value, message) => {
  expect(told(field, value)).toEqual([message]);
});

test("every number of every form names its field and its limit", () => {
  for (const [entity, { input }] of Object.entries(resources)) {
    const { shape } = input as unknown as z.ZodObject;
    for (const [name, field] of Object.entries(shape))
      for (const wrong of [-(10 ** 15), 10 ** 15, 0.5, "abc", "x".repeat(20_000)]) {
        const messages = told(field as z.ZodType, wrong);
        for (const message of messages)
          expect(message, `${entity}.${name}`).not.toMatch(
            /^(Too|Invalid|This (can|must|is not valid))|, received |\{label\}/,
          );
      }
  }
});

test("a number within its limits is taken as number and as text, any other is refused", () => {
  const score = optionalWhole("Score", 2, 10);
  fc.assert(
    fc.property(fc.integer({ min: -50, max: 50 }), (n) => {
      const isRight = n >= 2 && n <= 10;
      for (const sent of [n, String(n), ` ${n} `])
        expect(told(score, sent).length === 0).toBe(isRight);
    }),
  );
  expect([score.parse(""), score.parse(null), score.parse(undefined)]).toEqual([null, null, null]);
});

test.each([
  ["+91 44 4000 1000", true],
  ["(044) 4000-1000 ext. 214", true],
  ["4321", true],
  ["044 4000 1000, 044 4000 1001", true],
  ["1800.425.0000 x12", true],
  ["abc", false],
  ["12", false],
  ["ext 1", false],
  ["4000 1000 or so", false],
])("phone %s", (said, isRight) => {
  const message = "Phone must be a phone number, such as +91 44 4000 1000";
  const expected = isRight ? [] : [message];
  expect([told(phone("Phone"), said), told(optionalPhone("Phone"), said)]).toEqual([
    expected,
    expected,
  ]);
});

test("a phone number of any length is read at once", () => {
  expect(told(phone("Phone"), "+".repeat(100_000))).toEqual([
    "Phone can have at most 30 characters",
  ]);
  expect(told(phone("Phone"), "")).toEqual(["Phone is required"]);
});

test.each([
  ["10.20.1.15", true],
  ["fe80::1", true],
  ["2001:db8::8a2e:370:7334", true],
  ["999.1.1.1", false],
  ["10.20.1", false],
  ["monitor-7", false],
])("network address %s", (said, isRight) => {
  expect(told(optionalIp("IP address"), said).length === 0).toBe(isRight);
});

test.each([
  ["00:1A:2b:3C:4D:5E", true],
  ["00-1a-2b-3c-4d-5e", true],
  ["001A2B3C4D5E", true],
  ["001a.2b3c.4d5e", true],
  ["zz", false],
  ["00:1A-2B:3C:4D:5E", false],
  ["00:1A:2B:3C:4D", false],
])("hardware address %s", (said, isRight) => {
  expect(told(optionalMac("MAC address"), said).length === 0).toBe(isRight);
});

test("what nobody sees is taken out of a text, and a text of nothing else is none", () => {
  const hidden = "\u0000\u001b\u202e\u2066\u0090";
  expect(text("Name").parse(`Pump${hidden} 4`)).toBe("Pump 4");
  expect(optionalText(10, "Room").parse(hidden)).toBe(null);
  expect(optionalMultiline(20, "Note").parse(`one${hidden}\n\ttwo`)).toBe("one\n\ttwo");
  expect(told(text("Name"), hidden)).toEqual(["Name is required"]);
  // Scripts that join their letters need these.
  expect(text("Name").parse("\u0915\u094d\u200d\u0937")).toBe("\u0915\u094d\u200d\u0937");
});
