import { Link } from "react-router";
import { quantityText } from "#app/shared/quantity.ts";
import { refusalOf } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ListPage } from "#app/ui/list-page.tsx";
import { PageHead, Tabs } from "#app/ui/page.tsx";
import { StateBadge } from "#app/ui/record-list.tsx";
import { vendorDetail } from "#worker/domain/masters/vendor-detail.ts";
import { vendorDocuments } from "#worker/domain/masters/vendor-documents.ts";
import { actions } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/vendor-detail";
import { KeptDocuments } from "./kept-documents.tsx";
import { VendorContracts } from "./vendor-contracts.tsx";
import { kindsOf } from "./vendor-fields.tsx";
import { VendorOverview } from "./vendor-overview.tsx";
import { VendorScore } from "./vendor-score.tsx";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  vendorDetail(context.get(sessionContext), params.id, new URL(request.url).searchParams);

export const action = actions({
  upload: ({ session, visit, id, file }, { file: _, ...values }) =>
    vendorDocuments.add(session, visit.env.MEDIA, id, file("file"), values),
  "delete-document": ({ session, id }, { document = "" }) =>
    vendorDocuments.remove(session, id, document),
});

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.vendor.name ?? "Vendor"} - Plumbline` },
];

export default function VendorDetail({ loaderData, actionData }: Route.ComponentProps) {
  const {
    vendor,
    tab,
    may,
    sees,
    assetCount,
    assets,
    documents,
    stock,
    contracts,
    contractsCapped,
  } = loaderData;
  const at = (name: string) =>
    `/vendor/detail/${vendor.id}${name === "overview" ? "" : `?tab=${name}`}`;
  const tabs = [
    { name: "overview", label: "Overview" },
    ...(sees.assets
      ? [
          {
            name: "assets",
            label: "Assets supplied",
            ...(assetCount === null ? {} : { count: assetCount }),
          },
        ]
      : []),
    {
      name: "contracts",
      label: "Contracts",
      count: `${contracts.length}${contractsCapped ? "+" : ""}`,
    },
    { name: "documents", label: "Documents", count: documents.length },
    ...(sees.stock
      ? [
          {
            name: "stock",
            label: "Store items",
            count: `${stock.page.total ?? 0}${stock.page.capped ? "+" : ""}`,
          },
        ]
      : []),
  ];
  return (
    <div className="stack">
      <PageHead
        title={vendor.name}
        crumbs={[{ label: "Vendors", to: "/vendors" }, { label: vendor.code ?? kindsOf(vendor) }]}
        badges={vendor.archivedAt && <StateBadge archivedAt={vendor.archivedAt} />}
        actions={
          may.edit && (
            <Link className="btn btn-primary" to={`/vendor/update/${vendor.id}`}>
              <Icon name="edit" />
              Edit
            </Link>
          )
        }
      />
      <Tabs
        label="Vendor"
        tabs={tabs.map(({ name, ...rest }) => ({ ...rest, to: at(name), current: name === tab }))}
      />
      {tab === "contracts" && (
        <VendorContracts
          vendorId={vendor.id}
          contracts={contracts}
          capped={contractsCapped}
          mayAdd={may.create && !vendor.archivedAt}
          today={loaderData.today}
        />
      )}
      {tab === "overview" && (
        <>
          <VendorOverview vendor={vendor} today={loaderData.today} out={loaderData.out} />
          {loaderData.score && <VendorScore score={loaderData.score} />}
        </>
      )}
      {tab === "documents" && (
        <KeptDocuments
          about="Licences, certificates and agreements of this vendor."
          documents={documents}
          today={loaderData.today}
          may={may.edit}
          problem={refusalOf(actionData)}
        />
      )}
      {tab === "assets" && (
        <ListPage
          title="Assets supplied"
          head={false}
          result={assets}
          rowHref={(row) => `/asset/detail/${row.id}`}
          empty={{
            title: "No assets from this vendor",
            text: "Assets name their vendor in their form.",
          }}
          columns={[
            { key: "code", label: "Code", card: "c-top", as: "code", field: "assetCode" },
            { key: "name", label: "Name", card: "c-name" },
            {
              key: "model",
              label: "Make and model",
              card: "c-meta",
              show: (row) => [row.make, row.model].filter(Boolean).join(" "),
            },
            { key: "place", label: "Location", keep: true },
            { key: "bought", label: "Purchased", card: "c-due", as: "day", field: "purchaseOn" },
          ]}
        >
          {assets.rows.length > 0 && (
            <Link to={`/all-assets?vendor=${vendor.id}`}>Show them in All Assets</Link>
          )}
        </ListPage>
      )}
      {tab === "stock" && (
        <ListPage
          title="Store items they supply"
          head={false}
          result={stock}
          rowHref={(row) => `/stocks/ledger/${row.id}`}
          empty={{
            title: "No store items from this vendor",
            text: "Store items name their vendor in their form.",
          }}
          columns={[
            { key: "name", label: "Item", card: "c-name" },
            { key: "partNo", label: "Part no", card: "c-top", as: "code" },
            {
              key: "quantity",
              label: "Quantity",
              card: "c-due",
              show: (row) => quantityText(row.quantity, row.unit),
            },
            { key: "store", label: "Store", card: "c-meta" },
          ]}
        >
          {stock.rows.length > 0 && (
            <Link to={`/stocks?vendor=${vendor.id}`}>Show them in Stocks</Link>
          )}
        </ListPage>
      )}
    </div>
  );
}
