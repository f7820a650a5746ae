import { useState } from "react";
import { Link } from "react-router";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Menu } from "#app/ui/menu.tsx";
import { PageHead, Tabs } from "#app/ui/page.tsx";
import { assetDetail } from "#worker/domain/assets/detail.ts";
import { removeAsset } from "#worker/domain/assets/remove.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { formOf, redirectWith, submitted } from "#worker/web/forms.ts";
import type { Route } from "./+types/detail";
import { AssetBadges, AssetFacts, AssetFigures } from "./head.tsx";
import { HistoryTab } from "./history-tab.tsx";
import { OverviewTab } from "./overview-tab.tsx";
import { ReportsTab } from "./reports-tab.tsx";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const may = { edit: session.can("edit-asset"), remove: session.can("delete-asset"), export: session.can("export-asset") };
  return { ...(await assetDetail(session, params.id, new URL(request.url).searchParams)), may };
}

/** Deletes a device that was entered by mistake. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  await formOf(request, visit);
  return submitted({}, async () => {
    const { message } = await removeAsset(context.get(sessionContext), params.id);
    return redirectWith(visit, "/all-assets", { kind: "success", message });
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: loaderData ? `${loaderData.asset.assetCode} ${loaderData.asset.name} - Plumbline` : "Asset - Plumbline" },
];

export default function AssetDetailPage({ loaderData: detail }: Route.ComponentProps) {
  const { asset, tab, may, reportCount, reportsCapped } = detail;
  const [deleting, setDeleting] = useState(false);
  const here = `/asset/detail/${asset.id}`;
  const disposed = asset.lifecycle === "disposed";
  const report = may.edit && !disposed && `/asset/service-report/${asset.id}`;
  return (
    <>
      <PageHead
        title={asset.name}
        crumbs={[{ label: "All Assets", to: "/all-assets" }, { label: <span className="code">{asset.assetCode}</span> }]}
        badges={<AssetBadges detail={detail} />}
        actions={
          (may.edit || may.remove) && (
            <>
              {may.edit && !disposed && (
                <Link className="btn" to={`/asset/update/${asset.id}`} prefetch="intent">
                  <Icon name="edit" />
                  Edit
                </Link>
              )}
              {may.remove && (
                <Menu label="More actions" className="btn btn-icon">
                  <button className="menu-item" type="button" onClick={() => setDeleting(true)}>
                    <Icon name="trash" />
                    Delete
                  </button>
                </Menu>
              )}
              {report && (
                <Link className="btn btn-primary" to={report} prefetch="intent">
                  <Icon name="plus" />
                  Service/PM Report
                </Link>
              )}
            </>
          )
        }
      />
      <div className="stack">
        <AssetFacts asset={asset} />
        <AssetFigures detail={detail} />
        <Tabs
          label="Asset"
          tabs={[
            { label: "Overview", to: here, current: tab === "overview" },
            {
              label: "Service Report",
              to: `${here}?tab=service-report`,
              current: tab === "service-report",
              ...(reportsCapped ? {} : { count: reportCount }),
            },
            { label: "History", to: `${here}?tab=history`, current: tab === "history" },
          ]}
        />
        {tab === "overview" && <OverviewTab detail={detail} />}
        {detail.reports && <ReportsTab list={detail.reports} assetId={asset.id} create={report || null} may={may} />}
        {detail.history && <HistoryTab list={detail.history} />}
      </div>
      <ConfirmDialog
        open={deleting}
        title={`Delete ${asset.assetCode} ${asset.name}?`}
        onClose={() => setDeleting(false)}
        intent="delete"
        verb="Delete asset"
        keep="Keep asset"
      >
        <p className="muted">For a device entered by mistake. One with reports, calls or files is kept.</p>
      </ConfirmDialog>
    </>
  );
}
