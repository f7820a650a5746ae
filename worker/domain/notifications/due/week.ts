import { addDays } from "#app/shared/company-time.ts";
import { type DueKind, dueKinds } from "#app/shared/due-standing.ts";
import { mondayOf } from "#app/shared/due-weeks.ts";
import type { CompanyDb } from "../../../db/company-db.ts";
import type { DueOfWeek } from "../../../mail/letters.ts";
import { readerRows, readersOf } from "../notify.ts";
import { sees } from "../shares.ts";
import { weekRows } from "./rows.ts";
import { responsibleFor } from "./shares.ts";

/** So many of a company's planned services are looked at, the latest planned first. */
const MOST = 400;
const LISTED = 5;

/** What is planned this week and what is overdue, as statements of a read; hand their rows to `weekOf`. */
export const weekStatements = (db: CompanyDb, today: string) =>
  [
    weekRows(db, addDays(mondayOf(today), 6), MOST),
    readerRows(db, "due.coming", "edit-asset"),
  ] as const;

type Rows = Awaited<ReturnType<typeof weekRows>>;
type People = Parameters<typeof readersOf>[0];

/** What falls to one person, to their teams or Locations; null where nothing does. */
export function weekOf(rows: Rows, people: People, today: string) {
  const readers = readersOf(people);
  const told = rows.map((row) => {
    const seeing = readers.filter((reader) => sees(reader, row.departmentId));
    return { row, to: new Set(responsibleFor(row, seeing).map(({ id }) => id)) };
  });
  return (person: string): DueOfWeek | null => {
    const mine = told.filter(({ to }) => to.has(person)).map(({ row }) => row);
    if (!mine.length) return null;
    const part = (own: Rows) => ({
      count: own.length,
      rows: own.slice(0, LISTED).map(({ id, kind, code, name, planOn }) => ({
        id,
        text: `${dueKinds[kind as DueKind]} ${code} ${name}`,
        on: planOn,
      })),
    });
    return {
      overdue: part(mine.filter(({ planOn }) => planOn < today)),
      week: part(mine.filter(({ planOn }) => planOn >= today).reverse()),
    };
  };
}
