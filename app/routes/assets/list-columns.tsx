import type { Column } from "#app/ui/list-columns.tsx";
import { Money } from "#app/ui/money.tsx";
import { Badge } from "#app/ui/page.tsx";
import { DateText } from "#app/ui/time.tsx";
import type { AssetRow } from "#worker/domain/assets/columns.ts";
import { Due, FailedBadge, NotLocatedBadge, StateBadge, wordOf } from "./words.tsx";

const DAYS_A_YEAR = 365.25;
const coverNames: Record<string, string> = { warranty: "Warranty", amc: "AMC", cmc: "CMC" };

/** Whole years since a device was put to use, or else bought; months in its first year. */
function ageOf({ putToUseOn, purchaseOn }: AssetRow, today: string): string | null {
  const since = putToUseOn ?? purchaseOn;
  if (!since || since > today) return null;
  const years = (Date.parse(today) - Date.parse(since)) / 86_400_000 / DAYS_A_YEAR;
  return years < 1
    ? `${Math.floor(years * 12)} months`
    : `${Math.floor(years)} ${years < 2 ? "year" : "years"}`;
}

/** Cover that lasts, ends soon or has ended, in colour and words. */
function Cover({ asset: { coverKind, coverUntil }, today }: { asset: AssetRow; today: string }) {
  if (!coverKind || !coverUntil) return <span className="quiet">None</span>;
  const left = Math.round((Date.parse(coverUntil) - Date.parse(today)) / 86_400_000);
  const [tone, icon] =
    left < 0
      ? (["overdue", "alert"] as const)
      : left <= 90
        ? (["amber", "clock"] as const)
        : (["in-date", "ok"] as const);
  return (
    <span className="due">
      <Badge tone={tone} icon={icon} calm={tone === "in-date"}>
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
  {
    key: "photo",
    label: "Photo",
    card: "c-hide",
    wide: 2,
    show: (row) => <Thumb id={row.photoMediaId} />,
  },
  {
    key: "code",
    label: "Code",
    card: "c-top",
    show: (row) => <span className="code">{row.assetCode}</span>,
  },
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
    card: "c-hide",
    wide: 1,
    show: (row) => row.serialNo && <span className="code muted">{row.serialNo}</span>,
  },
  {
    key: "category",
    label: "Category",
    card: "c-hide",
    wide: 2,
    clip: true,
    show: (row) => row.categoryName,
  },
  {
    key: "sub",
    label: "Sub-category",
    card: "c-hide",
    clip: true,
    optional: true,
    show: (row) => row.subCategoryName,
  },
  { key: "location", label: "Location", card: "c-meta", show: (row) => row.departmentName },
  {
    key: "place",
    label: "Place",
    card: "c-hide",
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
  {
    key: "criticality",
    label: "Criticality",
    card: "c-hide",
    wide: 3,
    show: (row) => wordOf(row.criticality),
  },
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
    card: "c-hide",
    wide: 3,
    show: (row) => <Cover asset={row} today={today} />,
  },
  {
    key: "type",
    label: "Machine type",
    card: "c-hide",
    optional: true,
    show: (row) => row.machineTypeName,
  },
  {
    key: "vendor",
    label: "Vendor",
    card: "c-hide",
    clip: true,
    optional: true,
    show: (row) => row.vendorName,
  },
  {
    key: "bought",
    label: "Purchase date",
    card: "c-hide",
    optional: true,
    show: (row) => <DateText on={row.purchaseOn} />,
  },
  {
    key: "cost",
    label: "Cost",
    card: "c-hide",
    optional: true,
    numeric: true,
    show: (row) => <Money minor={row.purchaseCostMinor} />,
  },
  { key: "age", label: "Age", card: "c-hide", optional: true, show: (row) => ageOf(row, today) },
  {
    key: "custodian",
    label: "Custodian",
    card: "c-hide",
    clip: true,
    optional: true,
    show: (row) => row.custodianName,
  },
  {
    key: "team",
    label: "Team",
    card: "c-hide",
    clip: true,
    optional: true,
    show: (row) => row.teamName,
  },
  {
    key: "served",
    label: "Last service",
    card: "c-hide",
    optional: true,
    show: (row) => <DateText on={row.lastServiceOn} />,
  },
  {
    key: "spent",
    label: "Lifetime cost",
    card: "c-hide",
    optional: true,
    numeric: true,
    show: (row) => <Money minor={row.serviceCostMinor} />,
  },
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

/** Every column of the list; `sorts` are those it can be sorted by as it is, the others say why they are not. */
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
