import { RecordDialogs } from "#app/ui/record-dialogs.tsx";
import { RecordList } from "#app/ui/record-list.tsx";
import { vendors } from "#worker/domain/masters/vendors.ts";
import { entityActions, entityLoader } from "#worker/web/entity-page.ts";
import type { Route } from "./+types/vendors";
import { AssetCount } from "./asset-count.tsx";
import { kindsOf, VendorBasics, vendorKinds, vendorValues } from "./vendor-fields.tsx";
import { telHref } from "./words.ts";

export const loader = entityLoader(vendors);
export const action = entityActions(vendors);
export const meta = () => [{ title: "Vendors - Plumbline" }];

export default function Vendors({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <RecordList
        list={loaderData}
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
                limited={loaderData.may.limited}
              />
            ),
          },
          { key: "city", label: "City", optional: true },
        ]}
      />
      <RecordDialogs
        list={loaderData}
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
