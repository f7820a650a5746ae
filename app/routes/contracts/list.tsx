import type { ReactNode } from "react";
import { Link } from "react-router";
import { contractKinds, contractStates, kindWord } from "#app/shared/contracts.ts";
import { contractRules } from "#app/shared/flows/contracts.ts";
import type { Choice } from "#app/shared/list.ts";
import { numberText } from "#app/shared/numbers.ts";
import { useFormat } from "#app/ui/format.ts";
import { Icon } from "#app/ui/icon.tsx";
import { type Column, ListPage } from "#app/ui/list-page.tsx";
import { listUrl } from "#app/ui/list-url.ts";
import { MenuLink } from "#app/ui/menu.tsx";
import { Money } from "#app/ui/money.tsx";
import { RowMenu } from "#app/ui/row-menu.tsx";
import { useDates } from "#app/ui/time.tsx";
import { WalkNote } from "#app/ui/walk-note.tsx";
import type { ContractRow } from "#worker/domain/contracts/list.ts";
import type { DocumentList } from "#worker/domain/lists/documents.ts";
import { ContractBadge } from "./words.tsx";

/** A page of contracts, with what the person may do. */
export type Contracts = DocumentList<ContractRow> & {
  today: string;
  chosenVendor: Choice | null;
  may: { create: boolean; edit: boolean; import: boolean; export: boolean; limited: boolean };
};

const orders = { newest: "when they were added", number: "number", start: "start", end: "end" };
const { edit, renew } = contractRules.moves;

/** All contracts, with those that end soon in sight. */
export function ContractList({ list, tabs }: { list: Contracts; tabs: ReactNode }) {
  const { today, may, figures, query, unsorted, walked, chosenVendor } = list;
  const { date } = useDates();
  const { ends = "" } = query.filters;
  const add = may.create && (
    <Link className="btn btn-primary" to="/contract/create" prefetch="intent">
      <Icon name="plus" />
      Add contract
    </Link>
  );
  const columns: Column<ContractRow>[] = [
    { key: "number", label: "Number", card: "c-name", as: "code", sortable: true },
    { key: "kind", label: "Kind", card: "c-top", show: (row) => kindWord(row.kind) },
    { key: "vendor", label: "Vendor", card: "c-meta", field: "vendorName", long: true },
    { key: "start", label: "Start", as: "day", field: "startOn", sortable: true },
    { key: "end", label: "End", card: "c-due", as: "day", field: "endOn", sortable: true },
    {
      key: "state",
      label: "State",
      card: "c-state",
      show: (row) => <ContractBadge contract={row} today={today} />,
    },
    {
      key: "assets",
      label: "Assets",
      numeric: true,
      show: (row) => (row.assets === null && may.limited ? "–" : (row.assets ?? 0)),
    },
    { key: "value", label: "Value", card: "c-due", as: "money", field: "valueMinor" },
  ];
  return (
    <ListPage
      title="Contracts"
      result={list}
      searchLabel="Number"
      actions={add}
      {...(may.export ? { exportHref: "/contracts/export.csv" } : {})}
      {...(may.import ? { importHref: "/imports?kind=contracts" } : {})}
      filters={[
        { key: "kind", label: "Kind", options: [...contractKinds] },
        {
          key: "state",
          label: "State",
          options: Object.entries(contractStates).map(([value, label]) => ({ value, label })),
        },
        {
          key: "ends",
          label: "Ends within",
          options: [
            ...["30", "60", "90"].map((value) => ({ value, label: `${value} days` })),
            ...(ends.includes("-") ? [{ value: ends, label: date(ends) }] : []),
          ],
        },
        ...(chosenVendor ? [{ key: "vendor", label: "Vendor", options: [chosenVendor] }] : []),
      ]}
      columns={columns}
      rowName={(row) => row.number}
      rowHref={(row) => `/contract/${row.id}`}
      rowActions={(row) => (
        <RowMenu label={`Actions for ${row.number}`}>
          {may.edit && row.terminatedOn === null && (
            <MenuLink to={edit.page(row.id)} icon="edit">
              Edit
            </MenuLink>
          )}
          {may.create && row.terminatedOn === null && (
            <MenuLink to={renew.page(row.id)} icon="refresh">
              Renew
            </MenuLink>
          )}
          <MenuLink to={`/contract/${row.id}`} icon="right">
            Open
          </MenuLink>
        </RowMenu>
      )}
      sums={figures && <Sums figures={figures} />}
      note={
        <WalkNote
          things="contracts"
          unsorted={unsorted}
          walked={walked}
          orders={orders}
          order={query.sort}
        />
      }
      empty={{
        title: "No contracts yet",
        text: "Warranty, AMC, CMC, rental, calibration and insurance, with the assets they cover.",
        action: add,
      }}
    >
      {tabs}
    </ListPage>
  );
}

/** How many contracts run, what they are worth, and how many end soon. */
function Sums({ figures }: { figures: Record<string, number> }) {
  const { locale } = useFormat();
  const at = { pathname: "/vendors", search: "?tab=contracts" };
  const expiring = figures["contracts.expiring"] ?? 0;
  return (
    <dl className="list-sums" aria-label="Totals of all contracts">
      <div>
        <dt>Running</dt>
        <dd>{numberText(figures["contracts.running"] ?? 0, locale)}</dd>
      </div>
      <div>
        <dt>Value of those</dt>
        <dd>
          <Money minor={figures["contracts.value"] ?? 0} />
        </dd>
      </div>
      {expiring > 0 && (
        <div>
          <dt>Expiring</dt>
          <dd>
            <Link to={listUrl(at, { state: "expiring" })} preventScrollReset>
              {numberText(expiring, locale)}
            </Link>
          </dd>
        </div>
      )}
    </dl>
  );
}
