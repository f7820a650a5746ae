import { useMemo } from "react";
import { Link } from "react-router";
import { assetRules } from "#app/shared/flows/assets.ts";
import { isPossible } from "#app/shared/flows/rules.ts";
import { packedRows, unpackedRows } from "#app/shared/packed-rows.ts";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { refusalOf } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Menu, MenuLink } from "#app/ui/menu.tsx";
import { Dialog } from "#app/ui/modal.tsx";
import { MoveEntries } from "#app/ui/move-entries.tsx";
import { MoveDialog } from "#app/ui/moves.tsx";
import { PageHead, Tabs } from "#app/ui/page.tsx";
import { steadyPage } from "#app/ui/steady-page.ts";
import { useDialog } from "#app/ui/use-dialog.ts";
import { type AssetDetail, assetDetail } from "#worker/domain/assets/detail.ts";
import { reportFlow } from "#worker/domain/service-reports/index.ts";
import { assetActions } from "#worker/web/asset-actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/detail";
import { CoverStrip } from "./cover-strip.tsx";
import { DetailTab } from "./detail-tab.tsx";
import { AssetBadges, AssetFigures, AssetPlate } from "./head.tsx";
import { moveFields } from "./move-fields.tsx";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const may = {
    create: session.can("create-asset"),
    remove: session.can("delete-asset"),
    export: session.can("export-asset"),
    raise: session.can("create-breakdown"),
    calls: session.can("view-breakdown"),
    plan: session.can("edit-breakdown"),
    mover: reportFlow.moverOf(session),
  };
  const { asset, ...detail } = await assetDetail(
    session,
    params.id,
    new URL(request.url).searchParams,
  );
  const { moves, ...facts } = asset;
  return { ...detail, facts: packedRows([facts], Object.keys(facts)), moves, may };
}

/** What is shown of a device, out of what was sent. */
function detailIn({ facts, moves, ...detail }: Awaited<ReturnType<typeof loader>>) {
  const [asset] = unpackedRows<Omit<AssetDetail["asset"], "moves">>(facts);
  return { ...detail, asset: { ...asset!, moves } };
}

export const action = assetActions;

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: "Asset - Plumbline" }];
  const { assetCode, name } = detailIn(loaderData).asset;
  return [{ title: `${assetCode} ${name} - Plumbline` }];
}

const { moves: pages } = assetRules;
const tabNames = [
  ["overview", "Overview"],
  ["service-report", "Service Report"],
  ["breakdown", "Service Calls"],
  ["accessory", "Accessories"],
  ["parts", "Parts"],
  ["document", "Documents"],
  ["movement", "Movement"],
  ["cost", "Cost"],
  ["history", "History"],
] as const;

function AssetDetailPage({ loaderData, actionData }: Route.ComponentProps) {
  const detail = useMemo(() => detailIn(loaderData), [loaderData]);
  const { asset, tab, may, reportCount, reportsCapped, today } = detail;
  const dialog = useDialog();
  const here = `/asset/detail/${asset.id}`;
  const problem = refusalOf(actionData);
  const [reports, edits] = [isPossible(asset.moves, "report"), isPossible(asset.moves, "edit")];
  // A move with a button of its own is not in the menu again.
  const inMenu = asset.moves.filter(({ move }) => move !== "report" && !(move === "edit" && edits));
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
          <>
            <Link className="btn" to={`/asset/labels?ids=${asset.id}`} prefetch="intent">
              <Icon name="print" />
              Print label
            </Link>
            {edits && (
              <Link className="btn" to={pages.edit.page(asset.id)} prefetch="intent">
                <Icon name="edit" />
                Edit
              </Link>
            )}
            <Menu label="More actions" className="btn btn-icon">
              <MoveEntries
                of={{ ...asset, moves: inMenu }}
                rules={assetRules}
                to={(move) => dialog.to({ do: move })}
              />
              {may.raise && may.calls && (
                <MenuLink to={`/asset-breakdowns?new=1&asset=${asset.id}`} icon="call">
                  Report problem
                </MenuLink>
              )}
              <MenuLink to={dialog.to({ do: "qr" })} icon="scan">
                QR code
              </MenuLink>
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
            {reports && (
              <Link className="btn btn-primary" to={pages.report.page(asset.id)} prefetch="intent">
                <Icon name="plus" />
                Service/PM Report
              </Link>
            )}
          </>
        }
      />
      <div className="stack">
        <AssetPlate detail={detail} />
        {/* On a phone the other tabs begin at once. */}
        <div className={tab === "overview" ? "stack" : "stack hide-phone"}>
          <CoverStrip detail={detail} />
          <AssetFigures detail={detail} />
        </div>
        <Tabs
          label="Asset"
          tabs={tabNames
            .filter(([key]) => key !== "breakdown" || may.calls)
            .map(([key, label]) => ({
              label,
              to: key === "overview" ? here : `${here}?tab=${key}`,
              current: tab === key,
              ...(key === "service-report" && !reportsCapped ? { count: reportCount } : {}),
            }))}
        />
        <DetailTab detail={detail} may={may} problem={problem} />
      </div>
      <MoveDialog
        of={asset}
        rules={assetRules}
        name={`${asset.assetCode} ${asset.name}`}
        fields={(move) => moveFields[move]?.(asset, today)}
        problem={problem}
      />
      {dialog.asked("do") === "qr" && (
        <Dialog
          {...dialog.shown}
          title={`QR code of ${asset.assetCode}`}
          footer={
            <>
              <Link className="btn" to={dialog.shown.closeTo} replace preventScrollReset>
                Close
              </Link>
              <Link className="btn btn-primary" to={`/asset/labels?ids=${asset.id}`}>
                <Icon name="print" />
                Print label
              </Link>
            </>
          }
        >
          <div className="qr-dialog">
            <img
              src={`/asset/qr/${asset.id}?v=${asset.version}`}
              alt={`QR code of ${asset.assetCode} ${asset.name}`}
              width="240"
              height="240"
            />
            <p className="muted">
              It leads to this page, and people who are not signed in to the public page.
            </p>
          </div>
        </Dialog>
      )}
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

export default steadyPage(AssetDetailPage);
