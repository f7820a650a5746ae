import { Link } from "react-router";
import { daysBetween } from "#app/shared/company-time.ts";
import { includedText, kindWord } from "#app/shared/contracts.ts";
import { dueBadge, type Service } from "#app/shared/due.ts";
import { plural } from "#app/shared/plural.ts";
import { SOON_DAYS } from "#app/shared/standing.ts";
import { type TimeScale, timeScale } from "#app/shared/time-scale.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { Badge, type Tone } from "#app/ui/page.tsx";
import { useDates } from "#app/ui/time.tsx";
import type { AssetDetail } from "#worker/domain/assets/detail.ts";

/** A stretch of a bar, between two days. */
type Stretch = { look: "done" | "rest" | "run" | "soon" | "late"; from: string; to: string };
type Row = {
  key: string;
  name: string;
  icon: IconName;
  /** How often, or with whom. */
  about: string | null;
  stretches: Stretch[];
  /** Days on which it was done. */
  ticks: string[];
  badge: { tone: Tone; icon: IconName; calm: boolean; text: string };
};

/** PM, calibration and what covers repairs, as bars on one scale of time with today's line through them. */
export function CoverStrip({ detail, mayOpen }: { detail: AssetDetail; mayOpen: boolean }) {
  const { asset, today, intervals, covers } = detail;
  const { date } = useDates();
  const since = asset.putToUseOn ?? asset.purchaseOn;
  const service = (name: string, icon: IconName, every: number | null, of: Service): Row[] =>
    of.required || of.next || of.last
      ? [
          {
            key: name,
            name,
            icon,
            about: every ? plural(every, "1 month", "{n} months") : null,
            stretches: serviceStretches(of, since, today),
            ticks: of.last ? [of.last] : [],
            badge: dueBadge(of, today, date),
          },
        ]
      : [];
  const rows = [
    ...service("PM", "wrench", intervals.pm, {
      required: asset.pmRequired,
      last: asset.lastPmOn,
      next: asset.nextPmOn,
    }),
    ...service("Calibration", "gauge", intervals.cal, {
      required: asset.calRequired,
      last: asset.lastCalOn,
      next: asset.nextCalOn,
    }),
    ...coverRows(detail, date),
  ];
  if (rows.length === 0) return null;
  const days = rows.flatMap(({ stretches, ticks }) => [
    ...stretches.flatMap(({ look, from, to }) => (look === "rest" ? [to] : [from, to])),
    ...ticks,
  ]);
  const scale = timeScale(days, today);
  return (
    <section className="panel" aria-label="Cover">
      <div className="cover">
        <ScaleHead scale={scale} />
        {rows.map((row, at) => (
          <CoverRow key={row.key} row={row} scale={scale} isLast={at === rows.length - 1} />
        ))}
      </div>
      <BestCover covers={covers} mayOpen={mayOpen} />
    </section>
  );
}

/** Done is what lies behind, up to when it was due; what was never done leaves its past empty. */
function serviceStretches({ last, next }: Service, since: string | null, today: string): Stretch[] {
  const past = since ?? last ?? today;
  const stretches: Stretch[] = [];
  const doneTo = next && next < today ? next : today;
  if (past < doneTo) stretches.push({ look: last ? "done" : "rest", from: past, to: doneTo });
  if (!next || next === today) return stretches;
  if (next < today) return [...stretches, { look: "late", from: next, to: today }];
  const look = daysBetween(today, next) <= SOON_DAYS ? "soon" : last ? "run" : "rest";
  return [...stretches, { look, from: today, to: next }];
}

/** A cover as a bar: what of it lies behind, and how long it still runs. */
function coverRow(
  {
    key,
    name,
    about,
    from,
    to,
  }: Pick<Row, "key" | "name" | "about"> & {
    from: string | null;
    to: string;
  },
  today: string,
  date: (on: string) => string,
): Row {
  const left = daysBetween(today, to);
  const begins = from || today;
  const past: Stretch = { look: "done", from: begins, to: left < 0 ? to : today };
  const look = left <= SOON_DAYS ? "soon" : "run";
  return {
    ...{ key, name, about, icon: "shield", ticks: [] },
    stretches: [
      ...(past.from < past.to ? [past] : []),
      ...(left > 0 ? [{ look, from: begins > today ? begins : today, to } as const] : []),
    ],
    badge:
      left < 0
        ? { tone: "hold", icon: "pause", calm: true, text: `Ended ${date(to)}` }
        : left <= SOON_DAYS
          ? { tone: "amber", icon: "clock", calm: false, text: `Ends ${date(to)}` }
          : { tone: "in-date", icon: "ok", calm: true, text: `Until ${date(to)}` },
  };
}

