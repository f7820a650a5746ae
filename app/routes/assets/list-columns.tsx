import { daysBetween, yearsBetween } from "#app/shared/company-time.ts";
import type { Column } from "#app/ui/list-columns.tsx";
import { Badge } from "#app/ui/page.tsx";
import { DateText } from "#app/ui/time.tsx";
import type { AssetRow } from "#worker/domain/assets/columns.ts";
import { Due, FailedBadge, lookOf, NotLocatedBadge, StateBadge, wordOf } from "./words.tsx";

const coverNames: Record<string, string> = { warranty: "Warranty", amc: "AMC", cmc: "CMC" };

/** Whole years since a device was put to use, or else bought; months in its first year. */
function ageOf({ putToUseOn, purchaseOn }: AssetRow, today: string): string | null {
  const since = putToUseOn ?? purchaseOn;
  if (!since || since > today) return null;
  const years = yearsBetween(since, today);
  return years < 1
    ? `${Math.floor(years * 12)} months`
    : `${Math.floor(years)} ${years < 2 ? "year" : "years"}`;
}

/** Until when a device is under warranty or contract. */
function Cover({ asset: { coverKind, coverUntil }, today }: { asset: AssetRow; today: string }) {
  if (!coverKind || !coverUntil) return <span className="quiet">None</span>;
  const left = daysBetween(today, coverUntil);
  return (
    <span className="due">
      <Badge {...lookOf(left, 90)}>
        {left < 0 ? "Ended" : (coverNames[coverKind] ?? coverKind)}
      </Badge>
      <DateText on={coverUntil} />
    </span>
  );
}

/** A device's picture, small; nothing where there is none. */
const Thumb = ({ id }: { id: string | null }) =>
  id && (
    <img
      className="thumb"
      src={`/media/${id}?size=small`}
      alt=""
      width={28}
      height={28}
      loading="lazy"
    />
  );

const all = (today: string): Column<AssetRow>[] => [
  { key: "photo", label: "Photo", wide: 2, show: (row) => <Thumb id={row.photoMediaId} /> },
  { key: "code", label: "Code", card: "c-top", as: "code", field: "assetCode" },
  {
    key: "name",
    label: "Asset",
    card: "c-name",
    show: (row) => (
      <>
        {row.name} <span className="muted">{[row.make, row.model].filter(Boolean).join(" ")}</span>
      </>
    ),
  },
  {
    key: "serial",
    label: "Serial No",
    wide: 1,
    show: (row) => row.serialNo && <span className="code muted">{row.serialNo}</span>,
  },
  { key: "category", label: "Category", wide: 2, clip: true, field: "categoryName" },
  { key: "sub", label: "Sub-category", clip: true, optional: true, field: "subCategoryName" },
  { key: "location", label: "Location", card: "c-meta", field: "departmentName" },
  {
    key: "place",
    label: "Place",
    wide: 3,
    clip: "start",
    show: (row) => row.locationPath && <span title={row.locationPath}>{row.locationPath}</span>,
  },
  {
    key: "condition",
    label: "Status",
    card: "c-state",
    show: (row) => (
      <span className="badges">
        <StateBadge asset={row} />
        {row.openBreakdownCount > 0 && (
          <Badge tone="amber" icon="call" title="Service call open">
            Call
          </Badge>
        )}
        <FailedBadge failed={row.failedChecks} short />
        {row.openGatePassId && (
          <Badge tone="amber" icon="out" title="Out on a gate pass">
            Out
          </Badge>
        )}
        {row.openTransferId && (
          <Badge tone="amber" icon="swap" title="In a transfer">
            Transfer
          </Badge>
        )}
        <NotLocatedBadge since={row.notLocatedSince} />
      </span>
    ),
  },
  { key: "criticality", label: "Criticality", wide: 3, show: (row) => wordOf(row.criticality) },
  {
    key: "pm",
    label: "PM due",
    cardLabel: "PM",
    card: "c-due",
    show: (row) => <Due on={row.nextPmOn} today={today} required={row.pmRequired} />,
  },
  {
    key: "cal",
    label: "Calibration",
    card: "c-due",
    wide: 1,
    show: (row) => <Due on={row.nextCalOn} today={today} required={row.calRequired} />,
  },
  {
    key: "cover",
    label: "Cover until",
    wide: 3,
    show: (row) => <Cover asset={row} today={today} />,
  },
  { key: "type", label: "Machine type", optional: true, field: "machineTypeName" },
  { key: "vendor", label: "Vendor", clip: true, optional: true, field: "vendorName" },
  { key: "bought", label: "Purchase date", optional: true, as: "day", field: "purchaseOn" },
  { key: "cost", label: "Cost", optional: true, as: "money", field: "purchaseCostMinor" },
  { key: "age", label: "Age", optional: true, show: (row) => ageOf(row, today) },
  { key: "custodian", label: "Custodian", clip: true, optional: true, field: "custodianName" },
  { key: "team", label: "Team", clip: true, optional: true, field: "teamName" },
  { key: "served", label: "Last service", optional: true, as: "day", field: "lastServiceOn" },
  { key: "spent", label: "Lifetime cost", optional: true, as: "money", field: "serviceCostMinor" },
];

/** What the list can be sorted by, as words within a sentence. */
export const sortNames: Record<string, string> = {
  code: "code",
  name: "name",
  newest: "age",
  pm: "PM date",
  cal: "calibration date",
  cover: "end of cover",
  bought: "purchase date",
  cost: "cost",
};

/** Every column of the list. @param sorts the keys it can be sorted by now; the other columns say why they cannot */
export const assetListColumns = (today: string, sorts: readonly string[]): Column<AssetRow>[] =>
  all(today).map((column) => {
    const sortable = sorts.includes(column.key);
    const name = sortNames[column.key];
    return {
      ...column,
      sortable,
      unsorted:
        sortable || !name ? undefined : `Too many to sort by ${name}. Narrow the list first.`,
    };
  });
