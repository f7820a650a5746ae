const MINUTE = 60_000;
/** How many minutes to look back after the machine was asleep. */
const MOST_MINUTES = 24 * 60;

/** Whether a field of a cron includes a number; fields are `*`, a list such as `1,15`, or a step of minutes as in every fifth. */
const matches = (field: string, number: number) =>
  field === "*" ||
  (field.startsWith("*/")
    ? number % Number(field.slice(2)) === 0
    : field.split(",").map(Number).includes(number));

/** Whether a cron is due in one of the minutes that began after `from` and up to `to`, both in milliseconds of UTC. */
export function isDue(cron: string, from: number, to: number): boolean {
  const fields = cron.split(" ");
  const last = Math.floor(to / MINUTE);
  for (
    let minute = Math.max(Math.floor(from / MINUTE), last - MOST_MINUTES) + 1;
    minute <= last;
    minute++
  ) {
    const at = new Date(minute * MINUTE);
    const numbers = [
      at.getUTCMinutes(),
      at.getUTCHours(),
      at.getUTCDate(),
      at.getUTCMonth() + 1,
      at.getUTCDay(),
    ];
    if (fields.every((field, index) => matches(field, numbers[index]!))) return true;
  }
  return false;
}

export type Clock = { tick: () => Promise<void>; again: () => Promise<void>; stop: () => void };

/**
 * Fires crons when they are due, which the local runtime does not do. A cron fires once, however many of its minutes have passed while the
 * machine was asleep; one that fails is reported in one line and tried again at the next tick.
 */
export function startClock(
  crons: readonly string[],
  fire: (cron: string) => Promise<unknown>,
): Clock {
  const done = new Map(crons.map((cron) => [cron, Date.now() - MINUTE]));
  let running: Promise<void> | undefined;
  const fireDue = async () => {
    for (const [cron, at] of done) {
      const now = Date.now();
      // A machine's clock may be set back.
      const from = at > now ? now - MINUTE : at;
      if (!isDue(cron, from, now)) continue;
      try {
        await fire(cron);
        done.set(cron, now);
      } catch (error) {
        console.error(
          `The jobs of "${cron}" failed and are tried again within a minute: ${(error as Error).message}`,
        );
      }
    }
  };
  const tick = () => {
    running ??= fireDue().finally(() => {
      running = undefined;
    });
    return running;
  };
  const timer = setInterval(tick, MINUTE);
  /** Fires the crons of every minute at once. */
  const again = async () => {
    await running;
    for (const [cron, at] of done) done.set(cron, Math.min(at, Date.now() - MINUTE));
    await tick();
  };
  void tick();
  return { tick, again, stop: () => clearInterval(timer) };
}
