import fc from "fast-check";
import { expect, test } from "vitest";
import type { Tolerance } from "#app/shared/metrology/tolerance.ts";
import {
  parseTolerance,
  toleranceText,
  toleranceWords,
} from "#app/shared/metrology/tolerance-text.ts";
import templates from "#worker/domain/calibration/biomed-templates.json" with { type: "json" };

const figure = fc.constantFrom("0", "3", "0.5", ".25", "15", "1e-3", "10.00");
const signed = fc.constantFrom("-40", "0", "95", "105.5", "1e3");
const term = fc.constantFrom("abs", "pct", "pct_range", "digits", "ppm");
const symmetric: fc.Arbitrary<Tolerance> = fc
  .record({
    terms: fc.uniqueArray(fc.tuple(term, figure), {
      minLength: 1,
      maxLength: 5,
      selector: ([name]) => name,
    }),
    combine: fc.constantFrom("max", "min", "sum"),
    of: fc.constantFrom({}, { of: "reference" }),
    lo: fc.option(signed),
    hi: fc.option(signed),
  })
  .map(
    ({ terms, combine, of, lo, hi }) =>
      ({
        op: "sym",
        ...Object.fromEntries(terms),
        ...(terms.length > 1 ? { combine } : {}),
        ...of,
        ...(lo === null ? {} : { cap_lo: lo }),
        ...(hi === null ? {} : { cap_hi: hi }),
      }) as Tolerance,
  );
const tolerance = fc.oneof(
  symmetric,
  fc.record({ op: fc.constant("asym" as const), plus: figure, minus: figure }),
  fc.record({ op: fc.constantFrom("le" as const, "ge" as const), value: signed }),
  fc.constantFrom<Tolerance>(
    { op: "band", lo: "-40", hi: "95" },
    { op: "band", lo: "95", hi: "95" },
    { op: "rule", rule: "mpe_class_iii_in_service" },
    { op: "info" },
  ),
);

test("a tolerance is read back from its text", () =>
  fc.assert(
    fc.property(tolerance, (one) => {
      expect(parseTolerance(toleranceText(one))).toEqual({ tolerance: one });
    }),
  ));

test("every tolerance of the templates has a text", () => {
  for (const { tests } of templates.devices)
    for (const { tolerance } of tests)
      expect(parseTolerance(toleranceText(tolerance as Tolerance))).toEqual({ tolerance });
});

test.each([
  ["+/- 3", { op: "sym", abs: "3" }],
  ["+-2%", { op: "sym", pct: "2" }],
  ["±0.5%FS", { op: "sym", pct_range: "0.5" }],
  ["± 1 digit", { op: "sym", digits: "1" }],
  ["±MAX( 15%,3 )", { op: "sym", pct: "15", abs: "3", combine: "max" }],
  ["±(1%+2digits)", { op: "sym", pct: "1", digits: "2", combine: "sum" }],
  ["±50 PPM", { op: "sym", ppm: "50" }],
  ["±2 % of reference to 100", { op: "sym", pct: "2", of: "reference", cap_hi: "100" }],
  ["≤500", { op: "le", value: "500" }],
  ["≥ -3", { op: "ge", value: "-3" }],
  ["95..105", { op: "band", lo: "95", hi: "105" }],
  ["-5 … 5", { op: "band", lo: "-5", hi: "5" }],
  ["+5/−3", { op: "asym", plus: "5", minus: "3" }],
  [" INFO ", { op: "info" }],
])("%s is understood", (text, expected) => {
  expect(parseTolerance(text)).toEqual({ tolerance: expected });
});

test.each([
  ["", "Write a tolerance"],
  ["3", "Write a tolerance"],
  ["±", "Write a tolerance"],
  ["±1,5", "Write a tolerance"],
  ["±(3", "Write a tolerance"],
  ["±3)", "Write a tolerance"],
  ["±max 3", "Write a tolerance"],
  ["±3 % from x", "Write a tolerance"],
  ["±(1 % + 2 %)", "A tolerance has each kind of figure once"],
  ["±-1", "A tolerance is not negative"],
  ["+-5/-3", "A tolerance is not negative"],
  ["+5/--3", "A tolerance is not negative"],
  ["105 .. 95", "The lower limit is above the upper one"],
  [`±${"1".repeat(200)}`, "A tolerance is shorter"],
])("%s is refused in words", (text, words) => {
  expect(parseTolerance(text).problem).toContain(words);
});

test("a figure has 24 characters at most, a rule's name 60, and all of it 120", () => {
  const [most, more] = ["1".repeat(24), "1".repeat(25)];
  const isRead = (text: string) => parseTolerance(text).tolerance !== undefined;
  for (const text of ["±?", "<= ?", "+?/-1", "+1/-?", "? .. 2e30", "0..?", "±3 to ?"])
    expect([most, more].map((figure) => isRead(text.replace("?", figure)))).toEqual([true, false]);
  expect(isRead(`${most}..${"2".repeat(24)}`)).toBe(true);
  expect(["a", "a".repeat(60), "a".repeat(61)].map((name) => isRead(`rule ${name}`))).toEqual([
    ...[true, true, false],
  ]);
  const band = (length: number) => `95 ..${" ".repeat(length - 8)}105`;
  expect([band(120).length, isRead(band(120))]).toEqual([120, true]);
  expect(parseTolerance(band(121)).problem).toContain("shorter");
});

test("whatever is typed, nothing throws", () =>
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ maxLength: 200 }), fc.stringMatching(/^[±+\-0-9.%()maxFS /,]*$/)),
      (text) => {
        const { tolerance } = parseTolerance(text);
        if (tolerance) expect(parseTolerance(toleranceText(tolerance))).toEqual({ tolerance });
      },
    ),
  ));

test.each([
  ["<= 0.8", "°C", "≤ 0.8 °C"],
  [">= -3", "°C", "≥ −3 °C"],
  ["±0.5", "J", "±0.5 J"],
  ["±2 %", "J", "±2 %"],
  ["±2 %", "%", "±2 % of value"],
  ["±max(15 %, 3)", "J", "±max(15 %, 3 J)"],
  ["±3 to 100", "%", "±3 % to 100 %"],
  ["+5/-3", "mL", "+5/−3 mL"],
  ["-5 .. -2", "°C", "−5 to −2 °C"],
  ["±0.5", "", "±0.5"],
  ["info", "J", "info"],
])("%s in %s is read as %s", (typed, symbol, read) => {
  expect(toleranceWords(parseTolerance(typed).tolerance!, symbol)).toBe(read);
});
