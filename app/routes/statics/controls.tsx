import { Link, useLocation } from "react-router";
import { searchChoices } from "#app/routes/masters/choices.ts";
import { criticalityWords } from "#app/shared/asset-words.ts";
import { monthText } from "#app/shared/dates.ts";
import type { Choice } from "#app/shared/list.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { Filter } from "#app/ui/list-filter.tsx";
import { listUrl } from "#app/ui/list-url.ts";
import type { Statistics } from "#worker/domain/statistics/statistics.ts";

const kinds = [
  ["month", "Month"],
  ["quarter", "Quarter"],
  ["months", "12 months"],
  ["fiscal", "Fiscal year"],
  ["custom", "Custom"],
] as const;

/** What the page can be narrowed to. @param chosen the records that the address names */
export const staticsFilters = (chosen: Readonly<Record<string, Choice>>): Filter[] => [
  {
    key: "compare",
    label: "Compared with",
    options: [
      { value: "year", label: "the year before" },
      { value: "none", label: "nothing" },
    ],
  },
  ...(
    [
      ["department", "Location", "locations"],
      ["place", "Place", "places"],
      ["category", "Category", "categories"],
    ] as const
  ).map(([key, label, list]) => ({
    key,
    label,
    load: searchChoices(list),
    selected: chosen[key] ?? null,
  })),
  {
    key: "criticality",
    label: "Criticality",
    options: Object.entries(criticalityWords).map(([value, label]) => ({ value, label })),
  },
  ...(
    [
      ["vendor", "Vendor", "vendors"],
      ["team", "Team", "teams"],
    ] as const
  ).map(([key, label, list]) => ({
    key,
    label,
    load: searchChoices(list),
    selected: chosen[key] ?? null,
  })),
];

/** Which period is shown, and those beside it. */
export function PeriodSwitch({ period }: { period: Statistics["period"] }) {
  const at = useLocation();
  const none = { end: null, from: null, to: null };
  return (
    <nav className="switch-view statics-switch" aria-label="Period">
      {kinds.map(([kind, label]) => (
        <Link
          key={kind}
          to={listUrl(at, {
            ...none,
            period: kind,
            ...(kind === "custom" ? { from: period.first, to: period.months.at(-1)! } : {}),
          })}
          aria-current={period.kind === kind ? "true" : undefined}
          preventScrollReset
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** The months that are shown, and the way to those before and after. */
export function PeriodText({ period }: { period: Statistics["period"] }) {
  const at = useLocation();
  const { first, last, earlier, later, kind } = period;
  const text = first === last ? monthText(first) : `${monthText(first)} to ${monthText(last)}`;
  if (kind === "custom") return <CustomPeriod period={period} />;
  return (
    <span className="statics-period">
      {earlier && (
        <Link
          className="btn btn-ghost btn-icon"
          to={listUrl(at, { period: kind, end: earlier })}
          aria-label="The period before"
          preventScrollReset
        >
          <Icon name="left" />
        </Link>
      )}
      <b>{text}</b>
      {later && (
        <Link
          className="btn btn-ghost btn-icon"
          to={listUrl(at, { period: kind, end: later })}
          aria-label="The period after"
          preventScrollReset
        >
          <Icon name="right" />
        </Link>
      )}
    </span>
  );
}

/** Months of one's own choice, sent as the address of the page. */
function CustomPeriod({ period }: { period: Statistics["period"] }) {
  const { search } = useLocation();
  const others = [...new URLSearchParams(search)].filter(
    ([name, value]) => value && !["period", "from", "to", "end"].includes(name),
  );
  return (
    <form method="get" action="/statics" className="statics-period">
      <input type="hidden" name="period" value="custom" />
      {others.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label>
        <span className="sr-only">From month</span>
        <input className="input" type="month" name="from" defaultValue={period.first} required />
      </label>
      <label>
        <span className="sr-only">To month</span>
        <input className="input" type="month" name="to" defaultValue={period.last} required />
      </label>
      <button className="btn" type="submit">
        Show
      </button>
    </form>
  );
}
