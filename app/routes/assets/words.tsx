import { daysBetween } from "#app/shared/company-time.ts";
import { assetRules } from "#app/shared/flows/assets.ts";
import { Badge } from "#app/ui/page.tsx";
import { DateText, useDates } from "#app/ui/time.tsx";

const sentence = (word: string) => `${word[0]?.toUpperCase()}${word.slice(1).replaceAll("_", " ")}`;
const named = (words: readonly string[], names: Record<string, string> = {}) =>
  words.map((value) => ({ value, label: names[value] ?? sentence(value) }));

export const criticalityChoices = named(["life_support", "high", "medium", "low"]);
export const conditionChoices = named(["working", "working_limited", "not_working"], {
  working_limited: "Working, limited",
});
export const lifecycleChoices = Object.entries(assetRules.states).map(([value, label]) => ({
  value,
  label,
}));
export const ownershipChoices = named([
  "owned",
  "leased",
  "rental",
  "demo",
  "donated",
  "placement",
]);
export const fundingChoices = named(["capex", "opex", "grant", "lease", "loan"]);
export const depreciationChoices = named(["none", "slm", "wdv"], {
  slm: "Straight line",
  wdv: "Written down value",
});
export const nomenclatureChoices = named(["none", "gmdn", "umdns", "ecri", "emdn"], {
  gmdn: "GMDN",
  umdns: "UMDNS",
  ecri: "ECRI",
  emdn: "EMDN",
});
export const appliedPartChoices = named(["B", "BF", "CF"]);
export const protectionChoices = named(["I", "II", "internal"], { internal: "Internally powered" });
export const condemnChoices = named([
  "beyond_economic_repair",
  "obsolete",
  "unsafe",
  "surplus",
  "lost",
  "other",
]);
export const disposalChoices = named(
  ["sale", "buyback", "ewaste", "donation", "scrap", "returned"],
  { ewaste: "E-waste" },
);
export const accessoryKindChoices = named([
  "probe",
  "cable",
  "battery",
  "sensor",
  "transducer",
  "adapter",
  "peripheral",
  "software",
  "other",
]);
export const accessoryConditionChoices = named([
  "new",
  "good",
  "fair",
  "needs_replacement",
  "missing",
]);
export const fileKindChoices = named([
  "photo",
  "document",
  "licence",
  "manual",
  "invoice",
  "other",
]);

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

/** The state of a device in a list: what is wrong with it, or else its lifecycle. */
export const StateBadge = ({
  asset: { condition, lifecycle },
}: {
  asset: { condition: string; lifecycle: string };
}) =>
  condition === "working" || lifecycle === "condemned" || lifecycle === "disposed" ? (
    <LifecycleBadge lifecycle={lifecycle} calm />
  ) : (
    <ConditionBadge condition={condition} />
  );

/** "No" answers of the latest checklist; `short` for a list. */
export function FailedBadge({ failed, short }: { failed: number; short?: boolean }) {
  if (failed === 0) return null;
  return (
    <Badge tone="overdue" icon="x" title="Answered No in the latest checklist">
      {failed} failed{!short && (failed === 1 ? " check" : " checks")}
    </Badge>
  );
}

const SOON_DAYS = 30;
/** How a date looks that is some days away: passed, soon, or far off. */
export const lookOf = (daysLeft: number, soonDays = SOON_DAYS) => {
  if (daysLeft < 0) return { tone: "overdue", icon: "alert", calm: false } as const;
  return daysLeft <= soonDays
    ? ({ tone: "amber", icon: "clock", calm: false } as const)
    : ({ tone: "in-date", icon: "ok", calm: true } as const);
};
const days = (count: number) => `${count} ${count === 1 ? "day" : "days"}`;

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
