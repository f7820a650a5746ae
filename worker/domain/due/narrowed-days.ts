import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { addDays, daysBetween } from "#app/shared/company-time.ts";
import { type DueView, daysFrom } from "#app/shared/due-range.ts";
import { dueKinds, openDue, type Standing } from "#app/shared/due-standing.ts";
import { dueDays, dueOccurrences as table } from "#drizzle/tenant/index.ts";
import type { Lists } from "../../db/as-lists.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { acrossLocations } from "../../db/scope.ts";
import type { Asker } from "../lists/documents.ts";
import { entryOf } from "../lists/list-query.ts";
import { standingSql } from "./due-filters.ts";
import { A_DAY, type DueEntry, entriesOf, entriesOfLists, inOrder } from "./first-entries.ts";
import type { Holds } from "./holds.ts";
import type { Counted } from "./kept-days.ts";
import { type Lead, leadColumns, leadOf, MOST_DEVICES } from "./lead.ts";
import { minutesOf } from "./load.ts";
import type { Narrowing } from "./narrowing.ts";

/** So many rows are read for the days at most; besides, a month and a week read the dates kept elsewhere. */
const MOST: PerView = { month: 4_200, week: 4_200, year: 4_700, agenda: 0 };
/** So many planned services of a lead are told at most, those sought in vain among them; fewer where more is looked up for each. */
const MOST_OF_LEAD: PerView = { month: 900, week: 900, year: 1_700, agenda: 0 };
/** What a day costs besides its planned services: the step to it, its states, how many it has, and the entries that it shows. */
const A_STEP: PerView = { month: 31, week: 66, year: 8, agenda: 0 };
/** What each device and each planned service of a lead costs, and besides each that is shown. */
const A_DEVICE = 6;
const OF_LEAD = 2;
const SHOWN = 5;
/** A bound that is never reached: SQLite reckons what is below it once. */
const ALL = sql.raw("limit 1000000");

const standings = [
  "done",
  "missed",
  "held",
  "overdue",
  "in_window",
  "planned",
] as const satisfies Standing[];
/** The states in which an occurrence stands so; it is open where none is named. */
const statesOf: Partial<Record<string, readonly (typeof inOrder)[number][]>> = {
  done: ["done"],
  missed: ["missed"],
};

type Values = Readonly<Record<string, string>>;
type Range = { from: string; to: string };
type Asked = Range & {
  view: DueView;
  /** The day that is looked at first: those before it come last. */
  first: string;
};
type PerView = Readonly<Record<DueView, number>>;
const number = (value: number) => sql.raw(String(value));

/** The days on which anything can stand as filters ask: none for a kind that is kept elsewhere. */
function daysOf({ from, to }: Range, { kind, status }: Values, today: string): Range {
  const yesterday = addDays(today, -1);
  if (kind && !entryOf(dueKinds, kind)) return { from, to: addDays(from, -1) };
  if (status === "overdue") return { from, to: to < today ? to : yesterday };
  const isAhead = status === "in_window" || status === "planned";
  return { from: isAhead && from < today ? today : from, to };
}

/** Looks at rows named as the table, with whether each `fits`: how those that do stand, and how long they take. */
const judged = (db: ReadingDb, today: string, rows: SQL, isTimed: boolean) =>
  sql`(select ${table.id} as "id", ${table.planOn} as "on", case when "fits" then ${standingSql(db, today)} end as "standing",
    ${isTimed ? sql`case when "fits" then ${minutesOf(db.companyId)} end` : sql`0`} as "minutes" from (${rows} ${ALL}) as ${table} ${ALL}) as "one"`;

/** What a day of the walk says of itself: what it cost, how many of each standing, their minutes, and the ids of all. */
const dayColumns = (cost: SQL) => {
  const each = (value: (standing: SQL) => SQL) =>
    sql.join(
      standings.map((one) => value(sql.raw(`filter (where "standing" = '${one}')`))),
      sql`, `,
    );
  return sql`json_array(${cost}, json_array(${each((only) => sql`count(*) ${only}`)}), json_array(${each((only) => sql`total("minutes") ${only}`)}),
    json_group_array("one"."id") filter (where "standing" is not null))`;
};

