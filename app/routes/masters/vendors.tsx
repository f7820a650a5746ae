import { MasterPage } from "#app/ui/master-page.tsx";
import { vendors } from "#worker/domain/vendors.ts";
import { masterAction, masterLoader } from "#worker/web/resource-routes.ts";
import type { Route } from "./+types/vendors";
import { VendorFields, vendorKinds, vendorValues } from "./vendor-fields.tsx";

export const loader = masterLoader(vendors);
export const action = masterAction(vendors);
export const meta = () => [{ title: "Vendors - Plumbline" }];

export default function Vendors({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <MasterPage
      title="Vendors"
      thing="vendor"
      list={loaderData}
      problem={actionData?.success === false ? actionData : undefined}
      searchLabel="Name, code, contact, phone or city"
      about="Makers, suppliers, service partners and laboratories you work with."
      archiving="It can no longer be chosen. Assets, stock and contracts that name it keep it."
      wide
      columns={[
        { key: "code", label: "Code", card: "c-top", show: (row) => row.code && <span className="code">{row.code}</span> },
        { key: "name", label: "Name", card: "c-name", sortable: true, show: (row) => row.name },
        {
          key: "kinds",
          label: "Kind",
          card: "c-meta",
          show: (row) =>
            vendorKinds
              .filter(({ name }) => row[name])
              .map(({ label }) => label)
              .join(", "),
        },
        { key: "contact", label: "Contact", card: "c-hide", keep: true, show: (row) => row.contactName },
        { key: "phone", label: "Phone", card: "c-due", show: (row) => <a href={`tel:${row.phone.replace(/[^+\d]/g, "")}`}>{row.phone}</a> },
        { key: "city", label: "City", card: "c-hide", optional: true, show: (row) => row.city },
      ]}
      values={vendorValues}
      fields={() => <VendorFields />}
    />
  );
}
