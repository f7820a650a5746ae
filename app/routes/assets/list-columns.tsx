import type { ReactNode } from "react";
import { usualAssetColumns } from "#app/shared/asset-columns.ts";
import { coverWords } from "#app/shared/asset-words.ts";
import { daysBetween, yearsBetween } from "#app/shared/company-time.ts";
import { lookOf } from "#app/shared/due.ts";
import { standingOf } from "#app/shared/standing.ts";
import type { Column } from "#app/ui/list-columns.tsx";
import { Badge } from "#app/ui/page.tsx";
import { useDates } from "#app/ui/time.tsx";
import type { AssetRow } from "#worker/domain/assets/columns.ts";
import { Due, wordOf } from "./words.tsx";

/** A cover that ends within so many days is told. */
const SOON_COVER = 90;

/** Whole years since a device was put to use, or else bought; months in its first year. */
function ageOf({ putToUseOn, purchaseOn }: AssetRow, today: string): string | null {
  const since = putToUseOn ?? purchaseOn;
  if (!since || since > today) return null;
  const years = yearsBetween(since, today);
  return years < 1
    ? `${Math.floor(years * 12)} months`
    : `${Math.floor(years)} ${years < 2 ? "year" : "years"}`;
}

/** Under a cell's first line: what is about it. */
const Under = ({ children }: { children: ReactNode }) =>
  children ? <small>{children}</small> : null;

/** Until when a device is under warranty or contract. */
function Cover({ asset: { coverKind, coverUntil }, today }: { asset: AssetRow; today: string }) {
  const { date } = useDates();
  if (!coverKind || !coverUntil) return <span className="quiet">None</span>;
  const name = coverWords[coverKind] ?? coverKind;
  const left = daysBetween(today, coverUntil);
  return (
    <>
      {left > SOON_COVER ? (
        name
      ) : (
        <Badge {...lookOf(left, SOON_COVER)}>{left < 0 ? `${name} ended` : name}</Badge>
      )}
      <Under>{left < 0 ? `on ${date(coverUntil)}` : `to ${date(coverUntil)}`}</Under>
    </>
  );
}

/** How a device stands in one word, and why. */
function Status({ asset, today }: { asset: AssetRow; today: string }) {
  const { headline, reasons, ...look } = standingOf(asset, today);
  return (
    <>
      <Badge {...look}>{headline}</Badge>
      <Under>{reasons}</Under>
    </>
  );
}

/** When PM and calibration come next. */
function NextDue({ asset }: { asset: AssetRow }) {
  const { date } = useDates();
  const when = (on: string | null, isRequired: boolean) =>
    on ? date(on) : isRequired ? "Not planned" : "None";
  return (
    <>
      <i>PM</i>
      {when(asset.nextPmOn, asset.pmRequired)}
      <br />
      <i>Calibration</i>
      {when(asset.nextCalOn, asset.calRequired)}
    </>
  );
}

/** Make and model, cut before the serial number, which tells like devices apart. */
function Kind({ asset: { make, model, serialNo } }: { asset: AssetRow }) {
  const kind = [make, model].filter(Boolean).join(" ");
  if (!kind && !serialNo) return null;
  return (
    <small>
      {kind && <span>{kind}</span>}
      {serialNo && <code>{serialNo}</code>}
    </small>
  );
}

/** The last two names of a path: what the list shows of a place. */
export const endOf = (path: string | null | undefined) =>
  path?.split(" / ").slice(-2).join(" / ") ?? null;

/** The nearer one first. */
const nearest = (path: string | null) => endOf(path)?.split(" / ").reverse().join(", ");

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
  { key: "photo", label: "Photo", show: (row) => <Thumb id={row.photoMediaId} /> },
  { key: "code", label: "Code", card: "c-top", as: "code", field: "assetCode" },
  {
    key: "name",
    label: "Asset",
    card: "c-name",
    under: (row) => <Kind asset={row} />,
  },
  { key: "serial", label: "Serial No", as: "code", field: "serialNo" },
  {
    key: "category",
    label: "Category",
    look: "c-category",
    show: (row) => (
      <>
        {row.categoryName}
        <Under>{wordOf(row.criticality)}</Under>
      </>
    ),
  },
  { key: "sub", label: "Sub-category", clip: true, field: "subCategoryName" },
  {
    key: "location",
    label: "Location",
    card: "c-meta",
    show: (row) => (
      <>
        {row.departmentName}
        <Under>{nearest(row.locationPath)}</Under>
      </>
    ),
  },
  {
    key: "place",
    label: "Place",
    clip: "start",
    show: (row) => row.locationPath && <span title={row.locationPath}>{row.locationPath}</span>,
  },
  {
    key: "condition",
    label: "Status",
    card: "c-status",
    show: (row) => <Status asset={row} today={today} />,
  },
  { key: "criticality", label: "Criticality", show: (row) => wordOf(row.criticality) },
  {
    key: "due",
    label: "Next due",
    sort: "pm",
    look: "c-next",
    show: (row) => <NextDue asset={row} />,
  },
  {
    key: "pm",
    label: "PM due",
    show: (row) => <Due on={row.nextPmOn} today={today} required={row.pmRequired} />,
  },
  {
    key: "cal",
    label: "Calibration",
    show: (row) => <Due on={row.nextCalOn} today={today} required={row.calRequired} />,
  },
  {
    key: "cover",
    label: "Cover",
    look: "c-cover",
    show: (row) => <Cover asset={row} today={today} />,
  },
  { key: "type", label: "Machine type", field: "machineTypeName" },
  { key: "vendor", label: "Vendor", clip: true, show: (row) => row.vendorName },
  { key: "bought", label: "Purchase date", as: "day", field: "purchaseOn" },
  {
    key: "cost",
    label: "Purchase value",
    look: "c-value",
    as: "money",
    field: "purchaseCostMinor",
  },
  { key: "age", label: "Age", show: (row) => ageOf(row, today) },
  { key: "custodian", label: "Custodian", clip: true, show: (row) => row.custodianName },
  { key: "team", label: "Team", clip: true, show: (row) => row.teamName },
  { key: "served", label: "Last service", as: "day", field: "lastServiceOn" },
  { key: "spent", label: "Lifetime cost", as: "money", field: "serviceCostMinor" },
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
    const by = column.sort ?? column.key;
    const sortable = sorts.includes(by);
    const name = sortNames[by];
    return {
      ...column,
      optional: !usualAssetColumns.includes(column.key),
      sortable,
      unsorted:
        sortable || !name ? undefined : `Too many to sort by ${name}. Narrow the list first.`,
    };
  });
