import { daysBetween } from "#app/shared/company-time.ts";
import { figureText } from "#app/shared/figure-text.ts";
import { plural } from "#app/shared/plural.ts";
import type { Session } from "../../session.ts";
import { type Known, said } from "./looks.ts";

/** A tile: its figure, and the list whose rows add up to it. */
export type Tile = {
  label: string;
  value: string | number;
  note?: string;
  to: string;
  tone?: "amber" | "overdue";
  icon?: "alert" | "clock" | "cross";
};
type Mark = Pick<Tile, "tone" | "icon">;
const late: Mark = { tone: "overdue", icon: "alert" };
const down: Mark = { tone: "overdue", icon: "cross" };
const soon: Mark = { tone: "amber", icon: "clock" };
const low: Mark = { tone: "amber", icon: "alert" };
/** Only what needs someone has a colour. */
const marked = (value: number, mark: Mark): Mark => (value ? mark : {});

const ofMorning = (known: Known, note?: string) =>
  known.isOfMorning ? { note: "This morning's count" } : note ? { note } : {};

/** What the tiles are made of; a part without its permission is null, and so is what is not known of a Location. */
export type Counted = {
  today: string;
  assets: {
    total: number;
    overdue: Known;
    oldestDueOn: string | null;
    inMonth: Known | null;
    /** What they were bought for together, in minor units; null where it is not known. */
    valueMinor: number | null;
    /** How many keep to a filter of their list; null where it is not known. */
    count: (filter: string, value: string) => Known | null;
  } | null;
  look: (name: string) => Known | null;
  calls: { open: Known; late: Known; critical: Known; recalled: number | null } | null;
  passesOverdue: Known | null;
  transfers: number | null;
  stock: { low: number; out: Known } | null;
};

/** How devices stand, each as a filter of their list. */
const standing = [
  ["Working", "condition", "working", null, undefined],
  ["Not working", "condition", "not_working", down, undefined],
  ["Working, limited", "condition", "working_limited", low, undefined],
  ["Failed checks", "failed", "1", down, "In the latest checklist"],
] as const;

/** The address of a list, of the chosen Location where one is. */
type At = (path: string) => string;

function ofDevices({ assets, look, today }: Counted, session: Session, at: At): Tile[] {
  if (!assets) return [];
  const { total, overdue, oldestDueOn, inMonth, valueMinor, count } = assets;
  const { locale, currency } = session.company;
  const tiles: Tile[] = [
    {
      label: "Total assets",
      value: total,
      to: at("/all-assets"),
      ...(valueMinor ? { note: figureText(valueMinor, "money", { locale, currency }) } : {}),
    },
  ];
  for (const [label, filter, value, mark, note] of standing) {
    const known = count(filter, value);
    if (known)
      tiles.push({
        label,
        value: said(known),
        to: at(`/all-assets?${filter}=${value}`),
        ...ofMorning(known, note),
        ...(mark && marked(known.n, mark)),
      });
  }
  const oldest =
    oldestDueOn && plural(daysBetween(oldestDueOn, today), "Oldest 1 day", "Oldest {n} days");
  tiles.push({
    label: "PM overdue",
    value: said(overdue),
    to: at("/all-assets?pm=overdue"),
    ...ofMorning(overdue, oldest ?? undefined),
    ...marked(overdue.n, late),
  });
  if (inMonth)
    tiles.push({
      label: "PM due this month",
      value: said(inMonth),
      to: at("/all-assets?pm=month"),
      ...ofMorning(inMonth),
      ...marked(inMonth.n, soon),
    });
  const cal = look("cal_overdue");
  if (cal)
    tiles.push({
      label: "Calibration overdue",
      value: said(cal),
      to: at("/all-assets?cal=overdue"),
      ...ofMorning(cal),
      ...marked(cal.n, late),
    });
  for (const days of ["30", "60", "90"]) {
    const cover = look(`cover_${days}`);
    if (cover)
      tiles.push({
        label: `Cover ends, ${days} days`,
        value: said(cover),
        to: at(`/all-assets?cover=${days}`),
        ...ofMorning(cover),
        ...marked(days === "30" ? cover.n : 0, soon),
      });
  }
  const lost = look("lost_1");
  if (lost)
    tiles.push({
      label: "Not located",
      value: said(lost),
      to: at("/all-assets?lost=1"),
      ...ofMorning(lost),
      ...marked(lost.n, low),
    });
  return tiles;
}

function ofCalls({ calls }: Counted, at: (path: string) => string): Tile[] {
  const tiles: Tile[] = [];
  if (calls)
    tiles.push(
      {
        label: "Open service calls",
        value: said(calls.open),
        to: at("/asset-breakdowns"),
        ...(calls.critical.n ? { note: `${said(calls.critical)} critical` } : {}),
        ...marked(calls.open.n, low),
      },
      {
        label: "Calls past their time",
        value: said(calls.late),
        to: at("/asset-breakdowns?late=yes"),
        ...marked(calls.late.n, late),
      },
    );
  if (calls?.recalled)
    tiles.push({
      label: "Recalled assets, open",
      value: calls.recalled,
      to: "/recalls",
      ...marked(calls.recalled, low),
    });
  return tiles;
}

/** The tiles of a dashboard: each leads to the rows that it counts. @param department the chosen Location */
export function tilesOf(counted: Counted, session: Session, department: string | null): Tile[] {
  const located =
    (key: "department" | "location"): At =>
    (path) =>
      department ? `${path}${path.includes("?") ? "&" : "?"}${key}=${department}` : path;
  const { passesOverdue, transfers, stock } = counted;
  const repairs = department ? null : counted.look("repairs");
  return [
    ...ofDevices(counted, session, located("department")),
    ...(repairs
      ? [
          {
            label: "Under repair outside",
            value: said(repairs),
            to: "/gate-passes?tab=out&purpose=repair",
          },
        ]
      : []),
    ...ofCalls(counted, located("location")),
    ...(passesOverdue
      ? [
          {
            label: "Gate passes overdue",
            value: said(passesOverdue),
            to: "/gate-passes?tab=overdue",
            ...marked(passesOverdue.n, late),
          },
        ]
      : []),
    ...(transfers !== null
      ? [
          {
            label: "Transfers to accept",
            value: transfers,
            to: "/asset-transfers?tab=mine",
            ...marked(transfers, low),
          },
        ]
      : []),
    ...(stock
      ? [
          {
            label: "Low stock",
            value: stock.low,
            to: "/stocks?level=low",
            ...(stock.out.n ? { note: `${said(stock.out)} at zero` } : {}),
            ...marked(stock.low, low),
          },
        ]
      : []),
  ];
}
