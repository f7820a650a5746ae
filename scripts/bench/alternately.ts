import { cpuOf } from "./processes.ts";

const BLOCKS = 15;
/** Requests to each side before the clock starts: the engine keeps compiling for some hundred requests. */
const WARM_UP = 200;
export const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;

type Work = () => Promise<unknown>;
type How = {
  /** Requests in a block of each side. */
  each?: number | readonly [number, number];
  warmUp?: number;
  /** Requests under way at once. */
  connections?: number;
  /** Requests before each block that are not counted: what the other side left to collect is collected in them. */
  leadIn?: number;
  /** What a block costs, as a figure that only grows; by default the clock, in milliseconds. */
  clock?: () => number;
};
export type Compared = { a: number; b: number; ratio: number };

/** Sends a number of requests, so many of them at once. */
async function many(work: Work, count: number, connections: number): Promise<void> {
  let left = count;
  const sendNext = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: connections }, sendNext));
}

/** Measures two things alternately, in blocks. @returns the median of each side's blocks, a request, and of the ratios of blocks side by side */
export async function alternately(
  a: Work,
  b: Work,
  {
    each = 20,
    warmUp = WARM_UP,
    connections = 1,
    leadIn = 0,
    clock = () => performance.now(),
  }: How = {},
): Promise<Compared> {
  const [ofA, ofB] = typeof each === "number" ? [each, each] : each;
  const costOf = async (work: Work, count: number) => {
    await many(work, leadIn, connections);
    const before = clock();
    await many(work, count, connections);
    return (clock() - before) / count;
  };
  for (let turn = 0; turn < warmUp; turn += 10)
    for (const work of [a, b]) await many(work, 10, connections);
  const blocks: Compared[] = [];
  for (let block = 0; block < BLOCKS; block++) {
    const [costA, costB] = [await costOf(a, ofA), await costOf(b, ofB)];
    if (block > 0) blocks.push({ a: costA, b: costB, ratio: costA / costB });
  }
  const middle = (side: keyof Compared) => median(blocks.map((block) => block[side]));
  return { a: middle("a"), b: middle("b"), ratio: middle("ratio") };
}

/** The same by the processor time of a process, in milliseconds. */
export const alternatelyByCpu = (process: number, a: Work, b: Work, how: How) =>
  alternately(a, b, { ...how, leadIn: 20, clock: () => cpuOf(process) });
