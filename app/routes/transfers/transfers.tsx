import { Link } from "react-router";
import { searchChoices } from "#app/routes/masters/choices.ts";
import { dayIn } from "#app/shared/company-time.ts";
import { movesOf } from "#app/shared/flows/rules.ts";
import { transferKinds, transferRules } from "#app/shared/flows/transfers.ts";
import type { Choice } from "#app/shared/list.ts";
import { ask } from "#app/ui/ask.ts";
import { BulkMoves } from "#app/ui/bulk-moves.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ListPage } from "#app/ui/list-page.tsx";
import { ListTabs } from "#app/ui/list-tabs.tsx";
import { MenuLink } from "#app/ui/menu.tsx";
import { MoveEntries } from "#app/ui/move-entries.tsx";
import { RowMenu } from "#app/ui/row-menu.tsx";
import { ScanToOpen } from "#app/ui/scanner.tsx";
import { DateText } from "#app/ui/time.tsx";
import { WalkNote } from "#app/ui/walk-note.tsx";
import { transferFlow } from "#worker/domain/transfers/flow.ts";
import { listTransfers } from "#worker/domain/transfers/list.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/transfers";
import { countText, moreText, moveHref, placeText, StatusBadge } from "./words.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const list = await listTransfers(session, new URL(request.url).searchParams);
  return {
    ...list,
    rows: list.rows.map((row) => ({
      ...row,
      createdOn: dayIn(session.company.timeZone, row.createdAt),
    })),
    may: {
      create: session.can("create-asset-transfer"),
      approve: session.can("approve-asset-transfer"),
      export: session.can("export-asset-transfer"),
      mover: transferFlow.moverOf(session),
    },
  };
}

export const meta = () => [{ title: "Transfers - Plumbline" }];

const searchAssets = (q: string) => ask<Choice[]>("/asset/choices", { query: { q } });
const asOptions = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

export default function Transfers({ loaderData }: Route.ComponentProps) {
  const { rows, page, query, tab, tabs, walked, unsorted, may, chosen } = loaderData;
  const add = may.create && (
    <Link className="btn btn-primary" to="/asset-transfer/create" prefetch="intent">
      <Icon name="plus" />
      New transfer
    </Link>
  );
  return (
    <ListPage
      title="Transfers"
      result={{ rows, page, query }}
      searchLabel="Number, asset or reason"
      scan={<ScanToOpen />}
      {...(may.export ? { exportHref: "/asset-transfers/export.csv" } : {})}
      actions={add}
      rowName={(row) => row.number}
      rowHref={(row) => `/asset-transfer/${row.id}`}
      rowActions={(row) => (
        <RowMenu label={`Actions for ${row.number}`}>
          <MoveEntries
            of={{ id: row.id, moves: movesOf(transferRules, row, may.mover) }}
            rules={transferRules}
            to={(move) => moveHref(row.id, move, `/asset-transfer/${row.id}?do=${move}`)}
          />
          <MenuLink to={`/asset-transfer/print/${row.id}`} icon="print" prefetch="intent">
            Print slip
          </MenuLink>
        </RowMenu>
      )}
      onChosen={
        may.approve
          ? (picked) => (
              <BulkMoves
                chosen={picked}
                rules={transferRules}
                of="asset-transfers"
                moves={["approve"]}
                count={countText}
                hrefOf={(id) => `/asset-transfer/${id}`}
              />
            )
          : undefined
      }
      filters={[
        {
          key: "location",
          label: "Location",
          load: searchChoices("locations"),
          selected: chosen.location ?? null,
        },
        { key: "kind", label: "Kind", options: asOptions(transferKinds) },
        { key: "status", label: "Status", options: asOptions(transferRules.states) },
        { key: "since", label: "From", isDate: true },
        { key: "until", label: "To", isDate: true },
        {
          key: "asset",
          label: "Asset",
          load: searchAssets,
          selected: chosen.asset ?? null,
          rare: true,
        },
      ]}
      note={
        <WalkNote
          things="transfers"
          {...{ unsorted, walked }}
          orders={{ newest: "date", dueBackOn: "due date" }}
          order={query.sort}
        />
      }
      columns={[
        { key: "number", label: "Number", card: "c-top", as: "code", keep: true },
        {
          key: "assets",
          label: "Assets",
          card: "c-name",
          show: (row) => (
            <>
              {row.firstAsset} <span className="quiet">{moreText(row.assetCount)}</span>
            </>
          ),
        },
        {
          key: "way",
          label: "From and to",
          card: "c-meta",
          show: (row) => (
            <>
              {placeText(row.fromName, row.fromPlace)} <span className="quiet">to</span>{" "}
              {placeText(row.toName, row.toPlace)}
              {row.dueBackOn && (
                <span className="only-phone">
                  {" "}
                  <span className="quiet">back by</span> <DateText on={row.dueBackOn} />
                </span>
              )}
            </>
          ),
        },
        {
          key: "status",
          label: "Status",
          card: "c-state",
          keep: true,
          show: (row) => <StatusBadge status={row.status} isShort />,
        },
        { key: "kind", label: "Kind", wide: 1, show: (row) => transferKinds[row.kind] },
        { key: "date", label: "Date", show: (row) => <DateText on={row.createdOn} />, keep: true },
        { key: "by", label: "Requested by", wide: 1, field: "requestedByName" },
        {
          key: "due",
          label: "Due back",
          sort: "dueBackOn",
          sortable: true,
          show: (row) => (row.dueBackOn ? <DateText on={row.dueBackOn} /> : null),
        },
      ]}
      empty={{
        title: "No transfers here",
        text: "Assets that move to another Location or place, with approval, dispatch and receipt.",
        action: add,
      }}
    >
      <ListTabs label="Transfers" tab={tab} tabs={tabs} />
    </ListPage>
  );
}
