import { expect, test } from "vitest";
import {
  email,
  multiline,
  optionalMultiline,
  optionalText,
  taxIds,
  text,
} from "#worker/domain/entity/fields.ts";
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

test("what nobody sees is taken out of a text, and a text of nothing else is none", () => {
  const hidden = "\u0000\u001b\u202e\u2066\u0090";
  expect(text("Name").parse(`Pump${hidden} 4`)).toBe("Pump 4");
  expect(optionalText(10, "Room").parse(hidden)).toBe(null);
  expect(optionalMultiline(20, "Note").parse(`one${hidden}\n\ttwo`)).toBe("one\n\ttwo");
  expect(says(text("Name"), hidden)).toEqual(["Name is required"]);
  // Scripts that join their letters need these.
  expect(text("Name").parse("\u0915\u094d\u200d\u0937")).toBe("\u0915\u094d\u200d\u0937");
});
