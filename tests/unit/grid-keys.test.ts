import { describe, expect, test } from "vitest";
import { stepFrom } from "#app/ui/grid-keys.ts";

const grid = { rows: 3, columns: 4 };
type Field = { value?: string; caret?: number | [number, number]; tag?: string; list?: string };
/** A key that was pressed in a field. */
const press = (key: string, field: Field = {}, held: object = {}) => {
  const { value = "12.5", caret = value.length, tag = "INPUT", list } = field;
  const [selectionStart, selectionEnd] = Array.isArray(caret) ? caret : [caret, caret];
  const target = {
    ...{ tagName: tag, value, getAttribute: () => list ?? null },
    ...(tag === "INPUT" ? { selectionStart, selectionEnd } : {}),
  };
  return {
    ...{ key, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false },
    ...{ target: target as unknown as EventTarget, nativeEvent: {} as KeyboardEvent },
    ...held,
  };
};
const at = (row: number, column: number) => ({ row, column });

describe("in a grid of fields", () => {
  test("Enter goes down, also below the last row, and with Shift up to the first", () => {
    expect(stepFrom(press("Enter"), at(0, 2), grid)).toEqual(at(1, 2));
    expect(stepFrom(press("Enter"), at(2, 2), grid)).toEqual(at(3, 2));
    expect(stepFrom(press("Enter", {}, { shiftKey: true }), at(1, 2), grid)).toEqual(at(0, 2));
    expect(stepFrom(press("Enter", {}, { shiftKey: true }), at(0, 2), grid)).toEqual(at(0, 2));
    expect(stepFrom(press("Enter", {}, { ctrlKey: true }), at(0, 2), grid)).toBeNull();
  });

  test("arrows go up and down between the rows that there are", () => {
    expect(stepFrom(press("ArrowDown"), at(1, 0), grid)).toEqual(at(2, 0));
    expect(stepFrom(press("ArrowDown"), at(2, 0), grid)).toBeNull();
    expect(stepFrom(press("ArrowUp"), at(1, 0), grid)).toEqual(at(0, 0));
    expect(stepFrom(press("ArrowUp"), at(0, 0), grid)).toBeNull();
  });

  test("arrows choose in a field of choices, and leave it with Ctrl", () => {
    for (const field of [{ tag: "SELECT" }, { list: "units" }]) {
      expect(stepFrom(press("ArrowDown", field), at(0, 1), grid)).toBeNull();
      const held = press("ArrowDown", field, { ctrlKey: true });
      expect(stepFrom(held, at(0, 1), grid)).toEqual(at(1, 1));
    }
    expect(stepFrom(press("ArrowRight", { tag: "SELECT" }), at(0, 1), grid)).toBeNull();
  });

  test("arrows leave a field to the side only where the caret stands at its end", () => {
    expect(stepFrom(press("ArrowRight"), at(0, 1), grid)).toEqual(at(0, 2));
    expect(stepFrom(press("ArrowRight", { caret: 2 }), at(0, 1), grid)).toBeNull();
    expect(stepFrom(press("ArrowRight", { caret: [0, 4] }), at(0, 1), grid)).toBeNull();
    expect(stepFrom(press("ArrowRight"), at(0, 3), grid)).toBeNull();
    expect(stepFrom(press("ArrowLeft", { caret: 0 }), at(0, 1), grid)).toEqual(at(0, 0));
    expect(stepFrom(press("ArrowLeft"), at(0, 1), grid)).toBeNull();
    expect(stepFrom(press("ArrowLeft", { caret: 0 }), at(0, 0), grid)).toBeNull();
  });

  test("what is composed, and what a system does with Alt, Meta or Shift, is left alone", () => {
    for (const held of [
      { altKey: true },
      { metaKey: true },
      { nativeEvent: { isComposing: true } },
    ])
      for (const key of ["Enter", "ArrowDown", "ArrowRight"])
        expect(stepFrom(press(key, {}, held), at(0, 1), grid)).toBeNull();
    expect(stepFrom(press("ArrowDown", {}, { shiftKey: true }), at(0, 1), grid)).toBeNull();
    expect(stepFrom(press("a"), at(0, 1), grid)).toBeNull();
  });
});
