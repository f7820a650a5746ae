import { conditionWords, criticalityWords, ownershipWords } from "#app/shared/asset-words.ts";
import { daysBetween } from "#app/shared/company-time.ts";
import { condemnWords, disposalWords } from "#app/shared/condemn-words.ts";
import { lookOf } from "#app/shared/due.ts";
import { assetRules } from "#app/shared/flows/assets.ts";
import { plural } from "#app/shared/plural.ts";
import { SOON_DAYS } from "#app/shared/standing.ts";
import { Badge } from "#app/ui/page.tsx";
import { DateText } from "#app/ui/time.tsx";
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
export const condemnChoices = choices<Details["condemnReason"]>(condemnWords);
export const disposalChoices = choices<Details["disposalMode"]>(disposalWords);
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

const days = (count: number) => plural(count, "1 day", "{n} days");

type DueProps = { on: string | null; today: string; required: boolean };

/** A due date: overdue and near ones stand out, one that is far off is the date alone. */
export function Due({ on, today, required }: DueProps) {
  if (!on) return <span className="quiet">{required ? "Not planned" : "None"}</span>;
  const left = daysBetween(today, on);
  if (left > SOON_DAYS) return <DateText on={on} />;
  return (
    <span className="due">
      <Badge {...lookOf(left)}>{left < 0 ? "Overdue" : "Due"}</Badge>
      <time dateTime={on} title={on}>
        {left < 0 ? days(-left) : left === 0 ? "today" : `in ${days(left)}`}
      </time>
    </span>
  );
}
