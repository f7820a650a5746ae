import { Link } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { ListPage } from "#app/ui/list-page.tsx";
import { Badge, PageHead, Panel, Tabs } from "#app/ui/page.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import { DateText } from "#app/ui/time.tsx";
import { vendorDetail } from "#worker/domain/vendor-detail.ts";
import { addVendorDocument, removeVendorDocument } from "#worker/domain/vendor-documents.ts";
import { chosenFile } from "#worker/files/store.ts";
import { notFound } from "#worker/refusals.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { formOf, submitted, valuesOf } from "#worker/web/forms.ts";
import { answeredForm } from "#worker/web/resource-routes.ts";
import type { Route } from "./+types/vendor-detail";
import { VendorDocuments } from "./vendor-documents.tsx";
import { kindsOf } from "./vendor-fields.tsx";
import { VendorOverview } from "./vendor-overview.tsx";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  vendorDetail(context.get(sessionContext), params.id, new URL(request.url).searchParams);

export async function action({ request, params, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const session = context.get(sessionContext);
  const form = await formOf(request, visit);
  const { document = "", ...values } = valuesOf(form);
  return submitted(values, async () => {
    const intent = form.get("intent");
    if (intent === "upload") {
      const answer = await addVendorDocument(session, visit.env.MEDIA, params.id, chosenFile(form.get("file")), values);
      return answeredForm(request, visit, answer);
    }
    if (intent !== "delete-document") return notFound("action");
    return answeredForm(request, visit, await removeVendorDocument(session, params.id, document));
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => [{ title: `${loaderData?.vendor.name ?? "Vendor"} - Plumbline` }];

export default function VendorDetail({ loaderData, actionData }: Route.ComponentProps) {
  const { vendor, tab, may, sees, assetCount, assets, documents, stock } = loaderData;
  const at = (name: string) => `/vendor/detail/${vendor.id}${name === "overview" ? "" : `?tab=${name}`}`;
  const tabs = [
    { name: "overview", label: "Overview" },
    ...(sees.assets ? [{ name: "assets", label: "Assets supplied", ...(assetCount === null ? {} : { count: assetCount }) }] : []),
    { name: "documents", label: "Documents", count: documents.length },
    ...(sees.stock ? [{ name: "stock", label: "Store items", count: stock.length }] : []),
  ];
  return (
    <div className="stack">
      <PageHead
        title={vendor.name}
        crumbs={[{ label: "Vendors", to: "/vendors" }, { label: vendor.code ?? kindsOf(vendor) }]}
        badges={
          vendor.archivedAt && (
            <Badge tone="hold" icon="archive">
              Archived
            </Badge>
          )
        }
        actions={
          may.edit && (
            <Link className="btn btn-primary" to={`/vendor/update/${vendor.id}`}>
              <Icon name="edit" />
              Edit
            </Link>
          )
        }
      />
      <Tabs label="Vendor" tabs={tabs.map(({ name, ...rest }) => ({ ...rest, to: at(name), current: name === tab }))} />
      {tab === "overview" && <VendorOverview vendor={vendor} today={loaderData.today} />}
      {tab === "documents" && (
        <VendorDocuments
          documents={documents}
          today={loaderData.today}
          may={may.edit}
          problem={actionData?.success === false ? actionData : undefined}
        />
      )}
      {tab === "assets" && (
        <ListPage
          title="Assets supplied"
          head={false}
          result={assets}
          rowHref={(row) => `/asset/detail/${row.id}`}
          empty={{ title: "No assets from this vendor", text: "Assets name their vendor in their form." }}
          columns={[
            { key: "code", label: "Code", card: "c-top", show: (row) => <span className="code">{row.assetCode}</span> },
            { key: "name", label: "Name", card: "c-name", show: (row) => row.name },
            { key: "model", label: "Make and model", card: "c-meta", show: (row) => [row.make, row.model].filter(Boolean).join(" ") },
            { key: "place", label: "Location", card: "c-hide", keep: true, show: (row) => row.place },
            { key: "bought", label: "Purchased", card: "c-due", show: (row) => <DateText on={row.purchaseOn} /> },
          ]}
        >
          {assets.rows.length > 0 && <Link to={`/all-assets?vendor=${vendor.id}`}>Show them in All Assets</Link>}
        </ListPage>
      )}
      {tab === "stock" && (
        <Panel title="Store items they supply">
          {stock.length === 0 ? (
            <EmptyState panel={false} title="No store items from this vendor" />
          ) : (
            <ul className="plain-list">
              {stock.map((item) => (
                <li key={item.id}>
                  <Link to={`/stocks/ledger/${item.id}`}>{item.name}</Link> {item.partNo && <span className="code">{item.partNo}</span>}{" "}
                  <span className="muted">
                    {item.quantity} {item.unit} in {item.store}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Panel>
      )}
    </div>
  );
}
