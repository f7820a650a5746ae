import { isPossible, type Mover } from "#app/shared/flows/rules.ts";
import type { Refused } from "#app/ui/form.tsx";
import type { AssetDetail } from "#worker/domain/assets/detail.ts";
import { AccessoryList } from "./accessory-list.tsx";
import { CalibrationTab } from "./calibration-tab.tsx";
import { CallsTab } from "./calls-tab.tsx";
import { ContractTab } from "./contract-tab.tsx";
import { CostTab } from "./cost-tab.tsx";
import { DocumentsTab } from "./documents-tab.tsx";
import { HistoryTab } from "./history-tab.tsx";
import { MovementTab } from "./movement-tab.tsx";
import { OverviewTab } from "./overview-tab.tsx";
import { PartsTab } from "./parts-tab.tsx";
import { ReportsTab } from "./reports-tab.tsx";
import { ScheduleTab } from "./schedule-tab.tsx";

type Props = {
  detail: AssetDetail;
  may: {
    export: boolean;
    raise: boolean;
    renew: boolean;
    plan: boolean;
    schedule: boolean;
    mover: Mover;
  };
  problem: Refused | undefined;
};

/** The open tab of a device's page. */
export function DetailTab({ detail, may, problem }: Props) {
  const { asset, shown, today } = detail;
  const mayEdit = isPossible(asset.moves, "edit");
  if (shown["service-report"])
    return <ReportsTab {...shown["service-report"]} asset={asset} may={may} problem={problem} />;
  if (shown.schedule)
    return (
      <ScheduleTab
        {...shown.schedule}
        assetId={asset.id}
        today={today}
        mayAdd={may.schedule && asset.lifecycle !== "condemned" && asset.lifecycle !== "disposed"}
        problem={problem}
      />
    );
  if (shown.breakdown)
    return (
      <CallsTab
        {...shown.breakdown}
        assetId={asset.id}
        now={detail.now}
        may={may}
        problem={problem}
      />
    );
  if (shown.calibration)
    return (
      <CalibrationTab
        {...shown.calibration}
        assetId={asset.id}
        today={today}
        mayUse={asset.lifecycle !== "condemned" && asset.lifecycle !== "disposed"}
      />
    );
  if (shown.accessory)
    return <AccessoryList list={shown.accessory} assetId={asset.id} mayEdit={mayEdit} isTab />;
  if (shown.parts) return <PartsTab list={shown.parts} assetId={asset.id} mayExport={may.export} />;
  if (shown.document)
    return (
      <DocumentsTab
        rows={shown.document}
        photoId={asset.photoMediaId}
        today={today}
        mayEdit={mayEdit}
        problem={problem}
      />
    );
  if (shown.movement) return <MovementTab list={shown.movement} assetId={asset.id} />;
  if (shown.contract)
    return (
      <ContractTab rows={shown.contract} warranty={asset} today={today} mayRenew={may.renew} />
    );
  if (shown.cost) return <CostTab costs={shown.cost} asset={asset} mayEdit={mayEdit} />;
  if (shown.history) return <HistoryTab list={shown.history} />;
  return (
    shown.overview && <OverviewTab detail={detail} overview={shown.overview} problem={problem} />
  );
}
