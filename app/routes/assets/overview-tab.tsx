import { Fragment, type ReactNode } from "react";
import { Link } from "react-router";
import { assetLabels as label } from "#app/shared/asset-labels.ts";
import { coverWords } from "#app/shared/asset-words.ts";
import { plural } from "#app/shared/plural.ts";
import type { Refused } from "#app/ui/form.tsx";
import { Money } from "#app/ui/money.tsx";
import { DefinitionList, Panel } from "#app/ui/page.tsx";
import { DateText } from "#app/ui/time.tsx";
import type { AssetDetail } from "#worker/domain/assets/detail.ts";
import { CallsPanel } from "./calls-panel.tsx";
import { HistoryList } from "./history-tab.tsx";
import { OpenRecalls } from "./open-recalls.tsx";
import { DueText, day, EndPanel, ownValue, Span } from "./overview-panels.tsx";
import { wordOf } from "./words.tsx";

const code = (text: string | null) => text && <span className="code">{text}</span>;

/** The machine as which the laboratory calibrates it. */
const machineEntry = ({
  id,
  machineNo,
}: {
  id: string;
  machineNo: string;
}): [string, ReactNode] => [
  "Machine (DUC)",
  <Link key="machine" className="code" to={`/machine/${id}`} prefetch="intent">
    {machineNo}
  </Link>,
];

type Props = {
  detail: AssetDetail;
  overview: NonNullable<AssetDetail["shown"]["overview"]>;
  problem: Refused | undefined;
};

/** All that is known of a device; groups of which nothing is known are left out. */
export function OverviewTab({
  detail: { asset, intervals, now, today },
  overview,
  problem,
}: Props) {
  const { latest, documents, fields, bookMinor, calls, recalls, machine } = overview;
  const pm = { required: asset.pmRequired, last: asset.lastPmOn, next: asset.nextPmOn };
  const cal = { required: asset.calRequired, last: asset.lastCalOn, next: asset.nextCalOn };
  const technical = [
    ["UDI", code(asset.udi)],
    [
      label.nomenclatureCode,
      [
        asset.nomenclatureSystem === "none" ? null : wordOf(asset.nomenclatureSystem),
        asset.nomenclatureCode,
      ]
        .filter(Boolean)
        .join(" "),
    ],
    [label.deviceClass, asset.deviceClass],
    [label.power, [asset.power, asset.voltage].filter(Boolean).join(", ")],
    [label.softwareVersion, asset.softwareVersion],
    [label.appliedPart, asset.appliedPart],
    [label.protectionClass, wordOf(asset.protectionClass)],
    [label.ip, code(asset.ip)],
    [label.mac, code(asset.mac)],
    ...fields.map((field) => [field.label, ownValue(asset.specJson?.[field.key])]),
  ].filter(([, value]) => value) as [string, ReactNode][];
  return (
    <div className="cols cols-2">
      <div className="stack">
        <OpenRecalls recalls={recalls} />
        <CallsPanel calls={calls} now={now} problem={problem} />
        <Panel title="Identity and place">
          <DefinitionList
            entries={[
              ["Asset code", code(asset.assetCode)],
              ["Make and model", [asset.make, asset.model].filter(Boolean).join(" ")],
              ["Serial no", code(asset.serialNo)],
              ["Category", [asset.categoryName, asset.subCategoryName].filter(Boolean).join(", ")],
              ["Machine type", asset.machineTypeName],
              ...(machine ? [machineEntry(machine)] : []),
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
        <Panel title="Service plan">
          <DefinitionList
            entries={[
              ["PM", <DueText key="pm" {...pm} today={today} />],
              ["PM every", intervals.pm && plural(intervals.pm, "1 month", "{n} months")],
              ["Last PM", pm.last ? day(pm.last) : pm.required && "Never done"],
              ["Calibration", <DueText key="cal" {...cal} today={today} />],
              [
                "Calibration every",
                intervals.cal && plural(intervals.cal, "1 month", "{n} months"),
              ],
              ["Last calibration", cal.last ? day(cal.last) : cal.required && "Never calibrated"],
              [
                "EM score",
                asset.emScore &&
                  `${asset.emScore} (${asset.emFunction} + ${asset.emRisk} + ${asset.emMaint})`,
              ],
              [
                "Cover",
                asset.coverKind && asset.coverUntil && (
                  <Fragment key="cover">
                    {coverWords[asset.coverKind]} to <DateText on={asset.coverUntil} />
                  </Fragment>
                ),
              ],
            ]}
          />
        </Panel>
        <Panel title="Finance">
          <DefinitionList
            entries={known([
              ["Tax", asset.taxMinor !== null && <Money key="tax" minor={asset.taxMinor} />],
              ["Funding", wordOf(asset.funding)],
              [
                "Depreciation",
                [
                  wordOf(asset.depMethod),
                  asset.usefulLifeMonths && `${asset.usefulLifeMonths} months`,
                  asset.depRateBp !== null && `${asset.depRateBp / 100} % a year`,
                ]
                  .filter(Boolean)
                  .join(", "),
              ],
              [
                "Salvage value",
                asset.salvageMinor !== null && <Money key="salvage" minor={asset.salvageMinor} />,
              ],
              ["Book value today", <Money key="book" minor={bookMinor} />],
            ])}
          />
        </Panel>
      </div>
      <div className="stack">
        <Panel
          title="Latest activity"
          actions={
            <Link
              className="btn btn-ghost btn-sm"
              to={`/asset/detail/${asset.id}?tab=history`}
              prefetch="intent"
            >
              All
            </Link>
          }
        >
          <HistoryList rows={latest} now={now} />
        </Panel>
        <Panel title="Purchase and warranty">
          <DefinitionList
            entries={known([
              ["Ownership", wordOf(asset.ownership)],
              ["Vendor", asset.vendorName],
              ["Purchase date", day(asset.purchaseOn)],
              [
                asset.isCostEstimated ? "Purchase cost, estimated" : "Purchase cost",
                <Money key="cost" minor={asset.purchaseCostMinor} />,
              ],
              ["PO no", code(asset.poNo)],
              ["Invoice no", code(asset.invoiceNo)],
              ["Invoice date", day(asset.invoiceOn)],
              ["Manufactured", day(asset.manufacturedOn)],
              ["Installed", day(asset.installedOn)],
              ["Commissioned", day(asset.commissionedOn)],
              ["Put to use", day(asset.putToUseOn)],
              [
                "Warranty",
                <Span key="warranty" from={asset.warrantyStartOn} to={asset.warrantyEndOn} />,
              ],
              ["End of support", day(asset.endOfSupportOn)],
              ["Expected life", asset.expectedLifeYears && `${asset.expectedLifeYears} years`],
              [
                "Documents",
                <Link
                  key="documents"
                  to={`/asset/detail/${asset.id}?tab=document`}
                  prefetch="intent"
                >
                  {plural(documents, "One file", "{n} files")}
                </Link>,
              ],
            ])}
          />
        </Panel>
        {asset.condemnedOn && <EndPanel asset={asset} />}
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
    </div>
  );
}

/** The facts that are known; others are left out. */
const known = (entries: [name: string, value: ReactNode][]) => entries.filter(([, value]) => value);