/** The days of a range in the order in which they are looked at. */
function inTurn({ from, to, first }: Asked): string[] {
  const days = daysFrom(from, to);
  const at = Math.max(0, days.indexOf(first));
  return [...days.slice(at), ...days.slice(0, at)];
}

/**
 * The planned services of one day after another, until so many rows were read: each day is told as a whole, or nothing of it.
 * @param begin the FROM of the first step, with the rows that there are as `left`, and `rows` where nothing is to be looked for
 */
function walkOf(
  { db, today }: Asker,
  asked: Asked,
  values: Values,
  { whole, lookups }: Narrowing,
  begin: SQL,
) {
  const { view, from } = asked;
  const days = inTurn(asked);
  const isYear = view === "year";
  const shift = number(Math.max(0, daysBetween(from, days[0] ?? from)));
  const count = number(days.length);
  const day = sql`date(${from}, (("walked"."step" + ${shift}) % ${count}) || ' days')`;
  const { kind, status = "" } = values;
  const states = entryOf(statesOf, status) ?? (status ? openDue : inOrder);
  const isOfKind = kind ? eq(table.kind, kind as "pm") : undefined;
  const occurrences = sql`${acrossLocations(table, "it bounds how far a look goes")} indexed by "due_occurrences_by_plan"`;
  // In the order in which a day shows them.
  const ofDay = isYear
    ? sql`${occurrences} where ${db.ofOwner(table, eq(table.planOn, day))}`
    : sql`json_each(${JSON.stringify(inOrder.filter((one) => (states as readonly string[]).includes(one)))}) as "state" cross join ${occurrences}
      where ${db.ofOwner(table, and(eq(table.planOn, day), sql`${table.status} = "state"."value"`, isOfKind))}`;
  const fits = and(isYear ? ne(table.status, "cancelled") : undefined, whole, sql`1`);
  const rows = sql`select ${leadColumns}, (${fits}) as "fits" from ${ofDay}`;
  const isTimed = !isYear;
  const cost = sql`${number(A_STEP[view])} + count(*) * ${number(1 + lookups)}${isTimed ? sql` + count("standing")` : sql``}`;
  const kept = acrossLocations(dueDays, "it bounds how far a look goes");
  const planned = sql`(select coalesce(sum(${dueDays.count}), 0) from ${kept} where ${db.ofOwner(
    dueDays,
    sql`${dueDays.id} between ${day} and ${day} || '~'`,
  )})`;
  const left = sql`"walked"."left" - ("walked"."found" ->> '$[0]')`;
  const most = number(1 + lookups + (isTimed ? 1 : 0));
  return sql`"walked" ("step", "day", "left", "found") as (
    select 0, null, "left", json_array(0) from ${begin} as "begin" where "rows" is null
    union all
    select "walked"."step" + 1, ${day}, ${left}, case when ${planned} * ${most} <= ${left}
      then (select ${dayColumns(cost)} from ${judged(db, today, rows, isTimed)}) end
    from "walked" where "walked"."found" is not null and "walked"."step" < ${count})`;
}

/** All planned services of a lead, and how many rows of the most are left where they are too many. */
function leadWith(
  { db, today }: Asker,
  view: DueView,
  { own, whole, lookups }: Narrowing,
  lead: Lead,
) {
  const isTimed = view !== "year";
  const each = lead.isOfDevices ? 0 : lookups;
  const most = Math.floor(MOST_OF_LEAD[view] / (1 + each / 2));
  const fits = and(
    ne(table.status, "cancelled"),
    lead.isOfDevices ? own : whole,
    sql`${table.id} is not null`,
  );
  const rows = sql`select *, (${fits}) as "fits" from (${lead.rows} limit ${number(most + 1)}) as ${table}`;
  const cost = sql`${number(A_DEVICE)} * "devices" + ${number(OF_LEAD + each)} * "looked"`;
  const shown = isTimed ? sql` + ${number(SHOWN)} * json_array_length("rows")` : sql``;
  const areFew = sql`"devices" <= ${number(MOST_DEVICES)} and "looked" <= ${number(most)} and ${cost}${shown} <= ${number(MOST[view])}`;
  // A vendor's device is told by itself and by each of its schedules.
  const devices = sql`"devices" ("looked", "ids") as materialized (select count(*), json_group_array(distinct "id") filter (where "fits") from (${lead.devices})), `;
  const told = sql`json_group_array(json_array("one"."on", "standing", "minutes", "one"."id")) filter (where "standing" is not null)`;
  return sql`${lead.devices ? devices : sql``}"found" ("devices", "looked", "rows") as materialized (
      select ${lead.devices ? sql`(select "looked" from "devices")` : sql`0`}, count(*), ${told} from ${judged(db, today, rows, isTimed)}),
    "led" ("rows", "left") as materialized (
      select iif(${areFew}, "rows", null), ${number(MOST[view])} - (${cost}) from "found")`;
}

