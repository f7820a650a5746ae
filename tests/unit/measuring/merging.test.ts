import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { importedOn, measuredChanges, nothingMeasured } from "#app/shared/measuring/measured.ts";
import {
  choicesAtFirst,
  type Draft,
  differencesOf,
  merged,
  type Whose,
  writtenAt,
} from "#app/shared/measuring/merging.ts";
import {
  withAdjusted,
  withBothSides,
  withCheck,
  withEnvironment,
  withNotMeasured,
  withReading,
} from "#app/shared/measuring/typing.ts";

const nothing: Draft = {
  head: { jobNo: "", title: "Certificate" },
  ...{ standards: [], measured: nothingMeasured, ranges: {} },
};
const withMeasured =
  (change: (before: Draft["measured"]) => Draft["measured"]) => (before: Draft) => ({
    ...before,
    measured: change(before.measured),
  });

const source = fc.constantFrom("manual" as const, "import" as const);
const typed = fc.constantFrom("", "1.0", "2", "6,7", "-0.3");
/** One thing that a person writes on a draft. */
const step: fc.Arbitrary<(before: Draft) => Draft> = fc.oneof(
  fc
    .record({
      dataset: fc.constantFrom("as_found" as const, "as_left" as const),
      line: fc.constantFrom("a", "b"),
      side: fc.constantFrom("indication" as const, "reference" as const),
      at: fc.nat(3),
    })
    .chain((place) =>
      fc
        .tuple(typed, source)
        .map(([text, from]) => withMeasured((m) => withReading(m, place, text, from))),
    ),
  fc.boolean().map((on) => withMeasured((m) => withAdjusted(m, "p", on))),
  fc.boolean().map((on) => withMeasured((m) => withBothSides(m, "p", on))),
  fc.constantFrom(null, "Broken").map((why) => withMeasured((m) => withNotMeasured(m, "a", why))),
  fc
    .constantFrom({ answer: "yes" as const }, { answer: null }, { remark: "Worn" }, { value: "3" })
    .map((more) => withMeasured((m) => withCheck(m, "c", more))),
  fc
    .tuple(fc.nat(1), fc.constantFrom("first" as const, "last" as const), typed, source)
    .map(([at, end, text, from]) => withMeasured((m) => withEnvironment(m, at, end, text, from))),
  typed.map((acclimatised) => withMeasured((m) => ({ ...m, acclimatised }))),
  typed.map((jobNo) => (before: Draft) => ({ ...before, head: { ...before.head, jobNo } })),
  fc.constantFrom("s1", "s2").map((calibratorId) => (before: Draft) => ({
    ...before,
    standards: [{ calibratorId, role: "reference" }],
  })),
  fc.constantFrom("1", "2").map((hi) => (before: Draft) => ({
    ...before,
    ranges: { ...before.ranges, p: { lo: "0", hi, resolution: "0.1" } },
  })),
);
const steps = fc.array(step, { maxLength: 12 });
const after = (before: Draft, all: readonly ((draft: Draft) => Draft)[]) =>
  all.reduce((draft, one) => one(draft), before);
/** A draft, and what two people made of it. */
const three = fc.tuple(steps, steps, steps).map(([first, mine, theirs]) => {
  const base = after(nothing, first);
  return { base, mine: after(base, mine), theirs: after(base, theirs) };
});

/** Both say the same: readings, head, standards and ranges. */
const same = (one: Draft, other: Draft) => {
  expect(differencesOf(one, one, other)).toEqual([]);
  expect(measuredChanges(one.measured, other.measured)).toEqual([]);
  expect([one.head, one.standards]).toEqual([other.head, other.standards]);
};
const all = (whose: Whose, of: readonly { key: string }[]) =>
  Object.fromEntries(of.map(({ key }) => [key, whose]));

describe("two drafts of one measurement", () => {
  test("differ exactly where something else is written, each place once", () => {
    fc.assert(
      fc.property(three, ({ base, mine, theirs }) => {
        const found = differencesOf(base, mine, theirs);
        expect(new Set(found.map(({ key }) => key)).size).toBe(found.length);
        for (const { place, mine: my, theirs: their, changedBy } of found) {
          expect(my).not.toBe(their);
          const was = writtenAt(base, place);
          expect(changedBy).toBe(my === was ? "theirs" : their === was ? "mine" : "both");
        }
        const told = measuredChanges(mine.measured, theirs.measured).length;
        const ofResults = ["head", "standards", "range"];
        expect(found.filter(({ place }) => !ofResults.includes(place.of))).toHaveLength(told);
      }),
    );
  });

  test("mine alone gives mine, theirs alone gives theirs, and each choice is kept", () => {
    fc.assert(
      fc.property(three, fc.infiniteStream(fc.boolean()), ({ base, mine, theirs }, coin) => {
        const found = differencesOf(base, mine, theirs);
        same(merged({ mine, theirs }, found, all("mine", found)), mine);
        same(merged({ mine, theirs }, found, all("theirs", found)), theirs);
        const chosen = Object.fromEntries(
          found.map(({ key }): [string, Whose] => [key, coin.next().value ? "mine" : "theirs"]),
        );
        const draft = merged({ mine, theirs }, found, chosen);
        for (const { key, place, ...of } of found)
          expect(writtenAt(draft, place)).toBe(of[chosen[key]!]);
      }),
    );
  });

  test("what only one has changed needs no question: without one, both orders give the same draft", () => {
    fc.assert(
      fc.property(three, ({ base, mine, theirs }) => {
        const found = differencesOf(base, mine, theirs);
        const chosen = choicesAtFirst(found);
        expect(found.filter(({ key }) => chosen[key] === undefined)).toEqual(
          found.filter(({ changedBy }) => changedBy === "both"),
        );
        if (found.some(({ changedBy }) => changedBy === "both")) return;
        const turned = differencesOf(base, theirs, mine);
        same(
          merged({ mine, theirs }, found, chosen),
          merged({ mine: theirs, theirs: mine }, turned, choicesAtFirst(turned)),
        );
      }),
    );
  });

  test("a reading that came from a file of an instrument is still marked so", () => {
    const place = { dataset: "as_found", line: "a", side: "reference", at: 1 } as const;
    const mine = withMeasured((m) => withReading(m, place, "2", "import"))(nothing);
    const found = differencesOf(nothing, mine, nothing);
    const { measured } = merged({ mine, theirs: nothing }, found, choicesAtFirst(found));
    expect(importedOn(measured.as_found.a!, "reference")).toEqual([1]);
  });
});
