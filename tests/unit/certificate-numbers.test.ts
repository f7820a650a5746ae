import { describe, expect, test } from "vitest";
import { addMonths } from "#app/shared/company-time.ts";
import type { NumberReset } from "#app/shared/number-format.ts";
import { nextNumber } from "#worker/domain/certificates/numbering.ts";
import type { Company } from "#worker/session.ts";

const companyIn = (timeZone: string, country: string, settings = {}) =>
  ({ timeZone, country, settings }) as unknown as Company;
const sequences = [
  { period: "25-26", nextValue: 731 },
  { period: "26-27", nextValue: 4 },
  { period: "2026", nextValue: 12 },
];
const at = (company: Company, instant: string, format?: { format: string; reset: NumberReset }) =>
  nextNumber(company, format, sequences, Date.parse(instant)).text;

describe("the number of a certificate", () => {
  test("is of the fiscal year that it is in the company's time zone, on 31 March and on 1 April", () => {
    const kochi = companyIn("Asia/Kolkata", "IN");
    // Midnight there is half past six in the evening before in UTC.
    expect(at(kochi, "2026-03-31T12:00:00Z")).toBe("CAL/25-26/00731");
    expect(at(kochi, "2026-03-31T18:29:59.999Z")).toBe("CAL/25-26/00731");
    expect(at(kochi, "2026-03-31T18:30:00Z")).toBe("CAL/26-27/00004");
    expect(at(kochi, "2026-04-01T12:00:00Z")).toBe("CAL/26-27/00004");
    const west = companyIn("America/Los_Angeles", "US", { fiscal_year_start: 4 });
    expect(at(west, "2026-04-01T06:59:59Z")).toBe("CAL/25-26/00731");
    expect(at(west, "2026-04-01T07:00:00Z")).toBe("CAL/26-27/00004");
  });

  test("begins a year that has no number yet at one, and is of the calendar year where that is fiscal", () => {
    expect(at(companyIn("Asia/Kolkata", "IN"), "2027-04-01T00:00:00Z")).toBe("CAL/27-28/00001");
    const berlin = companyIn("Europe/Berlin", "DE");
    expect(at(berlin, "2026-03-31T12:00:00Z")).toBe("CAL/2026/00012");
    expect(at(berlin, "2026-12-31T23:30:00Z")).toBe("CAL/2027/00001");
  });

  test("counts through where its format never begins anew", () => {
    const format = { format: "MGH-{FY}-{SEQ:4}", reset: "never" } as const;
    expect(at(companyIn("Asia/Kolkata", "IN"), "2026-03-31T18:30:00Z", format)).toBe(
      "MGH-26-27-0001",
    );
  });
});

test("a month after the 31st of January is its last day, a year after the 29th of February the 28th", () => {
  expect(["2026-01-31", "2028-01-31"].map((day) => addMonths(day, 1))).toEqual([
    ...["2026-02-28", "2028-02-29"],
  ]);
  expect(["2028-02-29", "2027-02-28"].map((day) => addMonths(day, 12))).toEqual([
    ...["2029-02-28", "2028-02-28"],
  ]);
});
