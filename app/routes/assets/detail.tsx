import { useMemo } from "react";
import { assetRules } from "#app/shared/flows/assets.ts";
import { packedRows, unpackedRows } from "#app/shared/packed-rows.ts";
import { refusalOf } from "#app/ui/form.tsx";
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
import { DetailActions } from "./detail-actions.tsx";
import { DeleteDialog, QrDialog } from "./detail-dialogs.tsx";
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
    contracts: session.can("view-vendor"),
    renew: session.can("create-vendor"),
    calls: session.can("view-breakdown"),
    calibrations: session.can("view-inhouse-calibration"),
    calibrate: session.can("create-inhouse-calibration"),
    plan: session.can("edit-breakdown"),
    schedule: session.can("edit-asset"),
    pass: session.can("create-gate-pass"),
    transfer: session.can("create-asset-transfer"),
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

const tabNames = [
  ["overview", "Overview"],
  ["service-report", "Service Report"],
  ["schedule", "Schedule"],
  ["breakdown", "Service Calls"],
  ["calibration", "Calibration"],
  ["accessory", "Accessories"],
  ["parts", "Parts"],
  ["document", "Documents"],
  ["movement", "Movement"],
  ["contract", "Contracts"],
  ["cost", "Cost"],
  ["history", "History"],
] as const;

function AssetDetailPage({ loaderData, actionData }: Route.ComponentProps) {
  const detail = useMemo(() => detailIn(loaderData), [loaderData]);
  const { asset, tab, may, reportCount, reportsCapped, today } = detail;
  const dialog = useDialog();
  const here = `/asset/detail/${asset.id}`;
  const problem = refusalOf(actionData);
  return (
    <>
      <PageHead
        title={asset.name}
        crumbs={[
          { label: "All Assets", to: "/all-assets" },
          { label: <span className="code">{asset.assetCode}</span> },
        ]}
        badges={<AssetBadges detail={detail} />}
        actions={<DetailActions asset={asset} may={may} opens={dialog.to} />}
      />
      <div className="stack">
        <AssetPlate detail={detail} />
        {/* On a phone the other tabs begin at once. */}
        <div className={tab === "overview" ? "stack" : "stack hide-phone"}>
          <CoverStrip detail={detail} mayOpen={may.contracts} />
          <AssetFigures detail={detail} />
        </div>
        <Tabs
          label="Asset"
          tabs={tabNames
            .filter(
              ([key]) =>
                (key !== "contract" || may.contracts) &&
                (key !== "breakdown" || may.calls) &&
                (key !== "calibration" || may.calibrations),
            )
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
      {dialog.asked("do") === "qr" && <QrDialog asset={asset} shown={dialog.shown} />}
      {may.remove && dialog.asked("do") === "delete" && (
        <DeleteDialog asset={asset} shown={dialog.shown} problem={problem} />
      )}
    </>
  );
}

export default steadyPage(AssetDetailPage);
