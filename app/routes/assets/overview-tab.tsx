import { Link } from "react-router";
import { Money } from "#app/ui/money.tsx";
import { DefinitionList, Panel } from "#app/ui/page.tsx";
import { DateText } from "#app/ui/time.tsx";
import type { AssetDetail } from "#worker/domain/assets/detail.ts";
import { HistoryList } from "./history-tab.tsx";
import { assetLabels as label } from "./labels.ts";
import { Due, wordOf } from "./words.tsx";

const day = (on: string | null) => on && <DateText on={on} />;
const code = (text: string | null) => text && <span className="code">{text}</span>;
const yes = (value: boolean) => (value ? "Yes" : "No");

/** All that is known of a device; groups of which nothing is known stay away. */
export function OverviewTab({ detail: { asset, latest, now, today } }: { detail: AssetDetail }) {
  const technical = [
    ["UDI", code(asset.udi)],
    [label.nomenclatureCode, [wordOf(asset.nomenclatureSystem), asset.nomenclatureCode].filter(Boolean).join(" ")],
    [label.deviceClass, asset.deviceClass],
    [label.power, [asset.power, asset.voltage].filter(Boolean).join(", ")],
    [label.softwareVersion, asset.softwareVersion],
    [label.appliedPart, asset.appliedPart],
    [label.protectionClass, wordOf(asset.protectionClass)],
    [label.ip, code(asset.ip)],
    [label.mac, code(asset.mac)],
  ].filter(([, value]) => value) as [string, React.ReactNode][];
  return (
    <div className="cols cols-2">
      <Panel title="Identity and place">
        <DefinitionList
          entries={[
            ["Asset code", code(asset.assetCode)],
            ["Make and model", [asset.make, asset.model].filter(Boolean).join(" ")],
            ["Serial no", code(asset.serialNo)],
            ["Category", [asset.categoryName, asset.subCategoryName].filter(Boolean).join(", ")],
            ["Machine type", asset.machineTypeName],
            ["Criticality", wordOf(asset.criticality)],
            ["Location", asset.departmentName],
            ["Floor/City/Site", asset.locationPath],
            ["Room", asset.room],
            ["In charge", [asset.inChargeName, asset.inChargePhone].filter(Boolean).join(", ")],
            ["Custodian", asset.custodianName],
            ["Team", asset.teamName],
          ]}
        />
      </Panel>
      <Panel title="Purchase and warranty">
        <DefinitionList
          entries={[
            ["Ownership", wordOf(asset.ownership)],
            ["Vendor", asset.vendorName],
            ["Purchase date", day(asset.purchaseOn)],
            [asset.isCostEstimated ? "Purchase cost, estimated" : "Purchase cost", <Money key="cost" minor={asset.purchaseCostMinor} />],
            ["PO and invoice", [asset.poNo, asset.invoiceNo].filter(Boolean).join(", ")],
            ["Manufactured", day(asset.manufacturedOn)],
            ["Installed", day(asset.installedOn)],
            ["Put to use", day(asset.putToUseOn)],
            ["Warranty", <Span key="warranty" from={asset.warrantyStartOn} to={asset.warrantyEndOn} />],
            ["End of support", day(asset.endOfSupportOn)],
            [
              "Depreciation",
              [wordOf(asset.depMethod), asset.usefulLifeMonths && `${asset.usefulLifeMonths} months`].filter(Boolean).join(", "),
            ],
          ]}
        />
      </Panel>
      <Panel title="Service plan">
        <DefinitionList
          entries={[
            ["PM required", yes(asset.pmRequired)],
            ["Last PM", day(asset.lastPmOn)],
            ["Next PM", <Due key="pm" on={asset.nextPmOn} today={today} required={asset.pmRequired} />],
            ["Calibration required", yes(asset.calRequired)],
            ["Last calibration", day(asset.lastCalOn)],
            ["Next calibration", <Due key="cal" on={asset.nextCalOn} today={today} required={asset.calRequired} />],
            ["EM score", asset.emScore && `${asset.emScore} (${asset.emFunction} + ${asset.emRisk} + ${asset.emMaint})`],
            ["Cover", asset.coverKind && [asset.coverKind.toUpperCase(), asset.coverUntil].filter(Boolean).join(" to ")],
          ]}
        />
      </Panel>
      <Panel
        title="Latest activity"
        actions={
          <Link className="btn btn-ghost btn-sm" to={`/asset/detail/${asset.id}?tab=history`} prefetch="intent">
            All
          </Link>
        }
      >
        <HistoryList rows={latest ?? []} now={now} short />
      </Panel>
      {technical.length > 0 && (
        <Panel title="Technical">
          <DefinitionList entries={technical} />
        </Panel>
      )}
      {asset.remarks && (
        <Panel title="Remarks">
          <p className="said">{asset.remarks}</p>
        </Panel>
      )}
    </div>
  );
}

function Span({ from, to }: { from: string | null; to: string | null }) {
  if (!from && !to) return <span className="quiet">–</span>;
  return (
    <>
      {from && <DateText on={from} />} {to && "to"} {to && <DateText on={to} />}
    </>
  );
}
