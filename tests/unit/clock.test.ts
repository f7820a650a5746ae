import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isDue, startClock } from "../../scripts/support/clock.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NIGHTLY = "17 2 * * *";
const crons = ["* * * * *", NIGHTLY];
const START = Date.UTC(2026, 0, 15, 12, 0, 30);

beforeEach(() => {
  vi.useFakeTimers({ now: START });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("a cron is due in its minutes, in UTC", () => {
  const at = (hour: number, minute: number) => Date.UTC(2026, 0, 15, hour, minute);
  expect(isDue("* * * * *", at(1, 0), at(1, 0) + 59_999)).toBe(false);
  expect(isDue("* * * * *", at(1, 0), at(1, 1))).toBe(true);
  expect([isDue(NIGHTLY, at(2, 16), at(2, 17)), isDue(NIGHTLY, at(2, 17), at(2, 18))]).toEqual([
    true,
    false,
  ]);
  expect([
    isDue("*/5 * * * *", at(2, 14), at(2, 15)),
    isDue("*/5 * * * *", at(2, 15), at(2, 19)),
  ]).toEqual([true, false]);
  expect([
    isDue("0,30 * * * *", at(2, 29), at(2, 30)),
    isDue("0 0 * * 1", at(0, 0) - HOUR, at(0, 0)),
  ]).toEqual([true, false]);
});

test("each cron fires once after a sleep, however many of its minutes have passed", async () => {
  const fired: string[] = [];
  const clock = startClock(crons, async (cron) => fired.push(cron));
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  expect(fired).toEqual([crons[0], crons[0], crons[0]]);
  fired.length = 0;
  vi.setSystemTime(START + 16 * HOUR);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(fired).toEqual(crons);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(fired).toEqual([...crons, crons[0]]);
  fired.length = 0;
  vi.setSystemTime(START);
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  expect(fired).toEqual([crons[0], crons[0]]);
  clock.stop();
});

test("what fails is told in one line and tried again at the next tick, and no tick overtakes another", async () => {
  const told = vi.spyOn(console, "error").mockImplementation(() => {});
  const fire = vi.fn(async (_: string): Promise<unknown> => undefined);
  fire.mockImplementationOnce(() => {
    throw new Error("Attempted to use poisoned stub");
  });
  const clock = startClock([NIGHTLY], fire);
  vi.setSystemTime(START + 14 * HOUR + 17 * MINUTE);
  await clock.again();
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(told.mock.calls).toEqual([
    [
      `The jobs of "${NIGHTLY}" failed and are tried again within a minute: Attempted to use poisoned stub`,
    ],
  ]);
  expect(fire).toHaveBeenCalledTimes(2);
  fire.mockImplementationOnce(() => new Promise((resolve) => setTimeout(resolve, 3 * HOUR)));
  vi.setSystemTime(START + 38 * HOUR + 17 * MINUTE);
  await vi.advanceTimersByTimeAsync(2 * HOUR);
  expect(fire).toHaveBeenCalledTimes(3);
  clock.stop();
});
