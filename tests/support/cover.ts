import { addDays } from "#app/shared/company-time.ts";

/** A contract and a line of it, as the database keeps them. */
export type Line = {
  contract_id: string;
  kind: string;
  start_on: string;
  end_on: string;
  terminated_on: string | null;
  from_on: string | null;
  to_on: string | null;
  pm_visits_per_year: number | null;
};
export type Device = {
  lifecycle: string;
  warranty_start_on: string | null;
  warranty_end_on: string | null;
};

const ranks = ["cmc", "amc", "warranty", "rental", "calibration", "insurance"];

const compared = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** What covers a device on a day, the best first: told once more, without SQL. */
export function coversOn(device: Device, lines: readonly Line[], today: string) {
  const byContract = lines.map((line) => {
    const ends = [line.to_on, line.terminated_on].flatMap((on) => (on ? [addDays(on, -1)] : []));
    const until = [line.end_on, ...ends].sort()[0]!;
    const since = [line.start_on, line.from_on ?? ""].sort()[1]!;
    return { contractId: line.contract_id as string | null, kind: line.kind, since, until };
  });
  const { warranty_start_on: since, warranty_end_on: until } = device;
  const byDates = until ? [{ contractId: null, kind: "warranty", since: since ?? "", until }] : [];
  return [...byContract, ...byDates]
    .filter((one) => one.since <= today && today <= one.until)
    .sort(
      (a, b) =>
        ranks.indexOf(a.kind) - ranks.indexOf(b.kind) ||
        compared(b.until, a.until) ||
        compared(a.contractId ?? "~", b.contractId ?? "~"),
    );
}

/** What a device's row says of its cover. */
export function cacheOn(device: Device, lines: readonly Line[], today: string) {
  const best = coversOn(device, lines, today).find(({ kind }) => ranks.indexOf(kind) < 4);
  const isGone = ["condemned", "disposed"].includes(device.lifecycle);
  return isGone || !best
    ? { cover_kind: null, cover_until: null }
    : { cover_kind: best.kind, cover_until: best.until };
}

/** The first day of the contract's own year in which a day lies; what began on 29 February begins other years on 1 March. */
export function yearBegins(startOn: string, today: string): string {
  const [year = 0, month = 0, day = 0] = startOn.split("-").map(Number);
  const begins = (years: number) =>
    new Date(Date.UTC(year + years, month - 1, day)).toISOString().slice(0, 10);
  let years = 0;
  while (begins(years + 1) <= today) years++;
  return begins(years);
}
