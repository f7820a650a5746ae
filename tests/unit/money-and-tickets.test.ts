import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, dayIn, wallClock } from "#app/shared/company-time.ts";
import { formatMinor, parseMoney, totalOf } from "#app/shared/money.ts";
import { ticketClock, ticketNow, ticketsFrom } from "#app/shared/ticket.ts";

const minor = fc.integer({ min: -1_000_000_000_00, max: 1_000_000_000_00 });
const zone = fc.constantFrom(
  "Asia/Kolkata",
  "UTC",
  "America/New_York",
  "Australia/Lord_Howe",
  "Pacific/Kiritimati",
  "America/St_Johns",
);
const instant = fc.integer({ min: Date.UTC(2001, 0, 1), max: Date.UTC(2098, 0, 1) });

test("money survives its text", () =>
  fc.assert(
    fc.property(minor, (n) => {
      expect(parseMoney(formatMinor(n))).toBe(n);
    }),
  ));

test("money reads what people type and nothing else", () => {
  expect(["12.5", " 7 ", ".5", "0.07", "1."].map(parseMoney)).toEqual([1250, 700, 50, 7, 100]);
  expect(
    ["", "1.234", "1,2", "1e3", "0x1", "NaN", "--1", "1 2", "९", "999999999999999"].map(parseMoney),
  ).toEqual(Array(10).fill(null));
});

test("any text is an amount or null, never an error or a fraction", () =>
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(Number.isSafeInteger(parseMoney(text) ?? 0)).toBe(true);
    }),
  ));

test("the total is the sum over the lines that are not deleted, plus the service cost", () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          costMinor: fc.nat(1_000_000),
          qty: fc.integer({ min: 1, max: 999 }),
          isDeleted: fc.boolean(),
        }),
      ),
      fc.nat(1_000_000),
      (lines, service) => {
        const kept = lines.filter((line) => !line.isDeleted);
        expect(totalOf(lines, service)).toBe(totalOf(kept, 0) + service);
        expect(totalOf([...lines].reverse(), service)).toBe(totalOf(lines, service));
        expect(formatMinor(totalOf(lines, service))).toMatch(/^\d+\.\d\d$/);
      },
    ),
  ));

test("a ticket names the company's wall clock to the second", () =>
  fc.assert(
    fc.property(instant, zone, (at, timeZone) => {
      const ticket = ticketNow(timeZone, at);
      expect(ticket).toMatch(/^PM-\d{12}$/);
      expect(ticketClock(ticket)).toBe(wallClock(timeZone, at));
      expect(`20${ticket.slice(3, 5)}-${ticket.slice(5, 7)}-${ticket.slice(7, 9)}`).toBe(
        dayIn(timeZone, at),
      );
    }),
  ));

test("the tickets that follow are real, rising and distinct, over midnight and leap days too", () =>
  fc.assert(
    fc.property(instant, (at) => {
      const tickets = ticketsFrom(ticketNow("UTC", at));
      expect(tickets).toHaveLength(121);
      expect([...new Set(tickets)].sort()).toEqual(tickets);
      expect(tickets.every((ticket) => ticketClock(ticket) !== null)).toBe(true);
    }),
  ));

test("what is no real time is no ticket", () => {
  for (const ticket of [
    "PM-250230000000",
    "PM-251301000000",
    "PM-250101240000",
    "PM-25010100000",
    "pm-250101000000",
    "PM-2501010000000",
    "",
  ])
    expect([ticketClock(ticket), ticketsFrom(ticket)]).toEqual([null, []]);
});

test("days add up", () =>
  fc.assert(
    fc.property(fc.integer({ min: -5000, max: 5000 }), (n) => {
      expect(addDays(addDays("2026-02-28", n), -n)).toBe("2026-02-28");
    }),
  ));
