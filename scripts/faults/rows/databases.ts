import type { Row } from "../run.ts";
import { type WorkName, works } from "../works.ts";
import { COMMAND, looked, paged, worked } from "./tried-works.ts";

const all = Object.keys(works) as WorkName[];
const OVERLOADED = "D1 DB is overloaded. Requests queued for too long.";
const RESET = "D1 DB exceeded its CPU time limit and was reset.";
const FULL = "database or disk is full: SQLITE_FULL";
/** The Worker keeps a host for 30 s. */
const HOST_IS_FORGOTTEN_MS = 31_000;

/** Faults of the databases. */
export const databaseRows: readonly Row[] = [
  worked(
    {
      fault: "D1 is overloaded at every statement",
      faults: [{ at: "d1", how: "refused", says: OVERLOADED }],
      answer: "refused",
    },
    all,
    true,
  ),
  looked(
    {
      fault: "D1 is overloaded at every statement",
      faults: [{ at: "d1", how: "refused", says: OVERLOADED }],
      ...{ did: "A list is opened", look: paged(() => "/all-assets") },
    },
    true,
  ),
  looked(
    {
      fault: "The platform's database does not answer",
      faults: [{ at: "d1", how: "refused", database: "control" }],
      clockMs: HOST_IS_FORGOTTEN_MS,
      ...{ did: "A list of a company is opened", look: paged(() => "/all-assets"), isShown: true },
    },
    true,
  ),
  worked(
    {
      fault: "D1 is overloaded when the command is written",
      faults: [{ at: "d1", how: "refused", says: OVERLOADED, holding: COMMAND }],
      answer: "refused",
    },
    all,
    true,
  ),
  worked(
    {
      fault: "D1 loses the connection once before the write",
      faults: [{ at: "d1", how: "refused", holding: COMMAND, times: 1 }],
    },
    all,
    true,
  ),
  worked(
    {
      fault: "D1 loses the connection at every statement",
      faults: [{ at: "d1", how: "refused" }],
      answer: "refused",
    },
    all,
  ),
  worked(
    {
      fault: "D1 fails at every statement, and not to be tried again",
      faults: [{ at: "d1", how: "refused", says: RESET }],
      answer: "refused",
    },
    all,
  ),
  worked(
    {
      fault: "D1 fails when the command is written, and not to be tried again",
      faults: [{ at: "d1", how: "refused", says: RESET, holding: COMMAND }],
      answer: "refused",
    },
    all,
  ),
  worked(
    {
      fault: "D1's answer is lost after the write",
      faults: [{ at: "d1", how: "lost", holding: COMMAND, times: 1 }],
    },
    all,
    true,
  ),
  worked(
    {
      fault: "D1's answer is lost after the write, and the database is away from then on",
      faults: [
        { at: "d1", how: "lost", holding: COMMAND, times: 1 },
        { at: "d1", how: "refused", holding: `${COMMAND}|idempotency_keys|payment_events` },
      ],
    },
    all,
  ),
  worked(
    {
      fault: "The shard is full",
      faults: [{ at: "d1", how: "refused", says: FULL, holding: "^\\s*(insert|update|replace)" }],
      answer: "refused",
    },
    all,
    true,
  ),
  worked(
    {
      fault: "D1 takes 5 s for each trip",
      faults: [{ at: "d1", how: "slow", ms: 5000 }],
      answer: "done",
    },
    ["create", "edit", "receive", "issue", "pay", "pm"],
  ),
];
