import { describe, expect, test } from "vitest";
import { weekFields, weekIn } from "#app/shared/working-week.ts";
import { dayIn } from "#worker/domain/imports/columns.ts";
import {
  holidayLines,
  holidaysOf,
  joinedHolidays,
  readHolidays,
} from "#worker/domain/settings/holidays.ts";

const read = (text: string, dayFirst = true) =>
  readHolidays(new TextEncoder().encode(text), (date) => dayIn(date, dayFirst));

describe("holidays are read", () => {
  test("out of lines with a heading, in any usual form of a date, joined by their date", () => {
    const { holidays, problems } = read(
      "Date;Name\n15/08/2026;Independence Day\n2026-01-26;Republic Day\n\n26 Jan 2026;Again\n",
    );
    expect(problems).toEqual([]);
    expect(holidays).toEqual([
      { on: "2026-01-26", name: "Republic Day" },
      { on: "2026-08-15", name: "Independence Day" },
    ]);
  });

  test("with the month first where the country writes it so", () => {
    expect(read("07/04/2026,Independence Day", false).holidays).toEqual([
      { on: "2026-07-04", name: "Independence Day" },
    ]);
  });

  test("with what is wrong by line, and then none is taken", () => {
    const { problems } = read(
      `date,name\n2026-01-26,Republic Day\nsoon 3,Feast\n2026-02-30,None\n2026-03-01,\n2026-04-01,${"x".repeat(61)}`,
    );
    expect(problems).toEqual([
      "Line 3: The date is not readable. Write it as 2026-01-26.",
      "Line 4: The date is not readable. Write it as 2026-01-26.",
      "Line 5: The name of the holiday is missing",
      "Line 6: The name can have at most 60 characters",
    ]);
    expect(read(Array.from({ length: 20 }, () => "1,2").join("\n")).problems).toHaveLength(10);
  });

  test("out of a calendar file: folded lines, several days, signs with a backslash", () => {
    const text = [
      "BEGIN:VCALENDAR",
      "BEGIN:VEVENT",
      "DTSTART;VALUE=DATE:20261224",
      "DTEND;VALUE=DATE:20261227",
      "SUMMARY:Christmas\\, all of",
      "  it",
      "END:VEVENT",
      "BEGIN:VEVENT",
      "SUMMARY:New Year",
      "DTSTART:20270101T000000Z",
      "END:VEVENT",
      "END:VCALENDAR",
    ].join("\r\n");
    expect(read(text)).toEqual({
      problems: [],
      holidays: [
        { on: "2026-12-24", name: "Christmas, all of it" },
        { on: "2026-12-25", name: "Christmas, all of it" },
        { on: "2026-12-26", name: "Christmas, all of it" },
        { on: "2027-01-01", name: "New Year" },
      ],
    });
  });

  test("but no entry of a calendar that repeats, or lasts for months", () => {
    const event = (...lines: string[]) =>
      read(["BEGIN:VCALENDAR", "BEGIN:VEVENT", "SUMMARY:X", ...lines, "END:VEVENT"].join("\n"))
        .problems;
    expect(event("DTSTART:20260101", "RRULE:FREQ=YEARLY")).toEqual([
      "Line 2: This entry repeats. Export the calendar of one year.",
    ]);
    expect(event("DTSTART:20260101", "DTEND:20260401")).toEqual([
      "Line 2: An entry can have at most 31 days",
    ]);
  });

  test("not beyond the limits", () => {
    const days = Array.from({ length: 201 }, (_, n) =>
      new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10),
    );
    const many = days.map((on) => `${on},Day`).join("\n");
    expect(read(many).problems).toEqual(["A calendar can have at most 200 holidays"]);
    expect(read("x".repeat(100_001)).problems).toEqual(["This list is too long"]);
    expect(read('2026-01-01,"Open').problems).toEqual([
      "A quotation mark that begins in row 1 never ends",
    ]);
  });
});

test("what a form shows of holidays is read as the same", () => {
  const holidays = [
    { on: "2026-01-26", name: 'Day of the "Republic", first' },
    { on: "2026-12-25", name: "Christmas; whole day" },
  ];
  expect(holidaysOf(holidayLines(holidays))).toEqual({ holidays, problems: [] });
  expect(holidaysOf("26/01/2026,Republic Day").problems).toHaveLength(1);
  expect(joinedHolidays(holidays, [{ on: "2026-01-26", name: "Other" }])).toEqual(holidays);
});

test("a week is read by its days, with what is wrong by field", () => {
  const nine = { from: "08:00", to: "17:00" };
  const week = [nine, null, null, null, null, null, { from: "20:00", to: "24:00" }] as never;
  expect(weekIn(weekFields(week), false)).toEqual({ week, problems: {} });
  expect(weekIn({}, true)).toEqual({ week: null, problems: {} });
  expect(weekIn({}, false).problems).toEqual({ monFrom: "At least one day needs hours" });
  expect(
    weekIn(
      {
        ...{ monFrom: "8", monTo: "17:00", tueFrom: "08:00", wedFrom: "17:00", wedTo: "08:00" },
        ...{ thuTo: "12:00", friFrom: "24:00", friTo: "24:00" },
      },
      false,
    ).problems,
  ).toEqual({
    monFrom: "Monday begins at a time such as 08:00",
    tueTo: "Tuesday ends at a time such as 17:00 or 24:00",
    wedTo: "Wednesday ends before it begins",
    thuFrom: "Thursday begins at a time such as 08:00",
    friFrom: "Friday begins at a time such as 08:00",
  });
});
