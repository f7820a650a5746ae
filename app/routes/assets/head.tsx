import { Link } from "react-router";
import { Money } from "#app/ui/money.tsx";
import { Badge, Readout } from "#app/ui/page.tsx";
import { DateText } from "#app/ui/time.tsx";
import type { AssetDetail } from "#worker/domain/assets/detail.ts";
import { ConditionBadge, FailedBadge, LifecycleBadge, NotLocatedBadge, wordOf } from "./words.tsx";

type Asset = AssetDetail["asset"];
type Facts = Pick<
  Asset,
  | "make"
  | "model"
  | "serialNo"
  | "departmentName"
  | "room"
  | "locationPath"
  | "subCategoryName"
  | "categoryName"
  | "teamName"
>;

export function AssetBadges({ detail: { asset, today } }: { detail: AssetDetail }) {
  const late = asset.nextPmOn !== null && asset.nextPmOn < today;
  const lateCal = asset.nextCalOn !== null && asset.nextCalOn < today;
  return (
    <>
      <LifecycleBadge lifecycle={asset.lifecycle} />
      {asset.condition !== "working" && <ConditionBadge condition={asset.condition} />}
      <FailedBadge failed={asset.failedChecks} />
      <NotLocatedBadge since={asset.notLocatedSince} />
      {asset.openGatePassId && (
        <Badge tone="amber" icon="out">
          Out on a pass
        </Badge>
      )}
      {asset.openTransferId && (
        <Badge tone="amber" icon="swap">
          In transfer
        </Badge>
      )}
      {asset.openBreakdownCount > 0 && (
        <Badge tone={asset.isDown ? "overdue" : "amber"} icon="call">
          {asset.isDown ? "Down, call open" : "Call open"}
        </Badge>
      )}
      {late && (
        <Badge tone="overdue" icon="alert">
          PM overdue
        </Badge>
      )}
      {lateCal && (
        <Badge tone="overdue" icon="alert">
          Calibration overdue
        </Badge>
      )}
      {(asset.criticality === "life_support" || asset.criticality === "high") && (
        <Badge tone="info" icon="shield">
          {asset.criticality === "high" ? "High criticality" : wordOf(asset.criticality)}
        </Badge>
      )}
    </>
  );
}

/** The picture and the label's code beside the line of facts. */
export function AssetPlate({ asset }: { asset: Asset }) {
  return (
    <div className="plate">
      {asset.photoMediaId && (
        <a href={`/media/${asset.photoMediaId}`} target="_blank" rel="noreferrer">
          <img
            src={`/media/${asset.photoMediaId}?size=medium`}
            alt={asset.name}
            width="72"
            height="72"
          />
        </a>
      )}
      <AssetFacts asset={asset} />
      <Link className="code-link" to={`/asset/labels?ids=${asset.id}`} title="Print its label">
        <img
          src={`/asset/qr/${asset.id}?v=${asset.version}`}
          alt="QR code of its label"
          width="72"
          height="72"
          loading="lazy"
        />
      </Link>
    </div>
  );
}

/** One line: what is on the plate, where it stands, whose it is. */
export function AssetFacts({ asset }: { asset: Facts }) {
  const plate = [asset.make, asset.model].filter(Boolean).join(" ");
  const place = [asset.departmentName, asset.room, asset.locationPath].filter(Boolean).join(", ");
  return (
    <p className="facts muted">
      {plate && <span>{plate}</span>}
      {asset.serialNo && (
        <span>
          Serial <span className="code">{asset.serialNo}</span>
        </span>
      )}
      <span>{place}</span>
      <span>{asset.subCategoryName ?? asset.categoryName}</span>
      {asset.teamName && <span>Team {asset.teamName}</span>}
    </p>
  );
}

const YEAR_MS = 365.25 * 86_400_000;

export function AssetFigures({
  detail: { asset, today, reportCount, reportsCapped },
}: {
  detail: AssetDetail;
}) {
  const since = asset.putToUseOn ?? asset.purchaseOn;
  const years = since
    ? Math.max(0, (Date.parse(today) - Date.parse(since)) / YEAR_MS).toFixed(1)
    : null;
  const share = asset.purchaseCostMinor
    ? ((asset.serviceCostMinor / asset.purchaseCostMinor) * 100).toFixed(1)
    : null;
  const late = asset.nextPmOn !== null && asset.nextPmOn < today;
  const life = asset.expectedLifeYears;
  return (
    <Readout
      label="Key figures"
      figures={[
        {
          label: "Service reports",
          value: reportsCapped ? `${reportCount}+` : reportCount,
          to: `/asset/detail/${asset.id}?tab=service-report`,
        },
        {
          label: "Service cost, lifetime",
          value: <Money minor={asset.serviceCostMinor} />,
          ...(share
            ? { note: `${share} % of price${asset.isCostEstimated ? ", estimated" : ""}` }
            : {}),
        },
        {
          label: "Last service",
          ...distance(today, asset.lastServiceOn, "Today", "days ago", "days ahead"),
        },
        {
          label: "Next PM",
          ...(asset.nextPmOn
            ? distance(today, asset.nextPmOn, "Due today", "days late", "days left")
            : { value: asset.pmRequired ? "Not planned" : "None" }),
          ...(late ? { tone: "overdue" as const } : {}),
        },
        {
          label: "Age",
          value: years ?? <span className="quiet">–</span>,
          ...(years ? { unit: life ? `of ${life} years` : "years" } : {}),
          ...(since ? { note: <Since on={since} put={asset.putToUseOn !== null} /> } : {}),
        },
      ]}
    />
  );
}

/** How far a date is from today, with the date itself as the note. */
function distance(today: string, on: string | null, same: string, past: string, ahead: string) {
  if (!on) return { value: <span className="quiet">–</span> };
  const days = Math.round((Date.parse(on) - Date.parse(today)) / 86_400_000);
  const unit = days < 0 ? past : ahead;
  const note = <DateText on={on} />;
  if (days === 0) return { value: same, note };
  return {
    value: Math.abs(days),
    unit: Math.abs(days) === 1 ? unit.replace("days", "day") : unit,
    note,
  };
}

function Since({ on, put }: { on: string; put: boolean }) {
  return (
    <>
      {put ? "Put to use" : "Purchased"} <DateText on={on} />
    </>
  );
}
