import { type Figure, Readout } from "#app/ui/page.tsx";
import type { companyDashboard } from "#worker/domain/dashboard.ts";

type Company = Awaited<ReturnType<typeof companyDashboard>>;
type Props = Pick<Company, "today" | "assets" | "stock">;

const days = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
const share = (part: number, all: number) =>
  all ? `${Math.round((100 * part) / all)} % of all` : undefined;

/** Every figure leads to its rows; only what needs someone has a colour. */
export function CompanyFigures({ today, assets, stock }: Props) {
  const figures: Figure[] = [];
  if (assets) {
    const { total, overdue, overdueCapped, oldestDueOn, whole } = assets;
    figures.push({ label: "Total assets", value: total, to: "/all-assets" });
    if (whole)
      figures.push(
        {
          label: "Working",
          value: whole.working,
          note: share(whole.working, total),
          to: "/all-assets?condition=working",
        },
        {
          label: "Working, limited",
          value: whole.limited,
          to: "/all-assets?condition=working_limited",
          ...(whole.limited ? { tone: "amber", icon: "alert" } : {}),
        },
        {
          label: "Not working",
          value: whole.notWorking,
          to: "/all-assets?condition=not_working",
          ...(whole.notWorking ? { tone: "overdue", icon: "cross" } : {}),
        },
      );
    figures.push({
      label: "PM overdue",
      value: overdueCapped ? "100+" : overdue,
      ...(overdue ? { tone: "overdue", icon: "alert" } : {}),
      ...(oldestDueOn ? { note: `Oldest ${days(oldestDueOn, today)} days` } : {}),
      to: "/all-assets?pm=overdue",
    });
    if (whole)
      figures.push({
        label: "Failed checks",
        value: whole.failedChecks,
        to: "/all-assets?failed=1",
        note: "In the latest checklist",
        ...(whole.failedChecks ? { tone: "overdue", icon: "cross" } : {}),
      });
  }
  if (stock)
    figures.push({
      label: "Low stock",
      value: stock.low,
      to: "/stocks?level=low",
      ...(stock.low ? { tone: "amber", icon: "alert" } : {}),
      ...(stock.out ? { note: `${stock.out} at zero` } : {}),
    });
  return <Readout label="Today" figures={figures} />;
}
