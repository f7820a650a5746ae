import { Link } from "react-router";
import { dayIn } from "#app/shared/company-time.ts";
import { useFormat } from "#app/ui/format.ts";
import { Icon } from "#app/ui/icon.tsx";
import { columnsCookie } from "#app/ui/list-columns-cookie.ts";
import { ListPage } from "#app/ui/list-page.tsx";
import { Menu } from "#app/ui/menu.tsx";
import { Money } from "#app/ui/money.tsx";
import { ScanToOpen } from "#app/ui/scanner.tsx";
import type { AssetRow } from "#worker/domain/assets/columns.ts";
import { listAssets } from "#worker/domain/assets/list.ts";
import { sessionContext } from "#worker/web/context.ts";
import { shownColumns } from "#worker/web/shown-columns.ts";
import type { Route } from "./+types/all-assets";
import { BulkButton, StoppedBulkEdit } from "./bulk-button.tsx";
import { LabelsLink, LabelsOf } from "./labels-link.tsx";
import { assetListColumns } from "./list-columns.tsx";
import { assetFilters } from "./list-filters.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const columns = shownColumns(request, columnsCookie("/all-assets"));
  const list = await listAssets(session, new URL(request.url).searchParams, columns ?? []);
  const { max_assets: limit } = session.company.limits;
  const full = limit !== undefined && limit !== null && session.company.assetCount >= limit;
  const may = { create: session.can("create-asset"), edit: session.can("edit-asset"), export: session.can("export-asset") };
  return { ...list, columns, today: dayIn(session.company.timeZone), may, limit: full ? limit : null };
}

export const meta = () => [{ title: "All Assets - Plumbline" }];

export default function AllAssets({ loaderData }: Route.ComponentProps) {
  const { today, may, limit, chosen, columns, sorts, valueMinor, ...list } = loaderData;
  const { locale } = useFormat();
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
      scan={<ScanToOpen />}
      {...(may.export ? { exportHref: "/asset/export.csv" } : {})}
      {...(may.create ? { importHref: "/imports?kind=assets" } : {})}
      actions={
        <>
          <LabelsLink />
          {limit === null ? add : <LimitReached limit={limit} />}
        </>
      }
      filters={assetFilters(chosen, today, locale)}
      columns={assetListColumns(today, sorts)}
      chosenColumns={columns}
      totals={<Totals valueMinor={valueMinor} sort={list.query.sort} />}
      onChosen={(picked) => (
        <>
          <LabelsOf chosen={picked} />
          {may.edit && <BulkButton chosen={picked} />}
        </>
      )}
      rowHref={(row) => `/asset/detail/${row.id}`}
      rowActions={(row) => <RowMenu row={row} mayEdit={may.edit} />}
      empty={{
        title: "No assets yet",
        text: "Every device you look after, with its place, condition, service reports and due dates.",
        action: add,
      }}
    >
      {may.edit && <StoppedBulkEdit />}
    </ListPage>
  );
}

/** What all that match were bought for, where that is known; and what order they are in, where it is not the one asked for. */
function Totals({ valueMinor, sort }: { valueMinor: number | null; sort: string }) {
  if (sort === "none") return "Many match: in the order in which they were added";
  return valueMinor ? (
    <>
      Purchase value <Money minor={valueMinor} />
    </>
  ) : null;
}

function RowMenu({ row, mayEdit }: { row: AssetRow; mayEdit: boolean }) {
  const final = row.lifecycle === "disposed" ? "This asset is disposed" : null;
  const entry = (icon: "wrench" | "edit", label: string, to: string) =>
    final ? (
      <button className="menu-item" type="button" disabled title={final}>
        <Icon name={icon} />
        {label}
      </button>
    ) : (
      <Link className="menu-item" to={to} prefetch="intent">
        <Icon name={icon} />
        {label}
      </Link>
    );
  return (
    <Menu label={`Actions for ${row.assetCode}`}>
      {mayEdit && entry("wrench", "Service/PM Report", `/asset/service-report/${row.id}`)}
      {mayEdit && entry("edit", "Edit", `/asset/update/${row.id}`)}
      <Link className="menu-item" to={`/asset/labels?ids=${row.id}`} prefetch="intent">
        <Icon name="print" />
        Print label
      </Link>
      <Link className="menu-item" to={`/asset/detail/${row.id}?tab=history`} prefetch="intent">
        <Icon name="list" />
        History
      </Link>
    </Menu>
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
