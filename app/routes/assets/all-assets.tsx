import { useEffect, useMemo } from "react";
import { Link, useLocation } from "react-router";
import { usualAssetColumns } from "#app/shared/asset-columns.ts";
import { dayIn } from "#app/shared/company-time.ts";
import { packedRows, unpackedRows } from "#app/shared/packed-rows.ts";
import { pick } from "#app/shared/pick.ts";
import { useFormat } from "#app/ui/format.ts";
import { Icon } from "#app/ui/icon.tsx";
import { columnsCookie } from "#app/ui/list-columns-cookie.ts";
import { type Chosen, ListPage } from "#app/ui/list-page.tsx";
import { listUrl } from "#app/ui/list-url.ts";
import { preloadPage } from "#app/ui/preload-page.ts";
import { RowMenu } from "#app/ui/row-menu.tsx";
import { ScanToOpen } from "#app/ui/scanner.tsx";
import { steadyPage } from "#app/ui/steady-page.ts";
import { WalkNote } from "#app/ui/walk-note.tsx";
import { type AssetRow, shownFields } from "#worker/domain/assets/columns.ts";
import { assetFlow } from "#worker/domain/assets/flow.ts";
import { listAssets } from "#worker/domain/assets/list.ts";
import { sessionContext } from "#worker/web/context.ts";
import { shownColumns } from "#worker/web/shown-columns.ts";
import type { Route } from "./+types/all-assets";
import { BulkButton, StoppedBulkEdit } from "./bulk-button.tsx";
import { CompareLink } from "./compare-link.tsx";
import { ContractButton } from "./contract-button.tsx";
import { AllLabels, LabelsOf } from "./labels-link.tsx";
import { assetListColumns, endOf, sortNames } from "./list-columns.tsx";
import { assetFilters } from "./list-filters.ts";
import { ListSums } from "./list-sums.tsx";
import { MeantNote } from "./meant-note.tsx";
import { AssetEntries } from "./row-menu.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const columns = shownColumns(request, columnsCookie("/all-assets"));
  const shown = columns ?? usualAssetColumns;
  const list = await listAssets(session, new URL(request.url).searchParams, shown);
  const rows = shown.includes("place")
    ? list.rows
    : list.rows.map((row) => ({ ...row, locationPath: endOf(row.locationPath) }));
  const { max_assets: limit } = session.company.limits;
  const full = limit !== undefined && limit !== null && session.company.assetCount >= limit;
  const may = {
    create: session.can("create-asset"),
    edit: session.can("edit-asset"),
    contract: session.can("edit-vendor"),
    export: session.can("export-asset"),
    transfer: session.can("create-asset-transfer"),
    compare: session.can("view-asset-comparison"),
    pass: session.can("create-gate-pass"),
    mover: assetFlow.moverOf(session),
  };
  return {
    ...list,
    rows: packedRows(rows, shownFields(shown)),
    query: pick(list.query, ["q", "sort", "dir", "size", "filters"]),
    columns,
    today: dayIn(session.company.timeZone),
    may,
    limit: full ? limit : null,
  };
}

export const meta = () => [{ title: "All Assets - Plumbline" }];

function AllAssets({ loaderData }: Route.ComponentProps) {
  const {
    today,
    may,
    limit,
    chosen,
    columns,
    sorts,
    meant,
    unsorted,
    walked,
    sums,
    rows,
    page,
    query,
  } = loaderData;
  const { locale } = useFormat();
  const at = useLocation();
  useEffect(() => preloadPage("/asset/detail/:id"), []);
  // The columns show just the fields that were sent.
  const unpacked = useMemo(() => unpackedRows<AssetRow>(rows), [rows]);
  const full = limit === null ? null : limitReached(limit);
  const add = may.create && (
    <Link className="btn btn-primary" to="/asset/create" prefetch="intent">
      <Icon name="plus" />
      Add asset
    </Link>
  );
  return (
    <ListPage
      title="All Assets"
      result={{ rows: unpacked, page, query }}
      isTwoLined
      searchLabel="Code, serial or name"
      scan={<ScanToOpen />}
      {...(may.export ? { exportHref: "/asset/export.csv", exportsChosen: true } : {})}
      {...(may.create || may.edit ? { importHref: "/imports?kind=assets" } : {})}
      more={<AllLabels />}
      actions={
        <>
          <ScanToOpen text="Scan" />
          {full === null ? add : <LimitReached text={full} />}
        </>
      }
      filters={assetFilters(chosen, today, locale)}
      columns={assetListColumns(today, sorts)}
      chosenColumns={columns}
      sums={
        sums ? (
          <ListSums page={page} sums={sums} />
        ) : page.next !== null && query.q && !unsorted ? (
          <p className="list-sums">
            <Link to={listUrl(at, { sort: "code", dir: "asc" })} preventScrollReset>
              Sort all by code
            </Link>
          </p>
        ) : null
      }
      note={
        <>
          {meant && <MeantNote q={query.q} meant={meant} />}
          <WalkNote
            things="assets"
            {...{ unsorted, walked }}
            orders={sortNames}
            order={query.sort}
          />
        </>
      }
      onChosen={(picked) => (
        <>
          <LabelsOf chosen={picked} />
          {may.transfer && !picked.all && (
            <Link className="btn btn-sm" to={`/asset-transfer/create?assets=${picked.ids}`}>
              Transfer
            </Link>
          )}
          {may.compare && <CompareLink chosen={picked} />}
          {may.pass && !picked.all && (
            <Link className="btn btn-sm" to={`/gate-pass/create?assets=${picked.ids}`}>
              Gate pass
            </Link>
          )}
          {may.edit && !picked.all && (
            <Link className="btn btn-sm" to={`/rounds/take?ids=${picked.ids}`}>
              Round
            </Link>
          )}
          {may.edit && <BulkButton chosen={picked} />}
          {may.edit && (
            <Link className="btn btn-sm" to={scheduleHref(picked)}>
              Add schedule
            </Link>
          )}
          {may.contract && <ContractButton chosen={picked} />}
        </>
      )}
      rowName={(row) => row.assetCode}
      rowHref={(row) => `/asset/detail/${row.id}`}
      rowActions={(row) => (
        <RowMenu label={`Actions for ${row.assetCode}`}>
          <AssetEntries {...{ row, may, full }} />
        </RowMenu>
      )}
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

export default steadyPage(AllAssets);

const scheduleHref = ({ all, ids, search }: Chosen) =>
  `/schedule/create?${all ? `match=1&${search.replace(/^\?/, "")}` : `assets=${ids}`}`;

const limitReached = (limit: number) => `Your plan allows ${limit} assets`;

function LimitReached({ text }: { text: string }) {
  return (
    <button className="btn btn-primary" type="button" disabled title={text}>
      <Icon name="plus" />
      Add asset
    </button>
  );
}
