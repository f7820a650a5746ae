import { Link } from "react-router";
import { searchChoices } from "#app/routes/masters/choices.ts";
import { dayIn } from "#app/shared/company-time.ts";
import { Icon } from "#app/ui/icon.tsx";
import { type Column, ListPage } from "#app/ui/list-page.tsx";
import { Menu } from "#app/ui/menu.tsx";
import { Money } from "#app/ui/money.tsx";
import { DateText } from "#app/ui/time.tsx";
import type { AssetRow } from "#worker/domain/assets/columns.ts";
import { listAssets } from "#worker/domain/assets/list.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/all-assets";
import { conditionChoices, Due, FailedBadge, StateBadge, wordOf } from "./words.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const list = await listAssets(session, new URL(request.url).searchParams);
  const { max_assets: limit } = session.company.limits;
  const full = limit !== undefined && limit !== null && session.company.assetCount >= limit;
  const may = { create: session.can("create-asset"), edit: session.can("edit-asset"), export: session.can("export-asset") };
  return { ...list, today: dayIn(session.company.timeZone), may, limit: full ? limit : null };
}

export const meta = () => [{ title: "All Assets - Plumbline" }];

const columns = (today: string, sortable: boolean): Column<AssetRow>[] => [
  { key: "code", label: "Code", card: "c-top", sortable, show: (row) => <span className="code">{row.assetCode}</span> },
  {
    key: "name",
    label: "Asset",
    card: "c-name",
    sortable,
    show: (row) => (
      <>
        {row.name} <span className="muted">{[row.make, row.model].filter(Boolean).join(" ")}</span>
      </>
    ),
  },
  { key: "serial", label: "Serial No", card: "c-hide", show: (row) => row.serialNo && <span className="code muted">{row.serialNo}</span> },
  { key: "category", label: "Category", card: "c-hide", clip: true, optional: true, show: (row) => row.categoryName },
  { key: "location", label: "Location", card: "c-meta", show: (row) => row.departmentName },
  {
    key: "condition",
    label: "Condition",
    card: "c-state",
    show: (row) => (
      <span className="badges">
        <StateBadge asset={row} />
        <FailedBadge failed={row.failedChecks} short />
      </span>
    ),
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
    optional: true,
    show: (row) => <Due on={row.nextCalOn} today={today} required={row.calRequired} />,
  },
  { key: "criticality", label: "Criticality", card: "c-hide", optional: true, show: (row) => wordOf(row.criticality) },
  { key: "type", label: "Machine type", card: "c-hide", optional: true, show: (row) => row.machineTypeName },
  { key: "bought", label: "Purchase date", card: "c-hide", optional: true, show: (row) => <DateText on={row.purchaseOn} /> },
  { key: "cost", label: "Cost", card: "c-hide", optional: true, numeric: true, show: (row) => <Money minor={row.purchaseCostMinor} /> },
  { key: "served", label: "Last service", card: "c-hide", optional: true, show: (row) => <DateText on={row.lastServiceOn} /> },
  {
    key: "spent",
    label: "Lifetime service cost",
    card: "c-hide",
    optional: true,
    numeric: true,
    show: (row) => <Money minor={row.serviceCostMinor} />,
  },
];

export default function AllAssets({ loaderData: { today, may, limit, chosen, ...list } }: Route.ComponentProps) {
  const { failed, condition, category, department } = list.query.filters;
  const sortable = !failed && !(condition && (category || department)) && list.query.sort !== "none";
  const add = may.create && (
    <Link className="btn btn-primary" to="/asset/create" prefetch="intent">
      <Icon name="plus" />
      Add asset
    </Link>
  );
  return (
    <ListPage
      title="All Assets"
      result={list}
      searchLabel="Code, serial or name"
      {...(may.export ? { exportHref: "/asset/export.csv" } : {})}
      actions={limit === null ? add : <LimitReached limit={limit} />}
      filters={[
        { key: "department", label: "Location", load: searchChoices("locations"), selected: chosen.department },
        { key: "category", label: "Category", load: searchChoices("categories"), selected: chosen.category },
        { key: "condition", label: "Condition", options: conditionChoices },
        { key: "failed", label: "Failed checks", options: [{ value: "1", label: "Yes" }] },
      ]}
      columns={columns(today, sortable)}
      rowHref={(row) => `/asset/detail/${row.id}`}
      rowActions={(row) => (
        <Menu label={`Actions for ${row.assetCode}`}>
          {may.edit && (
            <Link className="menu-item" to={`/asset/service-report/${row.id}`} prefetch="intent">
              <Icon name="wrench" />
              Service/PM Report
            </Link>
          )}
          {may.edit && (
            <Link className="menu-item" to={`/asset/update/${row.id}`} prefetch="intent">
              <Icon name="edit" />
              Edit
            </Link>
          )}
          <Link className="menu-item" to={`/asset/detail/${row.id}?tab=history`} prefetch="intent">
            <Icon name="list" />
            History
          </Link>
        </Menu>
      )}
      empty={{
        title: "No assets yet",
        text: "Every device you look after, with its place, condition, service reports and due dates.",
        action: add,
      }}
    />
  );
}

function LimitReached({ limit }: { limit: number }) {
  return (
    <button className="btn btn-primary" type="button" disabled title={`Your plan allows ${limit} assets`}>
      <Icon name="plus" />
      Add asset
    </button>
  );
}
