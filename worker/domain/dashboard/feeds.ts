import { dateText } from "#app/shared/dates.ts";
import { dueEntryPath } from "#app/shared/due-links.ts";
import { type DueKind, dueKinds } from "#app/shared/due-standing.ts";
import { durationText } from "#app/shared/duration.ts";
import { plural } from "#app/shared/plural.ts";
import { filterFigure } from "./morning.ts";
import type { heldSchedules, myServices } from "./my-services.ts";
import { DOWN_DAYS } from "./roll-up-more.ts";

/** A list as the page shows it. */
export type Feed = {
  title: string;
  id?: string;
  empty: string;
  rows: readonly {
    key: string;
    to: string;
    title: string;
    text: string;
    badge?: { tone: "amber" | "overdue" | "hold"; icon: "clock" | "alert" | "pause"; text: string };
    end?: string;
  }[];
};
type Figures = ReadonlyMap<string, number>;

/** Rows by a day of theirs. What few rows are is sorted here: a sort is read as many times more in the database. */
export const byDay = <R>(rows: readonly R[], day: (row: R) => string): R[] =>
  rows.toSorted((one, other) => (day(one) < day(other) ? -1 : day(one) > day(other) ? 1 : 0));

type Held = Awaited<ReturnType<ReturnType<typeof heldSchedules>["execute"]>>;
/** Schedules on hold, and when each goes on. */
export const heldFeed = (rows: Held, format: string): Feed | null =>
  rows.length === 0
    ? null
    : {
        title: "Schedules on hold",
        empty: "",
        rows: byDay(rows, ({ holdUntil }) => holdUntil!).map(
          ({ id, assetId, code, name, title, holdUntil, holdReason }) => ({
            key: id,
            to: `/asset/detail/${assetId}?tab=schedule`,
            title: `${code} ${name}`,
            text: [title, holdReason].filter(Boolean).join(": "),
            badge: { tone: "hold", icon: "pause", text: "On hold" },
            end: `Until ${dateText(holdUntil!, format)}`,
          }),
        ),
      };

/** What lacks in the register, as far as it is counted. @param place the chosen Location */
export function dataQuality(
  figures: Figures,
  unpriced: number | null,
  place: string | null,
): Feed | null {
  const gaps = [
    ["cost", "No purchase cost", unpriced ?? figures.get(filterFigure("missing", "cost")) ?? null],
    ["serial", "No serial number", figures.get(filterFigure("missing", "serial")) ?? null],
    ["place", "No place", figures.get(filterFigure("missing", "place")) ?? null],
  ] as const;
  const known = gaps.filter(([, , n]) => n);
  return known.length === 0
    ? null
    : {
        title: "Data quality",
        empty: "",
        rows: known.map(([name, title, n]) => ({
          key: name,
          to: `/all-assets?missing=${name}${place ? `&department=${place}` : ""}`,
          title,
          text: plural(n!, "1 asset", "{n} assets"),
        })),
      };
}

export type DownRow = { id: string; code: string; name: string; minutes: number };
/** The devices that could not be used longest. */
export const downFeed = (rows: readonly DownRow[]): Feed | null =>
  rows.length === 0
    ? null
    : {
        title: `Most downtime, ${DOWN_DAYS} days`,
        empty: "",
        rows: rows.map(({ id, code, name, minutes }) => ({
          key: id,
          to: `/asset/detail/${id}?tab=breakdowns`,
          title: `${code} ${name}`,
          text: "Unplanned downtime",
          end: durationText(minutes * 60_000),
        })),
      };

/** Reports that were saved last. */
export const reportsFeed = (
  rows: readonly {
    id: string;
    ticket: string;
    serviceOn: string;
    serviceType: string;
    doneBy: string;
    assetId: string;
    assetName: string;
  }[],
  format: string,
): Feed => ({
  title: "Latest service reports",
  id: "reports",
  empty: "No service reports yet",
  rows: rows.map((row) => ({
    key: row.id,
    to: `/asset/detail/${row.assetId}?tab=service-report`,
    title: row.assetName,
    text: `${row.serviceType === "pm" ? "PM" : "Other"} ${row.ticket}, ${row.doneBy}`,
    end: dateText(row.serviceOn, format),
  })),
});

type Mine = Awaited<ReturnType<ReturnType<typeof myServices>["execute"]>>;
/** What a person or their teams have to do within a week, the most overdue first. */
export const servicesFeed = (rows: Mine, today: string, format: string): Feed["rows"] =>
  byDay(rows, ({ planOn }) => planOn).map(({ id, kind, planOn, whose, code, name, location }) => ({
    key: id,
    to: dueEntryPath(id),
    title: `${dueKinds[kind as DueKind]}: ${name}`,
    text: [code, location, whose].filter(Boolean).join(", "),
    badge:
      planOn < today
        ? { tone: "overdue", icon: "alert", text: "Overdue" }
        : { tone: "amber", icon: "clock", text: "Due" },
    end: dateText(planOn, format),
  }));
