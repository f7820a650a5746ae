import { Link } from "react-router";
import { daysBetween } from "#app/shared/company-time.ts";
import { includedText, kindWord } from "#app/shared/contracts.ts";
import { dueBadge, type Service } from "#app/shared/due.ts";
import { plural } from "#app/shared/plural.ts";
import { SOON_DAYS } from "#app/shared/standing.ts";
import { timeScale } from "#app/shared/time-scale.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { useDates } from "#app/ui/time.tsx";
import { type Stretch, type StripRow, TimeStrip } from "#app/ui/time-strip.tsx";
import type { AssetDetail } from "#worker/domain/assets/detail.ts";

type Row = StripRow<string>;

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
    ...(ticks ?? []),
  ]);
  const scale = timeScale(days, today);
  return (
    <section className="panel" aria-label="Cover">
      <TimeStrip
        rows={rows.map(({ ticks = [], ...row }) => ({
          ...row,
          ticks: ticks.filter((on) => on >= scale.from),
        }))}
        scale={{ ...scale, now: { at: scale.today, text: "Today" } }}
      />
      <BestCover covers={covers} mayOpen={mayOpen} />
    </section>
  );
}

/** Done is what lies behind, up to when it was due; what was never done leaves its past empty. */
function serviceStretches(
  { last, next }: Service,
  since: string | null,
  today: string,
): Stretch<string>[] {
  const past = since ?? last ?? today;
  const stretches: Stretch<string>[] = [];
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
  const past: Stretch<string> = { look: "done", from: begins, to: left < 0 ? to : today };
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
    <div className="panel-foot">
      <p className="facts muted">
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
    </div>
  );
}
