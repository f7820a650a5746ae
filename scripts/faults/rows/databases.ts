import type { Row } from "../run.ts";
import { type Tried, tried } from "../try.ts";
import { type WorkName, works } from "../works.ts";

const COMMAND = 'insert into "?(activity_log|platform_activity_log)\\b';
const all = Object.keys(works) as WorkName[];

const row = (how: Tried, of: readonly WorkName[], isQuick?: true): Row => ({
  fault: how.fault,
  ...(isQuick ? { isQuick } : {}),
  async run(place) {
    const lines = [];
    for (const name of of) lines.push(await tried(place, works[name], how));
    return lines;
  },
});

const OVERLOADED = "D1 DB is overloaded. Requests queued for too long.";
const RESET = "D1 DB exceeded its CPU time limit and was reset.";
const FULL = "database or disk is full: SQLITE_FULL";

export const databaseRows: readonly Row[] = [
  row(
    {
      fault: "D1 is overloaded at every statement",
      faults: [{ at: "d1", how: "refused", says: OVERLOADED }],
      answer: "refused",
    },
    all,
    true,
  ),
  row(
    {
      fault: "D1 is overloaded when the command is written",
      faults: [{ at: "d1", how: "refused", says: OVERLOADED, holding: COMMAND }],
      answer: "refused",
    },
    all,
    true,
  ),
  row(
    {
      fault: "D1 loses the connection once before the write",
      faults: [{ at: "d1", how: "refused", holding: COMMAND, times: 1 }],
    },
    all,
    true,
  ),
  row(
    {
      fault: "D1 loses the connection at every statement",
      faults: [{ at: "d1", how: "refused" }],
      answer: "refused",
    },
    all,
    true,
  ),
  row(
    {
      fault: "D1 fails at every statement, and not to be tried again",
      faults: [{ at: "d1", how: "refused", says: RESET }],
      answer: "refused",
    },
    all,
    true,
  ),
  row(
    {
      fault: "D1 fails when the command is written, and not to be tried again",
      faults: [{ at: "d1", how: "refused", says: RESET, holding: COMMAND }],
      answer: "refused",
    },
    all,
    true,
  ),
  row(
    {
      fault: "D1's answer is lost after the write",
      faults: [{ at: "d1", how: "lost", holding: COMMAND, times: 1 }],
    },
    all,
    true,
  ),
  row(
    {
      fault: "D1's answers are lost after the write and at all that follows",
      faults: [
        { at: "d1", how: "lost", holding: COMMAND, times: 1 },
        { at: "d1", how: "refused", holding: `${COMMAND}|idempotency_keys|payment_events` },
      ],
    },
    all,
  ),
  row(
    {
      fault: "The shard is full",
      faults: [{ at: "d1", how: "refused", says: FULL, holding: "^\\s*(insert|update|replace)" }],
      answer: "refused",
    },
    all,
    true,
  ),
  row(
    {
      fault: "D1 takes 5 s for each trip",
      faults: [{ at: "d1", how: "slow", ms: 5000 }],
      answer: "done",
    },
    ["create", "edit", "receive", "issue", "pay", "pm"],
  ),
];
