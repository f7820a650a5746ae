import { useEffect } from "react";
import { Link, useLocation } from "react-router";
import { dayIn } from "#app/shared/company-time.ts";
import { assetRules } from "#app/shared/flows/assets.ts";
import { type Mover, movesOf } from "#app/shared/flows/rules.ts";
import { useFormat } from "#app/ui/format.ts";
import { Icon } from "#app/ui/icon.tsx";
import { columnsCookie } from "#app/ui/list-columns-cookie.ts";
import { ListPage } from "#app/ui/list-page.tsx";
import { listUrl } from "#app/ui/list-url.ts";
import { Menu, MenuLink } from "#app/ui/menu.tsx";
import { MenuEntry } from "#app/ui/menu-entry.tsx";
import { Money } from "#app/ui/money.tsx";
import { MoveEntries } from "#app/ui/move-entries.tsx";
import { preloadPage } from "#app/ui/preload-page.ts";
import { ScanToOpen } from "#app/ui/scanner.tsx";
import type { AssetRow } from "#worker/domain/assets/columns.ts";
import { assetFlow } from "#worker/domain/assets/flow.ts";
import { listAssets } from "#worker/domain/assets/list.ts";
import { sessionContext } from "#worker/web/context.ts";
import { shownColumns } from "#worker/web/shown-columns.ts";
import type { Route } from "./+types/all-assets";
import { BulkButton, StoppedBulkEdit } from "./bulk-button.tsx";
import { LabelsLink, LabelsOf } from "./labels-link.tsx";
import { assetListColumns, sortNames } from "./list-columns.tsx";
import { assetFilters } from "./list-filters.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const columns = shownColumns(request, columnsCookie("/all-assets"));
  const list = await listAssets(session, new URL(request.url).searchParams, columns ?? []);
  const { max_assets: limit } = session.company.limits;
  const full = limit !== undefined && limit !== null && session.company.assetCount >= limit;
  const may = {
    create: session.can("create-asset"),
    edit: session.can("edit-asset"),
    export: session.can("export-asset"),
    mover: assetFlow.moverOf(session),
  };
  return {
    ...list,
    columns,
    today: dayIn(session.company.timeZone),
    may,
    limit: full ? limit : null,
  };
}

/** The moves in a row's menu; the others are on the device's page. */
const rowMoves: readonly string[] = ["report", "edit", "move", "not-located", "found", "condemn"];

export const meta = () => [{ title: "All Assets - Plumbline" }];

export default function AllAssets({ loaderData }: Route.ComponentProps) {
  const { today, may, limit, chosen, columns, sorts, unsorted, walked, valueMinor, ...list } =
    loaderData;
  const { locale } = useFormat();
  const at = useLocation();
  useEffect(() => preloadPage("/asset/detail/:id"), []);
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
      {...(may.export ? { exportHref: "/asset/export.csv", exportsChosen: true } : {})}
      {...(may.create || may.edit ? { importHref: "/imports?kind=assets" } : {})}
      actions={
        <>
          <LabelsLink />
          {limit === null ? add : <LimitReached limit={limit} />}
        </>
      }
      filters={assetFilters(chosen, today, locale)}
      columns={assetListColumns(today, sorts)}
      chosenColumns={columns}
      totals={
        valueMinor ? (
          <>
            Purchase value <Money minor={valueMinor} />
          </>
        ) : list.page.capped && list.query.q && !unsorted ? (
          <Link to={listUrl(at, { sort: "code", dir: "asc" })} preventScrollReset>
            Count and sort all
          </Link>
        ) : null
      }
      note={
        <>
          {unsorted && <Unsorted {...unsorted} order={list.query.sort} />}
          {walked !== null && <Walked most={walked} />}
        </>
      }
      onChosen={(picked) => (
        <>
          <LabelsOf chosen={picked} />
          {may.edit && <BulkButton chosen={picked} />}
        </>
      )}
      rowHref={(row) => `/asset/detail/${row.id}`}
      rowActions={(row) => (
        <RowMenu row={row} may={may} full={limit === null ? null : limitReached(limit)} />
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

/** Why the rows are not in the order asked for, and which they are in. */
function Unsorted({ by, most, order }: { by: string; most: number; order: string }) {
  const { locale } = useFormat();
  return `More than ${new Intl.NumberFormat(locale).format(most)} assets are searched: too many to sort by ${sortNames[by]}. They are listed by ${sortNames[order]}. Narrow the list to sort it. `;
}

/** Why a page has fewer rows than fit on it, and where the others are. */
function Walked({ most }: { most: number }) {
  const { locale } = useFormat();
  return `${new Intl.NumberFormat(locale).format(most)} assets were searched for this page. The next page searches on; another filter makes it faster.`;
}

type RowProps = { row: AssetRow; may: { create: boolean; mover: Mover }; full: string | null };

function RowMenu({ row, may, full }: RowProps) {
  const moves = movesOf(assetRules, row, may.mover).filter(({ move }) => rowMoves.includes(move));
  return (
    <Menu label={`Actions for ${row.assetCode}`}>
      <MoveEntries
        of={{ id: row.id, moves }}
        rules={assetRules}
        to={(move) => `/asset/detail/${row.id}?do=${move}`}
      />
      {may.create && (
        <MenuEntry icon="plus" label="Clone" no={full} to={`/asset/create?clone=${row.id}`} />
      )}
      <MenuLink to={`/asset/labels?ids=${row.id}`} icon="print" prefetch="intent">
        Print label
      </MenuLink>
      <MenuLink to={`/asset/detail/${row.id}?tab=history`} icon="list" prefetch="intent">
        History
      </MenuLink>
    </Menu>
  );
}

const limitReached = (limit: number) => `Your plan allows ${limit} assets`;

function LimitReached({ limit }: { limit: number }) {
  return (
    <button className="btn btn-primary" type="button" disabled title={limitReached(limit)}>
      <Icon name="plus" />
      Add asset
    </button>
  );
}
