import type { DueView } from "#app/shared/due-range.ts";
import { type Lists, listsIn, readLists } from "../../db/as-lists.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { fixed } from "../../db/fixed.ts";
import { A_DAY, BESIDE, entriesOfDays, entriesOfLists } from "./first-entries.ts";
import { holdsFrom, holdsOf } from "./holds.ts";
import { daysOf, standingIn } from "./kept-days.ts";
import type { NarrowedDays } from "./narrowed-days.ts";

const days = fixed((db: ReadingDb, from, to) => readLists(db, daysOf(db, from, to)));
/** In a statement of their own: SQLite takes twice the time for the entries beside what is grouped. */
const entriesOf = (most: number) =>
  fixed((db: ReadingDb, from, to, list, others) =>
    readLists(db, [
      holdsOf(db, from!, to!),
      entriesOfDays(db, most, list!),
      entriesOfDays(db, BESIDE, others!),
    ]),
  );
const entries = { month: entriesOf(A_DAY.month), week: entriesOf(A_DAY.week) };

type Asked = {
  view: DueView;
  days: readonly string[];
  /** Whether a day is one of the months beside the one that is shown. */
  isBeside: (on: string) => boolean;
  today: string;
};

/** What the days of a range hold for the whole company, as it is kept by the day, with the first entries of each: as statements of the page's batch. */
export function wholeDays(db: ReadingDb, { view, days: list, isBeside, today }: Asked) {
  const [from, to] = [list[0]!, list.at(-1)!];
  const hasEntries = view === "month" || view === "week";
  const [own, beside] = [list.filter((on) => !isBeside(on)), list.filter(isBeside)];
  return {
    statements: [
      days(db, from, to),
      ...(hasEntries
        ? [entries[view](db, from, to, JSON.stringify(own), JSON.stringify(beside))]
        : []),
    ],
    of([kept = [], shown = []]: readonly (readonly Lists[])[]): NarrowedDays {
      const [counted, held] = listsIn(kept);
      const [holds, ofOwn = [], ofBeside = []] = listsIn(shown);
      return {
        counted: standingIn(counted, held, today),
        entries: entriesOfLists([...ofOwn, ...ofBeside] as unknown[][][], holdsFrom(holds), today),
        cut: new Set(),
      };
    },
  };
}
