import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { corrected, isStale } from "#app/offline/clock.ts";
import { meaningOf, qtyFieldOf, remedyOf, withUsed, wordsOf } from "#app/offline/refusal-words.ts";
import type { Entry } from "#app/offline/store.ts";
import { lastTimes } from "#app/routes/rounds/begun.ts";
import { wallClock } from "#app/shared/company-time.ts";
import { dateText } from "#app/shared/dates.ts";
import { DAY_MS, foundAt, GOOD_DAYS, type RoundDevice } from "#app/shared/rounds.ts";
import { ticketClock, ticketNow } from "#app/shared/ticket.ts";

const entry: Entry = {
  ...{ key: "k", packageId: "p", deviceId: "d", kind: "report", endpoint: "/api/x" },
  ...{
    status: "needs",
    occurrence: null,
    openedAt: 0,
    finishedAt: 1,
    isSetRight: false,
    isTried: false,
  },
  ...{ problem: null, notes: [] },
  values: {
    service_ticket: "PM-261001120000",
    date: "2026-10-01",
    "parts[3][id]": "cuff",
    "parts[3][qty]": "2",
    "parts[3][cost]": "1.00",
    "parts[5][id]": "cell",
    "parts[5][qty]": "1",
  },
};

describe("what a refusal means", () => {
  test("a shortage names the item, what is there and what was used", () => {
    const problem = {
      ...{ status: 409, message: "Only 1 of NIBP cuff in stock" },
      data: { stock_item_id: "cuff", available: 1, name: "NIBP cuff" },
    };
    expect(remedyOf(problem)).toEqual({
      ...{ kind: "shortage", itemId: "cuff", name: "NIBP cuff", available: 1 },
    });
    expect(wordsOf(problem, entry)).toBe(
      "NIBP cuff: only 1 in stock, you used 2. Say how many were really used.",
    );
  });

  test("each of the others has its own remedy", () => {
    const kinds = [
      { status: 409, message: "This PM was done meanwhile by PM-261001110000" },
      { status: 409, message: "This planned service is no longer open" },
      { status: 409, message: "Someone else changed this record", data: { version: 4 } },
      { status: 409, message: "This planned service is done", data: { newer: { version: 4 } } },
      { status: 409, message: "This asset is disposed" },
      { status: 403, message: "Access Denied" },
      { status: 404, message: "This asset was not found" },
      { status: 422, message: "Service Date cannot be in the future" },
    ].map((problem) => remedyOf(problem).kind);
    expect(kinds).toEqual(["done", "done", "newer", "over", "keep", "keep", "keep", "change"]);
  });

  test("only an answer of the server about the report needs the person", () => {
    const all = [401, 402, 403, 404, 409, 413, 422, 408, 429, 500, 503].map(meaningOf);
    expect(all).toEqual([
      ...["session", "suspended", "person", "person", "person", "person", "person"],
      ...["again", "again", "again", "again"],
    ]);
  });

  test("another quantity changes its row alone, and none takes the row away", () => {
    expect(qtyFieldOf(entry, "cuff")).toBe("parts[3][qty]");
    expect(withUsed(entry, "cuff", 1)).toEqual({ ...entry.values, "parts[3][qty]": "1" });
    expect(Object.keys(withUsed(entry, "cuff", 0))).toEqual([
      ...["service_ticket", "date", "parts[5][id]", "parts[5][qty]"],
    ]);
    expect(withUsed(entry, "unknown", 1)).toBe(entry.values);
  });
});

describe("a wrong clock", () => {
  const zone = fc.constantFrom("UTC", "Asia/Kolkata", "America/New_York", "Europe/Berlin");
  const instant = fc.integer({
    min: Date.UTC(2026, 0, 1) / 1000,
    max: Date.UTC(2030, 0, 1) / 1000,
  });

  test("of up to a day is left as it is", () => {
    fc.assert(
      fc.property(fc.integer({ min: -DAY_MS, max: DAY_MS }), (offset) => {
        expect(corrected(entry.values, offset, 0, "UTC")).toBeNull();
      }),
    );
  });

  test("of more gives the ticket of the server's clock at the moment the form opened", () => {
    fc.assert(
      fc.property(zone, instant, fc.integer({ min: 2, max: 900 }), fc.boolean(), (...given) => {
        const [timeZone, seconds, days, isFast] = given;
        const openedAt = seconds * 1000;
        const offset = days * DAY_MS * (isFast ? -1 : 1);
        const values = {
          service_ticket: ticketNow(timeZone, openedAt),
          date: new Date(wallClock(timeZone, openedAt)).toISOString().slice(0, 10),
        };
        const right = corrected(values, offset, openedAt, timeZone)!;
        expect(right.service_ticket).toBe(ticketNow(timeZone, openedAt + offset));
        const day = Date.parse(right.date!);
        expect(Math.abs(day - ticketClock(right.service_ticket!)!)).toBeLessThan(2 * DAY_MS);
      }),
    );
  });

  test("a round is old after seven days", () => {
    expect([isStale(0, GOOD_DAYS * DAY_MS), isStale(0, GOOD_DAYS * DAY_MS + 1)]).toEqual([
      false,
      true,
    ]);
  });
});

describe("what was found last time", () => {
  const check = (name: string, more: object = {}) => ({
    ...{ name, status: "yes" as const, remark: "" },
    ...more,
  });
  const device = (lastChecks?: RoundDevice["lastChecks"]) => ({ lastChecks }) as RoundDevice;
  const date = (on: string) => dateText(on);

  test("is a reading, a remark or a No; a plain answer and checks of one name say nothing", () => {
    expect(
      foundAt([
        check("Housing"),
        check("Battery run", { value: "36", unit: "min", low: "30" }),
        check("Leak", { status: "no", value: "312", unit: "ml/min", high: "200" }),
        check("Castors", { status: "no", remark: "  Rear left cracked " }),
        check("Filter", { remark: "Due soon" }),
        check("Battery", { status: "na" }),
        check("Alarm", { status: "no" }),
        check("Alarm", { value: "1" }),
      ]),
    ).toEqual([
      { name: "Battery run", found: "36 min", remark: "" },
      { name: "Leak", found: "312 ml/min, No", remark: "" },
      { name: "Castors", found: "No", remark: "Rear left cracked" },
      { name: "Filter", found: "Yes", remark: "Due soon" },
    ]);
    expect(foundAt([check("Housing", { remark: "x".repeat(1000) })])[0]!.remark).toHaveLength(150);
  });

  test("is told by the latest report with the checklist, else by the latest with checks", () => {
    const one = (serviceOn: string, checklistId: string, found: string, remark = "") => ({
      ...{ serviceOn, checklistId, checks: [{ name: "Leak", found, remark }] },
    });
    const last = device([
      one("2026-05-03", "safety", "8 mA"),
      one("2026-04-01", "pm", "9 mA", "Hot"),
    ]);
    const told = (checklistId?: string) => lastTimes(last, checklistId, date).get("Leak");
    expect([told("pm"), told("safety"), told("other"), told()]).toEqual([
      "Last time 9 mA, 01 Apr 2026: Hot",
      ...Array(3).fill("Last time 8 mA, 03 May 2026"),
    ]);
    expect(lastTimes(last, "pm", date).get("constructor")).toBeUndefined();
  });

  test("is not known of a round that an earlier version took", () => {
    expect(lastTimes(device(), "pm", date).size).toBe(0);
  });
});
