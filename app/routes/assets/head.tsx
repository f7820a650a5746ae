import { Link } from "react-router";
import { daysBetween, yearsBetween } from "#app/shared/company-time.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { Money } from "#app/ui/money.tsx";
import { Badge, Readout, type Tone } from "#app/ui/page.tsx";
import { DateText } from "#app/ui/time.tsx";
import type { AssetDetail } from "#worker/domain/assets/detail.ts";
import { ConditionBadge, FailedBadge, LifecycleBadge, NotLocatedBadge } from "./words.tsx";

type Asset = AssetDetail["asset"];
const isOverdue = (on: string | null, today: string) => on !== null && on < today;

export function AssetBadges({ detail: { asset, today } }: { detail: AssetDetail }) {
  const { criticality, isDown, openBreakdownCount: calls } = asset;
  const marks: [isShown: boolean, tone: Tone, icon: IconName, text: string][] = [
    [asset.openGatePassId !== null, "amber", "out", "Out on a pass"],
    [asset.openTransferId !== null, "amber", "swap", "In transfer"],
    [calls > 0 && isDown, "overdue", "call", "Down, call open"],
    [calls > 0 && !isDown, "amber", "call", "Call open"],
    [isOverdue(asset.nextPmOn, today), "overdue", "alert", "PM overdue"],
    [isOverdue(asset.nextCalOn, today), "overdue", "alert", "Calibration overdue"],
    [criticality === "life_support", "info", "shield", "Life support"],
    [criticality === "high", "info", "shield", "High criticality"],
  ];
  return (
    <>
      <LifecycleBadge lifecycle={asset.lifecycle} />
      {asset.condition !== "working" && <ConditionBadge condition={asset.condition} />}
      <FailedBadge failed={asset.failedChecks} />
      <NotLocatedBadge since={asset.notLocatedSince} />
      {marks
        .filter(([isShown]) => isShown)
        .map(([, tone, icon, text]) => (
          <Badge key={text} tone={tone} icon={icon}>
            {text}
          </Badge>
        ))}
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

/** One line: make, model and serial number, where the device stands, its category and team. */
export function AssetFacts({ asset }: { asset: Omit<Asset, "moves"> }) {
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

export function AssetFigures({ detail }: { detail: AssetDetail }) {
  const { asset, today, reportCount, reportsCapped } = detail;
  const since = asset.putToUseOn ?? asset.purchaseOn;
  const years = since && Math.max(0, yearsBetween(since, today)).toFixed(1);
  const share = asset.purchaseCostMinor
    ? ((asset.serviceCostMinor / asset.purchaseCostMinor) * 100).toFixed(1)
    : null;
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
          note: share && `${share} % of price${asset.isCostEstimated ? ", estimated" : ""}`,
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
          ...(isOverdue(asset.nextPmOn, today) ? { tone: "overdue" as const } : {}),
        },
        {
          label: "Age",
          value: years ?? <span className="quiet">–</span>,
          ...(years ? { unit: life ? `of ${life} years` : "years" } : {}),
          note: since && (
            <>
              {asset.putToUseOn ? "Put to use" : "Purchased"} <DateText on={since} />
            </>
          ),
        },
      ]}
    />
  );
}

/** A figure that says how far a date is from today, with the date itself as its note. */
function distance(today: string, on: string | null, same: string, past: string, ahead: string) {
  if (!on) return { value: <span className="quiet">–</span> };
  const days = daysBetween(today, on);
  const unit = days < 0 ? past : ahead;
  const note = <DateText on={on} />;
  if (days === 0) return { value: same, note };
  const count = Math.abs(days);
  return { value: count, unit: count === 1 ? unit.replace("days", "day") : unit, note };
}
