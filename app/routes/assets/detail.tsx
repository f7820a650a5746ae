import { Link } from "react-router";
import { assetRules } from "#app/shared/flows/assets.ts";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { refusalOf } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Menu, MenuLink } from "#app/ui/menu.tsx";
import { MenuEntry } from "#app/ui/menu-entry.tsx";
import { MoveDialog, MoveEntries } from "#app/ui/moves.tsx";
import { PageHead, Tabs } from "#app/ui/page.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import { assetDetail } from "#worker/domain/assets/detail.ts";
import { reportFlow } from "#worker/domain/service-reports/index.ts";
import { assetActions } from "#worker/web/asset-actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/detail";
import { DetailTab } from "./detail-tab.tsx";
import { AssetBadges, AssetFigures, AssetPlate } from "./head.tsx";
import { moveFields } from "./move-fields.tsx";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const { can } = session;
  const may = {
    create: can("create-asset"),
    edit: can("edit-asset"),
    remove: can("delete-asset"),
    export: can("export-asset"),
    mover: reportFlow.moverOf(session),
  };
  return { ...(await assetDetail(session, params.id, new URL(request.url).searchParams)), may };
}

export const action = assetActions;

export const meta = ({ loaderData }: Route.MetaArgs) => [
  {
    title: loaderData
      ? `${loaderData.asset.assetCode} ${loaderData.asset.name} - Plumbline`
      : "Asset - Plumbline",
  },
];

const tabNames = [
  ["overview", "Overview"],
  ["service-report", "Service Report"],
  ["accessory", "Accessories"],
  ["parts", "Parts"],
  ["document", "Documents"],
  ["movement", "Movement"],
  ["cost", "Cost"],
  ["history", "History"],
] as const;

export default function AssetDetailPage({ loaderData: detail, actionData }: Route.ComponentProps) {
  const { asset, tab, may, reportCount, reportsCapped, today } = detail;
  const dialog = useDialog();
  const here = `/asset/detail/${asset.id}`;
  const disposed = asset.lifecycle === "disposed";
  const problem = refusalOf(actionData);
  const report = may.edit && !disposed && `/asset/service-report/${asset.id}`;
  return (
    <>
      <PageHead
        title={asset.name}
        crumbs={[
          { label: "All Assets", to: "/all-assets" },
          { label: <span className="code">{asset.assetCode}</span> },
        ]}
        badges={<AssetBadges detail={detail} />}
        actions={
          (may.create || may.edit || may.remove || asset.moves.some(({ fits }) => fits)) && (
            <>
              {may.edit && !disposed && (
                <Link className="btn" to={`/asset/update/${asset.id}`} prefetch="intent">
                  <Icon name="edit" />
                  Edit
                </Link>
              )}
              <Menu label="More actions" className="btn btn-icon">
                {may.edit && disposed && (
                  <MenuEntry label="Edit" icon="edit" no="This asset is disposed" to="" />
                )}
                <MoveEntries of={asset} rules={assetRules} to={(move) => dialog.to({ do: move })} />
                {may.create && (
                  <MenuLink to={`/asset/create?clone=${asset.id}`} icon="plus" prefetch="intent">
                    Clone
                  </MenuLink>
                )}
                {may.remove && (
                  <MenuLink to={dialog.to({ do: "delete" })} icon="trash" danger>
                    Delete
                  </MenuLink>
                )}
              </Menu>
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
        <AssetPlate asset={asset} />
        <AssetFigures detail={detail} />
        <Tabs
          label="Asset"
          tabs={tabNames.map(([key, label]) => ({
            label,
            to: key === "overview" ? here : `${here}?tab=${key}`,
            current: tab === key,
            ...(key === "service-report" && !reportsCapped ? { count: reportCount } : {}),
          }))}
        />
        <DetailTab detail={detail} may={may} report={report || null} problem={problem} />
      </div>
      <MoveDialog
        of={asset}
        rules={assetRules}
        name={`${asset.assetCode} ${asset.name}`}
        fields={(move) => moveFields[move]?.(asset, today)}
        problem={problem}
      />
      {may.remove && dialog.asked("do") === "delete" && (
        <ConfirmDialog
          {...dialog.shown}
          title={`Delete ${asset.assetCode} ${asset.name}?`}
          intent="delete"
          verb="Delete asset"
          keep="Keep asset"
          problem={problem}
        >
          <p className="muted">
            For a device entered by mistake. One with reports, calls or files is kept.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
