import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DocumentFile } from "#app/shared/certificates/document-file.ts";
import type { FormLayout } from "#app/shared/certificates/form.ts";
import { builtInForms } from "#app/shared/certificates/forms/kinds.ts";
import { namesOf, ownFieldsOf } from "#app/shared/certificates/forms/layout.ts";
import { layoutProblems } from "#app/shared/certificates/forms/problems.ts";
import {
  answersOf,
  answerText,
  newOwnField,
  type OwnField,
  ownProblem,
  ownProblems,
  reckonedOf,
} from "#app/shared/certificates/own-fields.ts";

const field = (key: string, type: OwnField["type"], more: Partial<OwnField> = {}): OwnField => ({
  ...newOwnField(key),
  ...{ label: `The ${key}`, type },
  ...more,
});
const said = (one: OwnField, value: Parameters<typeof ownProblem>[2][string]) =>
  ownProblem(one, [one], { [one.key]: value });

describe("what was filled in", () => {
  test("may be left out unless it is required, and is never a zero", () => {
    expect(said(field("a", "number"), "")).toBe(null);
    expect(said(field("a", "number", { required: true }), " ")).toBe("it is missing");
    expect(ownProblem(field("a", "text", { required: true }), [], {})).toBe("it is missing");
    expect(said(field("a", "checkbox", { required: true }), "")).toBe("it is not ticked");
    expect(said(field("a", "multiselect", { required: true, options: ["x"] }), [])).toBe(
      "it is missing",
    );
  });

  test("is a number, a day, a unit or one of the choices where that is asked for", () => {
    for (const typed of ["1,5", "-", "NaN", "1 000", "0x1f"])
      expect(said(field("a", "number"), typed)).toBe("it is no number");
    expect(said(field("a", "number"), "10.00")).toBe(null);
    expect(said(field("a", "date"), "20.11.2026")).toBe("it is no date");
    expect(said(field("a", "datetime"), "2026-11-20T09:05")).toBe(null);
    expect(said(field("a", "unit"), "furlong")).toBe("it is no unit");
    expect(said(field("a", "radio", { options: ["x", "y"] }), "z")).toBe(
      "it is none of the choices",
    );
    expect(said(field("a", "multiselect", { options: ["x", "y"] }), ["x", "z"])).toBe(
      "it is none of the choices",
    );
  });

  test("of another object's names is nothing", () => {
    for (const key of ["constructor", "hasownproperty", "valueof"])
      expect(answersOf([field(key, "text")], {}, new Map())[0]!.value).toBe(null);
  });

  test("is read back as people read it", () => {
    const text = (one: OwnField, value: Parameters<typeof ownProblem>[2][string]) =>
      answerText(answersOf([one], { [one.key]: value }, new Map())[0]!);
    expect(text(field("a", "number", { unit: "degC" }), "-4.50")).toBe("−4.50 °C");
    expect(text(field("a", "date"), "2026-11-20")).toBe("20 Nov 2026");
    expect(text(field("a", "datetime"), "2026-11-20T09:05")).toBe("20 Nov 2026, 09:05");
    expect(text(field("a", "checkbox"), "yes")).toBe("Yes");
    expect(text(field("a", "checkbox"), "")).toBe("No");
    expect(text(field("a", "unit"), "degC")).toBe("°C");
    expect(text(field("a", "user"), { id: "1", name: "Asha Rao" })).toBe("Asha Rao");
    expect(text(field("a", "signature"), "M1 1L2 2")).toBe(null);
  });

  test("a file is what its row says, and nothing where the report has it no more", () => {
    const file: DocumentFile & { caption: null } = {
      ...{
        id: "f",
        name: "Order.pdf",
        mime: "application/pdf",
        bytes: 9,
        sha256: "0",
        caption: null,
      },
    };
    const one = field("order", "file");
    expect(answersOf([one], { order: "f" }, new Map([["f", file]]))[0]).toMatchObject({
      ...{ value: "Order.pdf", file: { id: "f", sha256: "0" } },
    });
    expect(answersOf([one], { order: "f" }, new Map())[0]).toMatchObject({ value: null });
  });
});

describe("what is reckoned", () => {
  const numbers = [field("before", "number"), field("after", "number")];
  const change = field("change", "calc", {
    expression: "100*(after - before)/before",
    decimals: 1,
  });
  const all = [...numbers, change];

  test("has the decimals that the form asks for, and is nothing while a number is missing", () => {
    expect(reckonedOf(change, all, { before: "20", after: "21" })).toBe("5.0");
    expect(reckonedOf(change, all, { before: "20" })).toBe(null);
    expect(reckonedOf(change, all, { before: "0", after: "1" })).toBe(null);
    expect(reckonedOf(change, all, { before: "2,0", after: "1" })).toBe(null);
    expect(ownProblems([{ ...change, required: true }, ...numbers], {})).toEqual([
      { key: "change", label: "The change", says: "it cannot be reckoned yet" },
    ]);
  });

  test("agrees with arithmetic", () => {
    const number = fc.integer({ min: 1, max: 100_000 });
    fc.assert(
      fc.property(number, number, (before, after) => {
        const reckoned = reckonedOf(change, all, { before: String(before), after: String(after) });
        expect(Number(reckoned)).toBeCloseTo((100 * (after - before)) / before, 0);
      }),
    );
  });
});

describe("a layout with fields of one's own", () => {
  const layout = (fields: readonly OwnField[], when: string | null = null): FormLayout => ({
    ...builtInForms.test_report,
    sections: [
      {
        ...{ id: "s", title: null, when: null },
        blocks: [
          { id: "own", type: "own_fields", when, heading: null, look: "list", fields },
          {
            id: "said",
            type: "text",
            when: "own.depth > 4",
            text: "{{own.depth}}",
            style: "plain",
          },
        ],
      },
    ],
  });
  const told = (fields: readonly OwnField[]) =>
    layoutProblems(layout(fields)).map(({ message }) => message);

  test("names them in texts and conditions", () => {
    expect(told([field("depth", "number")])).toEqual([]);
    expect(told([field("width", "number")])).toHaveLength(2);
    expect(namesOf(layout([field("depth", "number")]))).toContain("own.depth");
  });

  test("says what a field lacks", () => {
    const depth = field("depth", "number");
    expect(told([])[0]).toContain("Add at least one field");
    expect(told([depth, field("b", "text", { label: " " })])).toEqual([
      "Own fields: A field has no label",
    ]);
    expect(told([depth, field("b", "select", { options: ["x"] })])[0]).toContain(
      "at least two choices",
    );
    expect(told([depth, field("b", "radio", { options: ["x", "x"] })])[0]).toContain(
      "a choice twice",
    );
    expect(told([depth, field("b", "calc", { expression: "depth*2" })])).toEqual([]);
    for (const expression of [null, "b+1", "constructor", "depth[0]", "depth;1", "x"])
      expect(told([depth, field("b", "calc", { expression })])).toHaveLength(1);
  });

  test("never requires what may be hidden", () => {
    const fields = [field("depth", "number", { required: true })];
    expect(ownFieldsOf(layout(fields))[0]!.required).toBe(true);
    expect(ownFieldsOf(layout(fields, 'item.name == "Pump"'))[0]!.required).toBe(false);
  });
});
