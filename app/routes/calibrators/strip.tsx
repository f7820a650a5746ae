import { certificateBadge, checkBadge } from "#app/shared/calibration/calibrators.ts";
import { type IntervalUnit, intervalWords } from "#app/shared/calibration/intervals.ts";
import { daysBetween } from "#app/shared/company-time.ts";
import { SOON_DAYS } from "#app/shared/standing.ts";
import { timeScale } from "#app/shared/time-scale.ts";
import { useDates } from "#app/ui/time.tsx";
import { type Stretch, type StripRow, TimeStrip } from "#app/ui/time-strip.tsx";
import type { CalibratorPage } from "#worker/domain/calibrators/page.ts";

type Certificate = CalibratorPage["certificates"][number];
type Row = StripRow<string>;

const everyText = (value: number | null, unit: IntervalUnit | null) =>
  value === null || unit === null ? null : intervalWords({ value, unit });

/** What lies behind under certificates, what is past due, and until when the one in force holds. */
function stretchesOf(held: readonly Certificate[], today: string): Stretch<string>[] {
  const stretches: Stretch<string>[] = held.flatMap(({ calibratedOn, dueOn }, at) => {
    const next = held[at + 1]?.calibratedOn ?? today;
    const end = [dueOn, next, today].sort()[0]!;
    const late = next < today ? next : today;
    return [
      ...(calibratedOn < end ? [{ look: "done", from: calibratedOn, to: end } as const] : []),
      ...(end < late ? [{ look: "late", from: end, to: late } as const] : []),
    ];
  });
  const due = held.at(-1)?.dueOn;
  if (!due || due <= today) return stretches;
  const look = daysBetween(today, due) <= SOON_DAYS ? "soon" : "run";
  return [...stretches, { look, from: today, to: due }];
}

type Shown = { page: CalibratorPage; date: (on: string) => string };

/** Its certificates, also while none has been accepted; null for one that is retired and had none. */
function certificateRow({ page: { calibrator, certificates, today }, date }: Shown): Row | null {
  const held = certificates
    .filter(({ status }) => status === "accepted" || status === "superseded")
    .toReversed();
  if (!held.length && calibrator.status === "retired") return null;
  return {
    key: "certificate",
    name: "Certificate",
    icon: "cert",
    about: everyText(calibrator.intervalValue, calibrator.intervalUnit),
    stretches: stretchesOf(held, today),
    ticks: held.map(({ calibratedOn }) => calibratedOn),
    badge: certificateBadge(calibrator, today, date) as Row["badge"],
  };
}

/** Its checks between calibrations; null where there are none and none is planned. */
function checkRow({ page: { calibrator, history, today }, date }: Shown): Row | null {
  const { checkEveryValue, checkEveryUnit, nextCheckOn: next } = calibrator;
  const points = history.series.flatMap((one) => one.points);
  const days = [...new Set(points.map(({ on }) => on))].sort();
  const [first, last] = [days[0] ?? null, days.at(-1) ?? null];
  if (last === null && next === null) return null;
  const failed = history.failedOn;
  const held = failed ?? next;
  const end = held !== null && held < today ? held : today;
  const isAhead = next !== null && next > today && failed === null;
  return {
    key: "check",
    name: "Check",
    icon: "gauge",
    about: everyText(checkEveryValue, checkEveryUnit),
    stretches: [
      ...(first !== null && first < end ? [{ look: "done", from: first, to: end } as const] : []),
      ...(end < today ? [{ look: "late", from: end, to: today } as const] : []),
      ...(isAhead ? [{ look: "run", from: today, to: next } as const] : []),
    ],
    ticks: days,
    badge: checkBadge({ last, failed, next }, today, date),
  };
}

/** The certificates of a standard and its checks on one scale of time, with today's line through them. */
export function CertificateStrip({ page }: { page: CalibratorPage }) {
  const { date } = useDates();
  const rows = [certificateRow({ page, date }), checkRow({ page, date })].filter(
    (row) => row !== null,
  );
  if (!rows.length) return null;
  const scale = timeScale(
    rows.flatMap(({ stretches }) => stretches.flatMap(({ from, to }) => [from, to])),
    page.today,
  );
  return (
    <section className="panel" aria-label="Due">
      <TimeStrip
        rows={rows.map(({ ticks = [], ...row }) => ({
          ...row,
          ticks: ticks.filter((on) => on >= scale.from),
        }))}
        scale={{ ...scale, now: { at: scale.today, text: "Today" } }}
      />
    </section>
  );
}
