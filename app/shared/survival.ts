/** How long something ran, in days, and whether it failed then or was only looked at until then. */
export type Life = { days: number; failed: boolean };
/** A step: from so many days on this share has not failed, between low and high with 95 % confidence. */
export type SurvivalStep = [days: number, share: number, low: number, high: number];

const Z = 1.959964;

/**
 * The share that has not failed after so many days, by Kaplan and Meier: nothing is assumed of how failures come, and devices that
 * still run count for as long as they were seen. The band is of the log-log transform, with Greenwood's variance.
 * @returns a step for each day on which one failed, from the first
 */
export function kaplanMeier(lives: readonly Life[]): SurvivalStep[] {
  const sorted = [...lives].sort((one, other) => one.days - other.days);
  const steps: SurvivalStep[] = [];
  let [share, variance, at] = [1, 0, 0];
  while (at < sorted.length) {
    const { days } = sorted[at]!;
    const atRisk = sorted.length - at;
    let failed = 0;
    for (; at < sorted.length && sorted[at]!.days === days; at++) if (sorted[at]!.failed) failed++;
    if (!failed) continue;
    share *= 1 - failed / atRisk;
    variance += atRisk > failed ? failed / (atRisk * (atRisk - failed)) : 0;
    steps.push([days, share, ...band(share, variance)]);
  }
  return steps;
}

function band(share: number, variance: number): [low: number, high: number] {
  if (share <= 0 || share >= 1) return [share, share];
  const spread = (Z * Math.sqrt(variance)) / Math.log(share);
  return [share ** Math.exp(-spread), share ** Math.exp(spread)];
}

/** Days until half have failed; null while fewer have. */
export const medianOf = (steps: readonly SurvivalStep[]): number | null =>
  steps.find(([, share]) => share <= 0.5)?.[0] ?? null;

/** From so many failures on a distribution is fitted. */
export const LEAST_FITTED = 10;

/**
 * Shape and scale, in days, of a Weibull distribution by maximum likelihood, devices that still run included. A shape above 1 says
 * that failures come more often with age, below 1 that they come early. Null under ten failures, and where nothing fits.
 */
export function weibull(
  lives: readonly Life[],
  least = LEAST_FITTED,
): { shape: number; scale: number } | null {
  const known = lives.filter(({ days }) => days > 0);
  const failed = known.filter((one) => one.failed);
  if (failed.length < least) return null;
  const most = Math.max(...known.map(({ days }) => days));
  // By the longest, so that no power overflows.
  const all = known.map(({ days }) => days / most);
  const meanLog = failed.reduce((sum, { days }) => sum + Math.log(days / most), 0) / failed.length;
  const slope = (shape: number) => {
    let [sum, logs] = [0, 0];
    for (const time of all) {
      const power = time ** shape;
      sum += power;
      logs += power * Math.log(time);
    }
    return logs / sum - 1 / shape - meanLog;
  };
  // It rises with the shape: the root lies between.
  let [low, high] = [0.05, 50];
  if (slope(low) > 0 || slope(high) < 0) return null;
  for (let n = 0; n < 80; n++) {
    const middle = (low + high) / 2;
    if (slope(middle) > 0) high = middle;
    else low = middle;
  }
  const shape = (low + high) / 2;
  const sum = all.reduce((total, time) => total + time ** shape, 0);
  return { shape, scale: most * (sum / failed.length) ** (1 / shape) };
}
