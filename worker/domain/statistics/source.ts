import { monthText } from "#app/shared/dates.ts";
import type { As } from "#app/shared/figure-text.ts";
import { figureText } from "#app/shared/figure-text.ts";
import { numberText } from "#app/shared/numbers.ts";
import type { ChartCell } from "#app/shared/statistics.ts";
import type { Company, Session } from "../../session.ts";
import { exportOf, reports, viewOf } from "../reports/all.ts";
import type { StatisticsPeriod } from "./period.ts";
import { lastDayOf } from "./period.ts";
import type { Narrowed, Read } from "./read.ts";

type Params = Record<string, string | null | undefined>;
const address = (path: string, params: Params): string => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (value) search.set(name, value);
  return `${path}?${search}`;
};

/** The rows behind figures, by the lists that show them. */
export function linksOf(narrowed: Narrowed, can: Session["can"]) {
  const { department, dimension, value } = narrowed;
  const own: Params = { department, ...(dimension ? { [dimension]: value } : {}) };
  // The calls' own vendor and team are filters of their own.
  const ofCalls: Record<string, string> = { vendor: "asset_vendor", team: "asset_team" };
  const calls = Object.fromEntries(
    Object.entries(own).map(([name, of]) => [ofCalls[name] ?? name, of]),
  );
  const ofFrozen = Object.fromEntries(
    Object.entries(own).map(([name, of]) => [name === "department" ? "location" : name, of]),
  );
  const [seesCalls, seesAssets] = [can("view-breakdown"), can("view-asset")];
  return {
    calls: (params: Params) =>
      seesCalls
        ? address("/asset-breakdowns", { tab: "all", counted: "yes", ...calls, ...params })
        : null,
    assets: (params: Params = {}) =>
      seesAssets ? address("/all-assets", { ...own, ...params }) : null,
    pm: (params: Params) =>
      seesAssets ? address("/pm-compliance", { ...ofFrozen, ...params }) : null,
    /** A report whose rows and sums are the figure's. */
    report: (of: string, params: Params) => {
      const report = reports[of]!;
      return can(viewOf(report)) && can(exportOf(report))
        ? address("/report", { of, ...own, ...params })
        : null;
    },
    scores: () => (can("export-vendor") ? address("/report", { of: "vendor-scores" }) : null),
    /** Calls given to a vendor, wherever their devices are. */
    given: (vendor: string, params: Params) =>
      seesCalls
        ? address("/asset-breakdowns", { tab: "all", counted: "yes", vendor, ...params })
        : null,
    reliability: () => (seesCalls ? "/reliability" : null),
  };
}

/** What every chart is made from. */
export type Source = Read & {
  period: StatisticsPeriod;
  narrowed: Narrowed;
  company: Pick<Company, "locale" | "currency" | "timeZone">;
  links: ReturnType<typeof linksOf>;
  now: number;
};

/** How a company's people read figures. */
export const textsOf = ({ company }: { company: Pick<Company, "locale" | "currency"> }) => ({
  text: (value: number | null, as: As) => (value === null ? "n/a" : figureText(value, as, company)),
  n: (value: number) => numberText(value, company.locale),
});

/** A template with its named values filled in. */
export const filled = (template: string, values: Record<string, string | number>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));

export const cell = (value: number | null, as: As = "count", to?: string | null): ChartCell => ({
  value,
  as,
  ...(to && value !== 0 && value !== null ? { to } : {}),
});

/** The days of a month, as filters from and to. */
export const daysOf = (month: string) => ({ from: `${month}-01`, to: lastDayOf(month) });
/** How much more or less a figure is than before; empty without a comparison. */
export function changeText(now: number | null, before: number | null, as: As, source: Source) {
  if (!source.period.before || now === null || before === null) return "";
  const by = now - before;
  const { text } = textsOf(source);
  if (Math.abs(by) < 1e-9) return "As before";
  const size =
    as === "percent" ? text(Math.abs(by), as).replace(" %", " points") : text(Math.abs(by), as);
  return filled(by > 0 ? "{n} more" : "{n} less", { n: size });
}
export const monthLabel = (month: string) => monthText(month);