/** What a look through the days of a range has found. */
export type NarrowedDays = {
  counted: Counted[];
  entries: DueEntry[];
  /** The days that were not looked through. */
  cut: ReadonlySet<string>;
};
type OfLead = [on: string, standing: Standing, minutes: number];
type OfDay = [on: string, counts: number[] | null, minutes: number[] | null];

/**
 * What filters or a person's Locations leave of a range, counted by the day, with the first entries of each: as a statement of the
 * page's batch that reads a bounded number of rows. It goes by the index of what is asked for, where that holds few; else from day to day.
 */
export function narrowedDays(asker: Asker, asked: Asked, values: Values, narrowing: Narrowing) {
  const { db, today } = asker;
  const { view } = asked;
  const at = { ...asked, ...daysOf(asked, values, today) };
  const days = inTurn(at);
  const lead = days.length ? leadOf(asker, values, narrowing, at) : null;
  const begin = lead ? sql`"led"` : sql`(select ${number(MOST[view])} as "left", null as "rows")`;
  const walk = walkOf(asker, at, values, narrowing, begin);
  const places = JSON.stringify(Array.from({ length: A_DAY[view] }, (_, place) => place));
  const first = sql`select "walked"."found" ->> ('$[3][' || "place"."value" || ']') as "id" from "walked" cross join json_each(${places}) as "place"`;
  const led = sql`select "row"."value" ->> '$[3]' as "id" from "led" cross join json_each("led"."rows") as "row"`;
  const shown = lead ? sql`${first} union all ${led}` : first;
  const told = [
    lead ? sql`(select "rows" from "led")` : sql`null`,
    sql`(select json_group_array(json_array("day", "found" -> '$[1]', "found" -> '$[2]')) from "walked" where "step" > 0)`,
    view === "year" ? sql`null` : entriesOf(db, shown),
  ];
  const lists = sql`json_array(${sql.join(
    told.map((one) => sql`json(${one})`),
    sql`, `,
  )})`;
  const statement = db
    .select({ lists: sql<string>`"narrowed"."lists"`.as("lists") })
    .from(
      sql`(with recursive ${lead ? sql`${leadWith(asker, view, narrowing, lead)}, ` : sql``}${walk} select ${lists} as "lists") as "narrowed"`,
    );
  return {
    statement,
    of(rows: readonly Lists[], holds: Holds): NarrowedDays {
      const [ofLead, ofDays, entries] = JSON.parse(rows[0]?.lists ?? "[null, [], null]") as [
        OfLead[] | null,
        OfDay[],
        unknown[][] | null,
      ];
      const looked = ofDays.filter(([, counts]) => counts !== null).length;
      return {
        counted: ofLead ? countedIn(ofLead) : ofDays.flatMap(countedOn),
        cut: new Set(ofLead ? [] : days.slice(looked)),
        entries: entriesOfLists(entries ? [entries] : [], holds, today),
      };
    },
  };
}

function countedIn(rows: readonly OfLead[]): Counted[] {
  const sums = new Map<string, Counted>();
  for (const [on, standing, minutes] of rows) {
    const sum = sums.get(`${on} ${standing}`) ?? { on, standing, count: 0, minutes: 0 };
    sums.set(`${on} ${standing}`, { ...sum, count: sum.count + 1, minutes: sum.minutes + minutes });
  }
  return [...sums.values()];
}

const countedOn = ([on, counts, minutes]: OfDay): Counted[] =>
  standings.flatMap((standing, at) =>
    counts?.[at] ? [{ on, standing, count: counts[at], minutes: minutes?.[at] ?? 0 }] : [],
  );
