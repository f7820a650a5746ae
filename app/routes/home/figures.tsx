import { daysBetween } from "#app/shared/company-time.ts";
import { plural } from "#app/shared/plural.ts";
import { type Figure, Readout } from "#app/ui/page.tsx";
import type { Dashboard } from "./dashboard.tsx";

type Tone = Pick<Figure, "tone" | "icon">;
const marked = (value: number | null, mark: Tone): Tone => (value ? mark : {});
const late = { tone: "overdue", icon: "alert" } as const;
const down = { tone: "overdue", icon: "cross" } as const;
const soonMark = { tone: "amber", icon: "clock" } as const;
const low = { tone: "amber", icon: "alert" } as const;

/** Every figure leads to its rows; only what needs someone has a colour. */
export function CompanyFigures({ dashboard }: { dashboard: Dashboard }) {
  const { today, assets, calls, stock } = dashboard;
  const figures: Figure[] = [];
  if (assets) {
    const { total, overdue, overdueCapped, oldestDueOn, soon, whole } = assets;
    figures.push({ label: "Total assets", value: total, to: "/all-assets" });
    figures.push({
      label: "PM overdue",
      value: overdueCapped ? `${overdue}+` : overdue,
      to: "/all-assets?pm=overdue",
      ...(oldestDueOn
        ? { note: plural(daysBetween(oldestDueOn, today), "Oldest 1 day", "Oldest {n} days") }
        : {}),
      ...marked(overdue, late),
    });
    if (soon !== null)
      figures.push({
        label: "PM due, 30 days",
        value: soon,
        to: "/all-assets?pm=due",
        ...marked(soon, soonMark),
      });
    if (whole)
      figures.push(
        {
          label: "Not working",
          value: whole.notWorking,
          to: "/all-assets?condition=not_working",
          ...marked(whole.notWorking, down),
        },
        {
          label: "Working, limited",
          value: whole.limited,
          to: "/all-assets?condition=working_limited",
          ...marked(whole.limited, low),
        },
        {
          label: "Failed checks",
          value: whole.failedChecks,
          to: "/all-assets?failed=1",
          note: "In the latest checklist",
          ...marked(whole.failedChecks, down),
        },
      );
  }
  if (calls && calls.count !== null)
    figures.push({
      label: "Open service calls",
      value: calls.count,
      to: "/all-assets?call=1",
      ...marked(calls.count, low),
    });
  if (calls?.recalled)
    figures.push({
      label: "Recalled assets, open",
      value: calls.recalled,
      to: "/recalls",
      ...marked(calls.recalled, low),
    });
  if (stock)
    figures.push({
      label: "Low stock",
      value: stock.low,
      to: "/stocks?level=low",
      ...(stock.out ? { note: `${stock.out} at zero` } : {}),
      ...marked(stock.low, low),
    });
  return <Readout label="Today" figures={figures} fill />;
}
