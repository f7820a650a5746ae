import fc from "fast-check";
import { expect, test } from "vitest";
import {
  answered,
  type CountDraft,
  type Counted,
  emptyDraft,
  lineKey,
  nextPart,
  quantityOf,
  summary,
  typed,
} from "#app/shared/stock-count.ts";

const line = (id: string, more: Partial<Counted> = {}): Counted => ({
  ...{
    id,
    version: 1,
    name: id,
    unit: "pcs",
    rateMinor: 100,
    booked: 5,
    batchNo: "",
    expiryOn: "",
    text: "",
  },
  ...more,
});
const draftOf = (lines: Counted[]): CountDraft => ({
  lines: Object.fromEntries(lines.map((one) => [lineKey(one), one])),
});

test("only whole numbers count", () => {
  for (const [text, quantity] of [
    ["0", 0],
    [" 12 ", 12],
    ["", null],
    ["1.5", null],
    ["-1", null],
    ["1e3", null],
    ["x", null],
  ] as const)
    expect(quantityOf(line("a", { text }))).toBe(quantity);
});

test("a line comes with its text and goes without", () => {
  const one = typed(emptyDraft, line("a"), "4");
  expect(summary(one)).toMatchObject({
    counted: [{ id: "a" }],
    different: [{ id: "a" }],
    value: -100,
  });
  expect(typed(one, line("a"), "")).toEqual(emptyDraft);
});

test("what is posted leaves the draft; what moved is counted again; what is gone is forgotten", () => {
  const draft = draftOf([
    line("a", { text: "4" }),
    line("b", { text: "5" }),
    line("c", { text: "1" }),
    line("d"),
  ]);
  const sent = nextPart(draft);
  const again = [
    { id: "b", name: "b", unit: "pcs", quantity: 3, version: 2, batch_no: "", expiry_on: "" },
  ];
  const left = answered(draft, sent, { counted: 1, different: 1, again, gone: ["c"] });
  expect(Object.values(left.lines)).toEqual([
    line("d"),
    { ...line("b"), version: 2, booked: 3, isMoved: true },
  ]);
  const changed = typed(draft, line("a"), "6");
  expect(
    answered(changed, sent, { counted: 3, different: 2, again: [], gone: [] }).lines[
      lineKey(line("a"))
    ]?.text,
  ).toBe("6");
});

test("parts are small, whole by item, and all of them together are the count", () => {
  const lines = fc.array(fc.record({ item: fc.nat(20), batch: fc.nat(5) }), { maxLength: 60 });
  fc.assert(
    fc.property(lines, (made) => {
      let draft = draftOf(
        made.map(({ item, batch }) => line(`i${item}`, { batchNo: `b${batch}`, text: "1" })),
      );
      const all = Object.keys(draft.lines).length;
      let posted = 0;
      for (let part = nextPart(draft, 10); part.length; part = nextPart(draft, 10)) {
        expect(part.length).toBeLessThanOrEqual(10);
        draft = answered(draft, part, { counted: part.length, different: 0, again: [], gone: [] });
        const rest = new Set(Object.values(draft.lines).map(({ id }) => id));
        expect(part.some(({ id }) => rest.has(id))).toBe(false);
        posted += part.length;
      }
      expect(posted).toBe(all);
    }),
  );
});
