import { daysBetween, yearsBetween } from "#app/shared/company-time.ts";
import { durationText } from "#app/shared/duration.ts";
import { spanText } from "#app/shared/span.ts";
import { standingOf } from "#app/shared/standing.ts";
import { Avatar } from "#app/ui/initials.tsx";
import { Money } from "#app/ui/money.tsx";
import { Badge, Readout } from "#app/ui/page.tsx";
import { TimeText, useDates } from "#app/ui/time.tsx";
import type { AssetDetail } from "#worker/domain/assets/detail.ts";

type Asset = AssetDetail["asset"];

/** How the device stands, and how much depends on it. */
export function AssetBadges({ detail: { asset, today } }: { detail: AssetDetail }) {
  const { headline, tone, icon } = standingOf(asset, today);
  const isCritical = asset.criticality === "life_support" || asset.criticality === "high";
  return (
    <>
      <Badge tone={tone} icon={icon}>
        {headline}
      </Badge>
      {isCritical && (
        <Badge tone="info" icon="shield">
          {asset.criticality === "high" ? "High criticality" : "Life support"}
        </Badge>
      )}
    </>
  );
}

/** The picture, or initials in its place, beside why the device stands as it does and the line of facts. */
export function AssetPlate({ detail: { asset, today } }: { detail: AssetDetail }) {
  const { photoMediaId, name } = asset;
  const { reasons } = standingOf(asset, today);
  return (
    <div className="plate">
      {photoMediaId ? (
        <a href={`/media/${photoMediaId}`} target="_blank" rel="noreferrer">
          <img src={`/media/${photoMediaId}?size=medium`} alt={name} width="48" height="48" />
        </a>
      ) : (
        <Avatar name={name} className="no-picture" />
      )}
      <div>
        {reasons && <p className="reasons">{reasons}</p>}
        <AssetFacts asset={asset} />
      </div>
    </div>
  );
}

type Facts = Pick<
  Asset,
  | "make"
  | "model"
  | "serialNo"
  | "departmentName"
  | "room"
  | "locationPath"
  | "categoryName"
  | "subCategoryName"
  | "teamName"
>;

/** One line: make, model and serial number, where the device stands, its category and team. */
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

/** What is known of the time in which a device could not be used. */
function downText({ downMs, plannedMs, downCapped, uptime }: AssetDetail["year"]): string {
  const planned = durationText(plannedMs);
  if (downMs === 0)
    return plannedMs
      ? `${planned} planned`
      : uptime === null
        ? "No downtime logged"
        : "No time down";
  const down = durationText(downMs);
  if (downCapped) return `Over ${down} down`;
  return plannedMs ? `${down} down, ${planned} planned` : `${down} down`;
}

/** At most five figures: what the device did and cost, and how old it is. */
export function AssetFigures({ detail }: { detail: AssetDetail }) {
  const { asset, today, year } = detail;
  const { date } = useDates();
  const since = asset.putToUseOn ?? asset.purchaseOn;
  const age = since === null ? null : Math.max(0, yearsBetween(since, today));
  const share = asset.purchaseCostMinor
    ? ((asset.serviceCostMinor / asset.purchaseCostMinor) * 100).toFixed(1)
    : null;
  const life = asset.expectedLifeYears;
  const last = asset.lastServiceOn;
  const none = <span className="quiet">–</span>;
  return (
    <Readout
      label="Key figures"
      figures={[
        {
          label: "Uptime, 12 months",
          ...(year.uptime === null
            ? { value: "n/a" }
            : { value: year.downMs ? year.uptime.toFixed(1) : "100", unit: "%" }),
          note: downText(year),
        },
        {
          label: "Service calls, 12 months",
          value: year.callsCapped ? `${year.calls}+` : year.calls,
          note: year.lastCallAt !== null && (
            <>
              Last <TimeText at={year.lastCallAt} />
            </>
          ),
        },
        {
          label: "Service cost, lifetime",
          value: <Money minor={asset.serviceCostMinor} />,
          note:
            share &&
            (asset.isCostEstimated ? `${share} % of the estimated price` : `${share} % of price`),
        },
        {
          label: "Last service",
          ...(last ? sinceOf(last, today) : { value: none }),
          note: last && date(last),
        },
        {
          label: "Age",
          value: age === null ? none : age.toFixed(1),
          ...(age === null ? {} : { unit: life ? `of ${life} years` : "years" }),
          note:
            since && (asset.putToUseOn ? `Put to use ${date(since)}` : `Purchased ${date(since)}`),
        },
      ]}
    />
  );
}

/** How long ago a day was, or how far it lies ahead, as a figure. */
function sinceOf(on: string, today: string) {
  const days = daysBetween(on, today);
  if (days === 0) return { value: "Today" };
  return { value: spanText(Math.abs(days)), unit: days > 0 ? "ago" : "ahead" };
}
