import type { DueView } from "#app/shared/due-range.ts";
import { listsIn, readLists } from "../../db/as-lists.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { fixed } from "../../db/fixed.ts";
import { entriesOfDays, entriesOfLists } from "./first-entries.ts";
import { holdsFrom, holdsOf } from "./holds.ts";
import { daysOf, standingIn } from "./kept-days.ts";
import type { NarrowedDays } from "./narrowed-days.ts";

const withEntries = (view: "month" | "week") =>
  fixed((db: ReadingDb, from, to, days) =>
    readLists(db, [...daysOf(db, from, to), holdsOf(db, from, to), entriesOfDays(db, view, days!)]),
  );
const [ofMonth, ofWeek] = [withEntries("month"), withEntries("week")];
const ofYear = fixed((db: ReadingDb, from, to) => readLists(db, daysOf(db, from, to)));

type Asked = { view: DueView; days: readonly string[]; today: string };

/** What the days of a range hold for the whole company, as it is kept by the day, with the first entries of each: as one statement of the page's batch. */
export function wholeDays(db: ReadingDb, { view, days, today }: Asked) {
  const [from, to] = [days[0]!, days.at(-1)!];
  const statement =
    view === "month" || view === "week"
      ? (view === "month" ? ofMonth : ofWeek)(db, from, to, JSON.stringify(days))
      : ofYear(db, from, to);
  return {
    statement,
    of(rows: readonly { lists: string }[]): NarrowedDays {
      const [kept, held, holds, entries = []] = listsIn(rows);
      return {
        counted: standingIn(kept, held, today),
        entries: entriesOfLists(entries as unknown[][][], holdsFrom(holds), today),
        cut: new Set(),
      };
    },
  };
}
