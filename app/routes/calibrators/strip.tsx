import { certificateBadge } from "#app/shared/calibration/calibrators.ts";
import { intervalWords } from "#app/shared/calibration/intervals.ts";
import { daysBetween } from "#app/shared/company-time.ts";
import { SOON_DAYS } from "#app/shared/standing.ts";
import { timeScale } from "#app/shared/time-scale.ts";
import { useDates } from "#app/ui/time.tsx";
import { type Stretch, type StripRow, TimeStrip } from "#app/ui/time-strip.tsx";
import type { CalibratorPage } from "#worker/domain/calibrators/page.ts";

type Certificate = CalibratorPage["certificates"][number];
type Row = StripRow<string>;

const everyText = ({ intervalValue: value, intervalUnit: unit }: CalibratorPage["calibrator"]) =>
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

/** The certificates of a standard on a scale of time, with today's line through them. */
export function CertificateStrip({ page }: { page: CalibratorPage }) {
  const { calibrator, certificates, today } = page;
  const { date } = useDates();
  const held = certificates
    .filter(({ status }) => status === "accepted" || status === "superseded")
    .toReversed();
  if (!held.length) return null;
  const badge = certificateBadge(calibrator, today, date);
  const row: Row = {
    key: "certificate",
    name: "Certificate",
    icon: "cert",
    about: everyText(calibrator),
    stretches: stretchesOf(held, today),
    badge: badge as Row["badge"],
  };
  const scale = timeScale(
    row.stretches.flatMap(({ from, to }) => [from, to]),
    today,
  );
  const ticks = held.map(({ calibratedOn }) => calibratedOn).filter((on) => on >= scale.from);
  return (
    <section className="panel" aria-label="Due">
      <TimeStrip
        rows={[{ ...row, ticks }]}
        scale={{ ...scale, now: { at: scale.today, text: "Today" } }}
      />
    </section>
  );
}
