import { type As, figureNumber, unitOf } from "#app/shared/figure-text.ts";
import type { KeyFigure, KeyNumber } from "#app/shared/statistics.ts";
import type { Session } from "../../session.ts";
import { betweenText, reliabilityOf } from "./charts-care.ts";
import { ratioOf } from "./charts-money.ts";
import { how as howPm, TARGET } from "./charts-pm.ts";
import { answeredInTime, mtbf, repairTime, uptime } from "./formulas.ts";
import { lastDayOf } from "./period.ts";
import { cell, changeText, filled, type Source } from "./source.ts";

type Months = readonly string[];
/** A number of a formula, with its rows where there are any. */
const number = (name: string, value: number | null, as: As, to?: string | null): KeyNumber => ({
  name,
  ...cell(value, as, to),
});
const daysOf = ({ from, to }: Source["period"]) => ({ from, to });
type Asked = {
  label: string;
  as: As;
  of: (months: Months) => number | null;
  /** Its formula, whom it counts and whom not, and the numbers of the period. */
  how: KeyFigure["how"];
  /** What stands where there is no number. */
  otherwise?: string;
  target?: number;
};

/** A figure with how it stands to the period before, and by month. */
function figureOf(source: Source, { label, as, of, how, otherwise, target }: Asked): KeyFigure {
  const { period, company } = source;
  const before = period.before?.months ?? [];
  const [now, then] = [of(period.months), before.length ? of(before) : null];
  const change = changeText(now, then, as, source);
  return {
    label,
    value: now === null ? (otherwise ?? "n/a") : figureNumber(now, as, company),
    unit: now === null ? "" : unitOf(as),
    note: change || (target === undefined ? "" : filled("Target {n} %", { n: target })),
    // The first of its numbers that has rows opens them.
    to: how.numbers.find((one) => one.to)?.to ?? null,
    how,
    months: period.months.map((month) => of([month])),
    as,
  };
}

function ofCalls(source: Source): Asked[] {
  const { sums, period, narrowed, links } = source;
  const days = daysOf(period);
  const risk = narrowed.dimension ? undefined : "life_support";
  const ofRisk = risk ? { criticality: risk } : {};
  const [known, all] = [
    reliabilityOf(source, period.months, risk),
    reliabilityOf(source, period.months),
  ];
  const repairs = repairTime(sums.list("repairs", period.months));
  const inTime = (months: Months) => {
    const sum = (name: string) =>
      sums
        .metrics(`${name}:`, [...new Set(months.map((month) => month.slice(0, 4)))])
        .reduce((every, metric) => every + sums.sum(metric, months), 0);
    return { met: sum("inTime"), of: sum("answered") };
  };
  const answered = inTime(period.months);
  return [
    {
      label: risk ? "Uptime, life support" : "Uptime",
      as: "percent",
      of: (months) => uptime(reliabilityOf(source, months, risk)),
      how: {
        formula: "100 × (T − D) ÷ T",
        text: "T is the time in service or standby of the devices together, D their unplanned downtime inside it; what is still open runs to the count. Planned downtime is left out. n/a where no downtime was ever logged.",
        numbers: [
          number("T", known.usedMs, "days"),
          number(
            "D",
            known.logged ? known.downMs : null,
            "hours",
            links.report("downtime", { ...days, down: "unplanned", counted: "yes", ...ofRisk }),
          ),
        ],
      },
    },
    {
      label: "Mean time to repair",
      as: "hours",
      of: (months) => repairTime(sums.list("repairs", months))?.mean ?? null,
      how: {
        formula: "Σ(restored − failed, else reported) ÷ n",
        text: "Calls of the period with equipment down that are over. Open calls, cancelled ones, duplicates and PM are left out.",
        numbers: [
          number(
            "n",
            repairs?.of ?? 0,
            "count",
            links.calls({ ...days, down: "yes", over: "yes" }),
          ),
          number("median", repairs?.median ?? null, "hours"),
        ],
      },
    },
    {
      label: "Between failures",
      as: "days",
      of: (months) => mtbf(reliabilityOf(source, months), 0)?.ms ?? null,
      otherwise: betweenText(source, period.months),
      how: {
        formula: "(T − D) ÷ F",
        text: "T and D as for the uptime of all devices. F are calls with equipment down, without duplicates, cancelled ones, no problem found and user error. Without a failure it says for how many days.",
        numbers: [
          number("F", all.failures, "count", links.calls({ ...days, failure: "yes" })),
          number("T", all.usedMs, "days"),
          number(
            "D",
            all.downMs,
            "hours",
            links.report("downtime", { ...days, down: "unplanned", counted: "yes" }),
          ),
        ],
      },
    },
    {
      label: "Answered in time",
      as: "percent",
      of: (months) => {
        const { met, of } = inTime(months);
        return answeredInTime(met, of);
      },
      how: {
        formula: "first response ≤ promised time ÷ all",
        text: "Calls of the period with a promised time that were answered or whose time is over. Cancelled calls, duplicates and calls still inside their time are left out.",
        numbers: [
          number("all", answered.of, "count", links.calls({ ...days, answered: "any" })),
          number(
            "late",
            answered.of - answered.met,
            "count",
            links.calls({ ...days, answered: "late" }),
          ),
        ],
      },
    },
  ];
}

function ofPm(source: Source): Asked {
  const { pm, pmBefore, period, links } = source;
  const listed = (standing: string) => links.report("pm-frozen", { ...daysOf(period), standing });
  return {
    label: "PM compliance",
    as: "percent",
    of: (months) =>
      months === period.months
        ? (pm?.total.percent ?? null)
        : months === period.before?.months
          ? (pmBefore?.total.percent ?? null)
          : (pm?.months.find(({ month }) => month === months[0])?.percent ?? null),
    target: TARGET,
    how: {
      ...howPm,
      numbers: [
        number("due", pm?.total.due ?? null, "count", listed("due")),
        number("on time", pm?.total.onTime ?? null, "count", listed("on_time")),
        number("excluded", pm?.total.excluded ?? null, "count", listed("excluded")),
      ],
    },
  };
}

function ofCost(source: Source): Asked {
  const { sums, period, links } = source;
  const spent = links.report("service-cost", { ...daysOf(period), priced: "yes" });
  const span = (months: Months) => ({
    from: `${months[0]}-01`,
    to: [lastDayOf(months.at(-1) ?? period.last), period.today].sort()[0]!,
  });
  return {
    label: "Cost ratio",
    as: "percent",
    of: (months) => (months.length ? ratioOf({ sums, months, ...span(months) }) : null),
    how: {
      formula: "100 × cost a year ÷ purchase cost of the same devices",
      text: "Devices in service or standby that have a price; the others are left out. Labour, vendor bills, parts and days of contracts, taken to a year.",
      numbers: [
        number("cost", sums.sum("pricedCost", period.months), "money", spent),
        number(
          "price",
          sums.now("price"),
          "money",
          links.report("asset-values", { priced: "yes" }),
        ),
        number("devices", sums.now("priced"), "count", links.assets({ priced: "1" })),
        number(
          "estimated price",
          sums.now("estimated"),
          "count",
          links.report("asset-values", { live: "yes", estimated: "yes" }),
        ),
      ],
    },
  };
}

/** The figures at the head: what they are, how they are computed, and how they stand to the period before. */
export function readout(source: Source, can: Session["can"]): KeyFigure[] {
  const calls = can("view-breakdown") ? ofCalls(source) : [];
  return [...calls.slice(0, 3), ofPm(source), ...calls.slice(3), ofCost(source)].map((one) =>
    figureOf(source, one),
  );
}
