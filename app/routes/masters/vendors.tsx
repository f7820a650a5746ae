import { Tabs } from "#app/ui/page.tsx";
import { RecordDialogs } from "#app/ui/record-dialogs.tsx";
import { RecordList } from "#app/ui/record-list.tsx";
import { useDates } from "#app/ui/time.tsx";
import { contractsPage } from "#worker/domain/contracts/list.ts";
import { vendors } from "#worker/domain/masters/vendors.ts";
import { sessionContext } from "#worker/web/context.ts";
import { entityActions, entityLoader } from "#worker/web/entity-page.ts";
import { ContractList } from "../contracts/list.tsx";
import type { Route } from "./+types/vendors";
import { AssetCount } from "./asset-count.tsx";
import { kindsOf, VendorBasics, vendorKinds, vendorValues } from "./vendor-fields.tsx";
import { telHref } from "./words.ts";

const vendorPage = entityLoader(vendors);
/** Vendors, or their contracts in a tab of its own. */
export async function loader(args: Route.LoaderArgs) {
  const params = new URL(args.request.url).searchParams;
  if (params.get("tab") !== "contracts") return { list: await vendorPage(args), contracts: null };
  return { list: null, contracts: await contractsPage(args.context.get(sessionContext), params) };
}
export const action = entityActions(vendors);
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: loaderData?.contracts ? "Contracts - Plumbline" : "Vendors - Plumbline" },
];

export default function Vendors({ loaderData, actionData }: Route.ComponentProps) {
  const { list, contracts } = loaderData;
  const { date } = useDates();
  const ends = list?.query.filters.ends;
  const tabs = (
    <Tabs
      label="Vendors"
      tabs={[
        { label: "Vendors", to: "/vendors", current: contracts === null },
        { label: "Contracts", to: "/vendors?tab=contracts", current: contracts !== null },
      ]}
    />
  );
  if (contracts) return <ContractList list={contracts} tabs={tabs} />;
  return (
    <>
      <RecordList
        list={list}
        searchLabel="Name, code, contact, phone or city"
        about="Makers, suppliers, service partners and laboratories you work with."
        formHref={{ add: "/vendor/create", edit: (row) => `/vendor/update/${row.id}` }}
        rowHref={(row) => `/vendor/detail/${row.id}`}
        filters={[
          {
            key: "kind",
            label: "Kind",
            options: vendorKinds.map(({ value, label }) => ({ value, label })),
          },
          ...(ends
            ? [
                {
                  key: "ends",
                  label: "Document ends on",
                  options: [{ value: ends, label: date(ends) }],
                },
              ]
            : []),
        ]}
        columns={[
          { key: "code", label: "Code", card: "c-top", as: "code" },
          { key: "name", label: "Name", card: "c-name", sortable: true },
          { key: "kinds", label: "Kind", card: "c-meta", long: true, show: (row) => kindsOf(row) },
          { key: "contact", label: "Contact", field: "contactName" },
          {
            key: "phone",
            label: "Phone",
            card: "c-due",
            show: (row) => <a href={telHref(row.phone)}>{row.phone}</a>,
          },
          {
            key: "assets",
            label: "Assets",
            keep: true,
            numeric: true,
            show: (row) => (
              <AssetCount
                n={row.assets}
                to={`/all-assets?vendor=${row.id}`}
                limited={list.may.limited}
              />
            ),
          },
          { key: "city", label: "City", optional: true },
        ]}
      >
        {tabs}
      </RecordList>
      <RecordDialogs
        list={list}
        answer={actionData}
        archiving="It can no longer be chosen. Assets, stock and contracts that name it keep it."
        values={vendorValues}
      >
        <div className="form form-2">
          <VendorBasics />
        </div>
      </RecordDialogs>
    </>
  );
}
