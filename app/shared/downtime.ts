/** A stretch of time in epoch milliseconds; without an end it goes on. */
export type Stretch = { startedAt: number; endedAt: number | null };

/**
 * How long at least one of these stretches lasted within a window, in milliseconds: each instant counts once, what goes on counts to the
 * window's end, and what lies outside does not count.
 */
export function unionMs(stretches: readonly Stretch[], from: number, to: number): number {
  const inside = stretches
    .map(({ startedAt, endedAt }) => ({
      from: Math.max(startedAt, from),
      to: Math.min(endedAt ?? to, to),
    }))
    .sort((one, other) => one.from - other.from);
  let [sum, covered] = [0, from];
  for (const { from: begin, to: end } of inside) {
    sum += Math.max(0, end - Math.max(begin, covered));
    covered = Math.max(covered, end);
  }
  return sum;
}
