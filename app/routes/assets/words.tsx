import { conditionWords, criticalityWords, ownershipWords } from "#app/shared/asset-words.ts";
import { daysBetween } from "#app/shared/company-time.ts";
import { assetRules } from "#app/shared/flows/assets.ts";
import { plural } from "#app/shared/plural.ts";
import { SOON_DAYS } from "#app/shared/standing.ts";
import { Badge } from "#app/ui/page.tsx";
import { DateText, useDates } from "#app/ui/time.tsx";
import type { assetAccessories, assetDetails, assets } from "#drizzle/tenant/assets.ts";
import type { AssetFileKind } from "#drizzle/tenant/files.ts";

/** The choices of a column, each value with its label, in the order people are offered them. */
const choices = <W extends string | null>(labels: Record<NonNullable<W>, string>) =>
  Object.entries<string>(labels).map(([value, label]) => ({ value, label }));
type Asset = typeof assets.$inferSelect;
type Details = typeof assetDetails.$inferSelect;
type Accessory = typeof assetAccessories.$inferSelect;

export const criticalityChoices = choices<Asset["criticality"]>(criticalityWords);
export const conditionChoices = choices<Asset["condition"]>(conditionWords);
export const lifecycleChoices = choices<Asset["lifecycle"]>(assetRules.states);
export const ownershipChoices = choices<Asset["ownership"]>(ownershipWords);
export const fundingChoices = choices<Details["funding"]>({
  capex: "Capex",
  opex: "Opex",
  grant: "Grant",
  lease: "Lease",
  loan: "Loan",
});
export const depreciationChoices = choices<Details["depMethod"]>({
  none: "None",
  slm: "Straight line",
  wdv: "Written down value",
});
export const nomenclatureChoices = choices<Details["nomenclatureSystem"]>({
  none: "None",
  gmdn: "GMDN",
  umdns: "UMDNS",
  ecri: "ECRI",
  emdn: "EMDN",
});
export const appliedPartChoices = choices<Details["appliedPart"]>({ B: "B", BF: "BF", CF: "CF" });
export const protectionChoices = choices<Details["protectionClass"]>({
  I: "I",
  II: "II",
  internal: "Internally powered",
});
export const condemnChoices = choices<Details["condemnReason"]>({
  beyond_economic_repair: "Beyond economic repair",
  obsolete: "Obsolete",
  unsafe: "Unsafe",
  surplus: "Surplus",
  lost: "Lost",
  other: "Other",
});
export const disposalChoices = choices<Details["disposalMode"]>({
  sale: "Sale",
  buyback: "Buyback",
  ewaste: "E-waste",
  donation: "Donation",
  scrap: "Scrap",
  returned: "Returned",
});
export const accessoryKindChoices = choices<Accessory["kind"]>({
  probe: "Probe",
  cable: "Cable",
  battery: "Battery",
  sensor: "Sensor",
  transducer: "Transducer",
  adapter: "Adapter",
  peripheral: "Peripheral",
  software: "Software",
  other: "Other",
});
export const accessoryConditionChoices = choices<Accessory["condition"]>({
  new: "New",
  good: "Good",
  fair: "Fair",
  needs_replacement: "Needs replacement",
  missing: "Missing",
});
export const fileKindChoices = choices<AssetFileKind>({
  photo: "Photo",
  document: "Document",
  licence: "Licence",
  manual: "Manual",
  invoice: "Invoice",
  other: "Other",
});

const all = [
  ...criticalityChoices,
  ...conditionChoices,
  ...lifecycleChoices,
  ...ownershipChoices,
  ...fundingChoices,
  ...depreciationChoices,
  ...nomenclatureChoices,
  ...appliedPartChoices,
  ...protectionChoices,
  ...condemnChoices,
  ...disposalChoices,
  ...accessoryKindChoices,
  ...accessoryConditionChoices,
  ...fileKindChoices,
];
/** A stored word as people read it. */
export const wordOf = (value: string | null | undefined) =>
  value ? (all.find((choice) => choice.value === value)?.label ?? value) : null;

export function LifecycleBadge({ lifecycle, calm = false }: { lifecycle: string; calm?: boolean }) {
  const look =
    ({ in_service: ["in-date", "ok"], received: ["info", "info"] } as const)[lifecycle] ??
    (["hold", "pause"] as const);
  return (
    <Badge tone={look[0]} icon={look[1]} calm={calm}>
      {wordOf(lifecycle)}
    </Badge>
  );
}

/** Shown where nobody could find the device. */
export function NotLocatedBadge({ since }: { since: string | null }) {
  const { date } = useDates();
  if (!since) return null;
  return (
    <Badge tone="overdue" icon="pin" title={`Since ${date(since)}`}>
      Not located
    </Badge>
  );
}

export function ConditionBadge({ condition, calm = false }: { condition: string; calm?: boolean }) {
  if (condition === "not_working")
    return (
      <Badge tone="overdue" icon="cross">
        Not working
      </Badge>
    );
  return condition === "working_limited" ? (
    <Badge tone="amber" icon="alert">
      Limited
    </Badge>
  ) : (
    <Badge tone="in-date" icon="ok" calm={calm}>
      Working
    </Badge>
  );
}

/** "No" answers of the latest checklist. */
export function FailedBadge({ failed }: { failed: number }) {
  if (failed === 0) return null;
  return (
    <Badge tone="overdue" icon="x" title="Answered No in the latest checklist">
      {plural(failed, "1 failed check", "{n} failed checks")}
    </Badge>
  );
}

/** How a date looks that is some days away: passed, soon, or far off. */
export const lookOf = (daysLeft: number, soonDays = SOON_DAYS) => {
  if (daysLeft < 0) return { tone: "overdue", icon: "alert", calm: false } as const;
  return daysLeft <= soonDays
    ? ({ tone: "amber", icon: "clock", calm: false } as const)
    : ({ tone: "in-date", icon: "ok", calm: true } as const);
};
const days = (count: number) => plural(count, "1 day", "{n} days");

type DueProps = { on: string | null; today: string; required: boolean };

/** A due date: in date, due within 30 days, or overdue. */
export function Due({ on, today, required }: DueProps) {
  if (!on) return <span className="quiet">{required ? "Not planned" : "None"}</span>;
  const left = daysBetween(today, on);
  return (
    <span className="due">
      <Badge {...lookOf(left)}>
        {left < 0 ? "Overdue" : left <= SOON_DAYS ? "Due" : "In date"}
      </Badge>
      {left > SOON_DAYS ? (
        <DateText on={on} />
      ) : (
        <time dateTime={on} title={on}>
          {left < 0 ? days(-left) : left === 0 ? "today" : `in ${days(left)}`}
        </time>
      )}
    </span>
  );
}