const MOST_COVERS = 3;
/** The contracts that run, the best first, and the warranty that the device's own dates tell. */
function coverRows(
  { asset, covers, today }: Pick<AssetDetail, "asset" | "covers" | "today">,
  date: (on: string) => string,
): Row[] {
  const { warrantyStartOn, putToUseOn, purchaseOn, warrantyEndOn, vendorName } = asset;
  const byContract = covers.filter(({ contractId }) => contractId !== null).slice(0, MOST_COVERS);
  return [
    ...byContract.map(({ contractId, kind, vendorName: about, since, until }) =>
      coverRow(
        { key: contractId!, name: kindWord(kind), about, from: since, to: until },
        today,
        date,
      ),
    ),
    ...(warrantyEndOn
      ? [
          coverRow(
            {
              ...{ key: "warranty", name: "Warranty", about: vendorName, to: warrantyEndOn },
              from: warrantyStartOn ?? putToUseOn ?? purchaseOn,
            },
            today,
            date,
          ),
        ]
      : []),
  ];
}

/** Who comes when the device breaks down, and what that costs. */
function BestCover({ covers, mayOpen }: { covers: AssetDetail["covers"]; mayOpen: boolean }) {
  const [best] = covers;
  if (!best?.contractId) return null;
  const { contractId, kind, number, vendorName, vendorPhone, hasLabour, hasSpares } = best;
  const { visitsPerYear, visitsLeft, responseHours } = best;
  const name = `${kindWord(kind)} ${number}`;
  return (
    <p className="panel-foot facts muted">
      <span>{mayOpen ? <Link to={`/contract/${contractId}`}>{name}</Link> : name}</span>
      <span>{vendorName}</span>
      {vendorPhone && (
        <span>
          <a href={`tel:${vendorPhone.replace(/[^+\d]/g, "")}`}>{vendorPhone}</a>
        </span>
      )}
      <span>{includedText(hasLabour, hasSpares)}</span>
      {visitsPerYear !== null && (
        <span>
          {plural(
            visitsPerYear,
            "{left} of 1 PM visit left",
            "{left} of {n} PM visits left",
          ).replace("{left}", String(visitsLeft ?? 0))}
        </span>
      )}
      {responseHours !== null && (
        <span>{plural(responseHours, "Response in 1 hour", "Response in {n} hours")}</span>
      )}
    </p>
  );
}

const percent = (place: number) => `${place}%`;

/** The names of months over the bars, and where today's line begins. */
function ScaleHead({ scale }: { scale: TimeScale }) {
  const now = percent(scale.today);
  return (
    <>
      <div className="what scale hide-phone" />
      <div className="bar scale hide-phone">
        <svg className="track months" aria-hidden="true">
          {scale.marks.map(({ at, text, isMinor }) => (
            <text
              key={at}
              x={percent(at)}
              y="20"
              textAnchor={at > 0 ? "middle" : undefined}
              className={isMinor ? "minor" : undefined}
            >
              {text}
            </text>
          ))}
          <text className="now" x={now} y="20" textAnchor="middle">
            Today
          </text>
          <line className="now-line" x1={now} x2={now} y1="25" y2="100%" />
        </svg>
      </div>
      <div className="end scale hide-phone" />
    </>
  );
}

function CoverRow({ row, scale, isLast }: { row: Row; scale: TimeScale; isLast: boolean }) {
  const { name, icon, about, stretches, ticks, badge } = row;
  const now = percent(scale.today);
  return (
    <>
      <div className="what">
        <Icon name={icon} />
        {name} {about && <small title={about}>{about}</small>}
      </div>
      <div className="bar">
        <svg className="track" aria-hidden="true">
          {stretches.map(({ look, from, to }) => (
            <rect
              key={look + from}
              className={`trk-${look}`}
              x={percent(scale.at(from))}
              width={`${(scale.at(to) - scale.at(from)).toFixed(2)}%`}
              y="35%"
              height="30%"
            />
          ))}
          {ticks
            .filter((on) => on >= scale.from)
            .map((on) => (
              <line
                key={on}
                className="trk-tick"
                x1={percent(scale.at(on))}
                x2={percent(scale.at(on))}
                y1="30%"
                y2="70%"
              />
            ))}
          <line className="now-line" x1={now} x2={now} y1="0" y2={isLast ? "58%" : "100%"} />
          {isLast && (
            <svg x={now} y="50%" overflow="visible" aria-hidden="true">
              <path
                className="now-bob"
                d="M-4.5 0h9c.6 0 1 .5 1 1C5.5 6 3.5 11 0 16-3.5 11-5.5 6-5.5 1c0-.5.4-1 1-1Z"
              />
            </svg>
          )}
        </svg>
      </div>
      <div className="end">
        <Badge tone={badge.tone} icon={badge.icon} calm={badge.calm}>
          {badge.text}
        </Badge>
      </div>
    </>
  );
}
