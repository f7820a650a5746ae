import { describe, expect, test } from "vitest";
import type { CertificateKind } from "#app/shared/certificates/document.ts";
import type { FormLayout } from "#app/shared/certificates/form.ts";
import { elementsIn, elementsOf } from "#app/shared/certificates/forms/elements.ts";
import { builtInForms } from "#app/shared/certificates/forms/kinds.ts";
import {
  beforeEnding,
  blocksOf,
  freshId,
  inserted,
  moved,
  newBlock,
  palette,
  placeOf,
  removed,
  replaced,
  sectionAdded,
  sectionRemoved,
  stepped,
} from "#app/shared/certificates/forms/layout.ts";
import { layoutProblems, strangeToken } from "#app/shared/certificates/forms/problems.ts";
import { conditionProblem, headFieldNames } from "#app/shared/certificates/head-fields.ts";

const kinds = Object.keys(builtInForms) as CertificateKind[];
const { page, sections } = builtInForms.calibration;
const layout: FormLayout = { page, sections };
const empty: FormLayout = {
  page,
  sections: [
    { id: "one", title: null, when: null, blocks: [] },
    { id: "two", title: null, when: null, blocks: [] },
  ],
};
const ids = (of: FormLayout) => blocksOf(of).map(({ id }) => id);

describe("what a report must say", () => {
  test.each(kinds)("the built-in form of a %s says all of it and can be drawn", (kind) => {
    expect(elementsIn(kind, builtInForms[kind]).missing).toEqual([]);
    expect(layoutProblems(builtInForms[kind])).toEqual([]);
  });

  test.each(kinds)("every element of a %s can be placed on an empty form", (kind) => {
    let now = empty;
    // One button may have to be pressed twice: standards, then what is said of them.
    for (let step = 0; step < 60; step++) {
      const [next] = elementsIn(kind, now).missing;
      if (!next) break;
      const placed = next.element.place(now);
      expect(placed, next.element.name).not.toEqual(now);
      now = placed;
    }
    expect(elementsIn(kind, now).missing).toEqual([]);
    expect(new Set(ids(now)).size).toBe(ids(now).length);
  });

  test("an element that is shown under a condition is not placed", () => {
    const block = blocksOf(layout).find(({ type }) => type === "end_mark")!;
    const hidden = replaced(layout, { ...block, when: 'adjustment == "none"' });
    expect(elementsIn("calibration", hidden).missing.map(({ element }) => element.key)).toEqual([
      "end_mark",
    ]);
    const conditional = {
      ...layout,
      sections: layout.sections.map((one) => ({ ...one, when: 'kind == "calibration"' })),
    };
    expect(elementsIn("calibration", conditional).placed.map(({ key }) => key)).toEqual([
      "both_sides",
    ]);
  });

  test("readings of one side alone are told, and placed by showing both", () => {
    const one = blocksOf(layout).find((block) => block.type === "table.results")!;
    const left = replaced(layout, { ...one, readings: "as_left" } as typeof one);
    const [missing] = elementsIn("calibration", left).missing;
    expect(missing).toMatchObject({ why: "Results shows only as left" });
    expect(elementsIn("calibration", missing!.element.place(left)).missing).toEqual([]);
  });

  test("only a calibration must have uncertainties", () => {
    const keys = (kind: CertificateKind) => elementsOf(kind).map(({ key }) => key);
    expect(keys("calibration")).toContain("uncertainty");
    expect(keys("pm_report")).not.toContain("uncertainty");
  });
});

describe("a layout", () => {
  test("each block goes up and down through all sections and back", () => {
    const first = ids(layout)[0]!;
    let now = layout;
    const places = new Set<string>();
    for (let step = 0; step < 60; step++) {
      places.add(JSON.stringify(placeOf(now, first)));
      now = stepped(now, first, 1);
      expect(ids(now).toSorted()).toEqual(ids(layout).toSorted());
    }
    expect(ids(now).at(-1)).toBe(first);
    expect(places.size).toBeGreaterThan(ids(layout).length - 1);
    for (let step = 0; step < 60; step++) now = stepped(now, first, -1);
    expect(now).toEqual(layout);
  });

  test("a block dropped before, behind and in another section stands there once", () => {
    const [head] = layout.sections;
    const [a, b, c] = head!.blocks.map(({ id }) => id);
    expect(ids(moved(layout, a!, { section: 0, at: 2 })).slice(0, 3)).toEqual([b, a, c]);
    expect(ids(moved(layout, c!, { section: 0, at: 0 })).slice(0, 3)).toEqual([c, a, b]);
    expect(moved(layout, a!, { section: 0, at: 1 })).toEqual(layout);
    const away = moved(layout, a!, { section: 2, at: 0 });
    expect(placeOf(away, a!)).toEqual({ section: 2, at: 0 });
    expect(ids(away).filter((id) => id === a)).toEqual([a]);
    expect(moved(layout, "nobody", { section: 0, at: 0 })).toBe(layout);
  });

  test("each type of block can be begun, under an id of its own", () => {
    let now = layout;
    for (const { types } of palette)
      for (const type of types)
        now = inserted(now, { section: 1, at: 0 }, newBlock(type, freshId(now, type)));
    expect(new Set(ids(now)).size).toBe(ids(now).length);
    expect(ids(removed(now, "table_results_1"))).not.toContain("table_results_1");
  });

  test("a section that goes leaves its blocks to its neighbour", () => {
    const more = sectionAdded(layout, 0);
    expect(more.sections).toHaveLength(4);
    for (const nth of [0, 1, 2, 3]) expect(ids(sectionRemoved(more, nth))).toEqual(ids(layout));
    const alone = { ...layout, sections: [layout.sections[0]!] };
    expect(sectionRemoved(alone, 0)).toBe(alone);
  });
});

describe("what cannot be drawn", () => {
  test("something after the end mark; what is added unplaced stands before the ending", () => {
    const after = {
      section: layout.sections.length - 1,
      at: layout.sections.at(-1)!.blocks.length,
    };
    const file = newBlock("attachments", "files");
    expect(layoutProblems(inserted(layout, after, file)).map(({ message }) => message)).toEqual([
      "End mark: something stands after it",
    ]);
    const placed = inserted(layout, beforeEnding(layout), file);
    expect(layoutProblems(placed)).toEqual([]);
    expect(blocksOf(placed).at(-1)!.type).toBe("end_mark");
  });

  test("a condition that cannot be read, or that compares what is no field", () => {
    expect(conditionProblem(null, headFieldNames)).toBe(null);
    expect(conditionProblem('item.name == "Pump" && adjustment != "none"', headFieldNames)).toBe(
      null,
    );
    expect(conditionProblem("item.name ==", headFieldNames)).toEqual(expect.any(String));
    expect(conditionProblem("secret > 1", headFieldNames)).toEqual(expect.any(String));
    expect(conditionProblem("constructor.constructor('x')()", headFieldNames)).toEqual(
      expect.any(String),
    );
  });

  test("a text that names no field, an empty one, a table without columns", () => {
    expect(strangeToken("{{item.serial_no}} of {{ customer.name }}", headFieldNames)).toBe(null);
    expect(strangeToken("{{item.serial}}", headFieldNames)).toBe("item.serial");
    const text = newBlock("text", "said");
    const table = { ...newBlock("table.custom", "own"), columns: [] };
    const with2 = [text, table].reduce(
      (now, block) => inserted(now, { section: 0, at: 0 }, block as typeof text),
      empty,
    );
    expect(
      layoutProblems(with2)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(["own", "said"]);
  });
});
