import type { CallClock } from "#app/shared/call-clocks.ts";
import { type Mover, movesOf } from "#app/shared/flows/rules.ts";
import { callRules } from "#app/shared/flows/service-calls.ts";
import { packedRows, unpackedRows } from "#app/shared/packed-rows.ts";
import type { CallRow, ShownCall } from "#worker/domain/service-calls/list.ts";

/** The fields of a clock, each sent as one of the row. */
const clockFields = {
  ...{ name: "clockName", by: "clockBy", words: "clockWords" },
  ...{ totalMs: "clockTotal", usedMs: "clockUsed" },
  ...{ isLate: "clockLate", isDone: "clockDone", isPaused: "clockPaused" },
  ...{ isRunning: "clockRunning", isNear: "clockNear" },
} as const satisfies Partial<Record<keyof CallClock, string>>;
const clockNames = Object.entries(clockFields) as [keyof typeof clockFields, string][];
const MINUTE_MS = 60_000;
/** What a clock was made of; nothing shows it. */
const unsent = [
  "clock",
  "slaRespondBy",
  "slaResolveBy",
  "slaPausedMs",
  "heldAt",
  "firstResponseAt",
];

/** Calls as a page sends them. Their moves are found where they are shown: for all of a page they would be most of what is sent. */
export function packedCalls(rows: readonly ShownCall[]) {
  // False and 0 are sent as nothing at all; what has run of a clock is shown as a dial.
  const flat = rows.map((row): Record<string, unknown> => {
    const sent: Record<string, unknown> = { ...row };
    for (const [name, field] of clockNames) sent[field] = row.clock[name] || null;
    sent.clockUsed = Math.floor(row.clock.usedMs / MINUTE_MS) * MINUTE_MS || null;
    return sent;
  });
  const names = Object.keys(flat[0] ?? {}).filter((name) => !unsent.includes(name));
  return packedRows(flat, names);
}

/** The calls that were packed, without what their clocks were made of. @param mover who sees them */
export const unpackedCalls = (packed: ReturnType<typeof packedCalls>, mover: Mover): CallRow[] =>
  packed.fields === ""
    ? []
    : unpackedRows<ShownCall & Record<string, unknown>>(packed).map((row) => ({
        ...row,
        clock: Object.fromEntries(
          clockNames.map(([name, field]) => [name, row[field]]),
        ) as unknown as CallClock,
        get moves() {
          return movesOf(callRules, row, mover);
        },
      }));
