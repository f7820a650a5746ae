import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { twoDays } from "#app/shared/two-days.ts";
import { amountIn, type Column, dayIn, dayOf, proposed } from "#worker/domain/imports/columns.ts";
import {
  contradiction,
  DayOrders,
  dayFirstOf,
  isUndecided,
} from "#worker/domain/imports/day-order.ts";

const two = (part: number) => String(part).padStart(2, "0");
const anyDay = fc
  .tuple(
    fc.integer({ min: 1971, max: 2068 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
  )
  .map(([year, month, day]) => ({ year, month, day }));
const anyMark = fc.constantFrom("/", "-", ".", " ");
type Day = { year: number; month: number; day: number };
const isoOf = ({ year, month, day }: Day) => `${year}-${two(month)}-${two(day)}`;
const written = ({ year, month, day }: Day, mark: string, dayFirst: boolean) =>
  [...(dayFirst ? [day, month] : [month, day]), year].join(mark);

/** What a column of dates is found to be. */
const orderOf = (texts: readonly string[]) => {
  const orders = new DayOrders();
  for (const [at, text] of texts.entries()) orders.see(at + 2, [text]);
  return orders.seen()["0"];
};

describe("dates of a column", () => {
  test("are read as they were written, or asked for: never as another day", () => {
    fc.assert(
      fc.property(
        fc.array(anyDay, { minLength: 1, maxLength: 20 }),
        anyMark,
        fc.boolean(),
        (days, mark, dayFirst) => {
          const texts = days.map((day) => written(day, mark, dayFirst));
          const order = orderOf(texts);
          expect(contradiction(order)).toBe(null);
          const found = dayFirstOf(order, null);
          for (const [at, text] of texts.entries()) {
            const read = dayIn(text, found);
            expect([isoOf(days[at]!), isUndecided(order) ? null : undefined]).toContain(read);
          }
          // Once a person has answered, every date is the one that was written.
          const answered = dayFirstOf(order, dayFirst);
          expect(texts.map((text) => dayIn(text, answered))).toEqual(days.map(isoOf));
        },
      ),
      { seed: 7, numRuns: 300 },
    );
  });

  test("that contradict each other are refused with both rows", () => {
    fc.assert(
      fc.property(anyDay, anyDay, anyMark, (one, other, mark) => {
        const first = written({ ...one, day: 13 + (one.day % 15) }, mark, true);
        const second = written({ ...other, day: 13 + (other.day % 15) }, mark, false);
        const told = contradiction(orderOf([first, second]));
        expect(told).toContain(`Row 2 has ${first}`);
        expect(told).toContain(`row 3 has ${second}`);
      }),
      { seed: 7, numRuns: 100 },
    );
  });

  test("of which nobody can tell the day are asked for with both days written out", () => {
    expect(isUndecided(orderOf(["03/04/2026", "05/05/2026"]))).toBe(true);
    expect(isUndecided(orderOf(["05/05/2026", "7-Mar-2026", "2026-04-03", "45748"]))).toBe(false);
    expect(isUndecided(orderOf(["03/04/2026", "13/04/2026"]))).toBe(false);
    expect(twoDays("03/04/2026")).toEqual({
      dayFirst: "3 April 2026",
      monthFirst: "4 March 2026",
    });
    expect(twoDays("3.4.26 10:00")).toEqual({
      dayFirst: "3 April 2026",
      monthFirst: "4 March 2026",
    });
    expect(twoDays("31/12/2026")).toBe(null);
  });

  test("in full, with a month's name, with a time of day and as numbers of a spreadsheet need no order", () => {
    for (const text of ["2026-04-03", "2026/4/3 00:00:00", "3 April 2026", "Apr 3, 2026", "46115"])
      expect([text, dayOf(text), dayIn(text, null)]).toEqual([text, null, "2026-04-03"]);
    expect(dayIn("03/04/2026", null)).toBe(null);
    expect(dayIn("13/14/2026", null)).toBe(null);
    expect(dayOf("13/14/2026")).toBe(null);
  });
});

describe("names of columns", () => {
  const columns: Column[] = [
    { name: "assetCode", label: "Asset code", like: ["tag"] },
    { name: "name", label: "Name", like: ["device"] },
    { name: "purchaseCostMinor", label: "Purchase cost", like: ["cost"] },
    { name: "serialNo", label: "Serial no", like: ["serial"] },
  ];
  const anyOfThem = fc.shuffledSubarray(columns, { minLength: 1 });

  test("lead to their fields in whatever order, writing and language, each once", () => {
    const said: Record<string, string[]> = {
      assetCode: ["Asset code", "ASSET-CODE *", "Tag", "Numéro d'inventaire", "Inventarnummer"],
      name: ["Name", " name ", "Device", "Désignation", "Bezeichnung"],
      purchaseCostMinor: ["Purchase cost", "Cost (INR)", "Purchase_Cost [₹]", "Kaufpreis"],
      serialNo: ["Serial no", "Serial", "Seriennummer", "N° série"],
    };
    fc.assert(
      fc.property(anyOfThem, fc.infiniteStream(fc.nat({ max: 4 })), (chosen, picks) => {
        const header = chosen.map(({ name }) => {
          const words = said[name]!;
          return words[(picks.next().value as number) % words.length]!;
        });
        const filled = new Set(header.keys());
        expect(proposed(columns, header, filled)).toEqual(
          Object.fromEntries(chosen.map(({ name }, at) => [name, at])),
        );
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  test("that mean nothing are left alone, and no column is two fields", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 30 }), { maxLength: 30 }), (header) => {
        const places = Object.values(proposed(columns, header, new Set(header.keys())));
        expect(new Set(places).size).toBe(places.length);
      }),
      { seed: 7, numRuns: 200 },
    );
  });
});

test("amounts are read with the signs of their money", () => {
  for (const [text, amount] of [
    ["₹ 1,25,000.50", "125000.50"],
    ["$12,500.00", "12500.00"],
    ["1.250,5 €", "1250.5"],
    ["Rs. 900/-", "900"],
    ["12 500,75", "12500.75"],
  ] as const)
    expect([text, amountIn(text)]).toEqual([text, amount]);
});
