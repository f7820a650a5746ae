import type { Mutant } from "./mutant.ts";

const clocks = ["tests/unit/call-clocks.test.ts"];
const hours = ["tests/unit/working-time.test.ts"];
const union = ["tests/unit/downtime.test.ts"];
const waking = ["tests/domain/call-clock.test.ts"];
const downtimes = ["tests/domain/downtimes.test.ts", "tests/api/downtimes.test.ts"];
const calls = ["tests/api/service-calls.test.ts"];

/** A call's clocks, what people are told of them, and the time its device is down. */
export const serviceCalls: Mutant[] = [
  {
    name: "a paused clock keeps its place in the list",
    file: "worker/domain/service-calls/clocks.ts",
    from: "return (isPaused(call) ? null : call.slaResolveBy) ?? NO_CLOCK;",
    to: "return call.slaResolveBy ?? NO_CLOCK;",
    tests: clocks,
  },
  {
    name: "any hold pauses the clock",
    file: "app/shared/call-clocks.ts",
    from: ' && pausing.includes(holdReason ?? "");',
    to: ";",
    tests: clocks,
  },
  {
    name: "a hold for another reason forgets the pause before it",
    file: "worker/domain/service-calls/clocks.ts",
    from: 'before.status === "on_hold" ? stood(before, company, at) : before;',
    to: "before;",
    tests: clocks,
  },
  {
    name: "a pause counts day and night",
    file: "worker/domain/service-calls/clocks.ts",
    from: "const ms = workingBetween(calendar, heldAt, at);",
    to: "const ms = at - heldAt;",
    tests: clocks,
  },
  {
    name: "a reopened call is late by the time it was resolved",
    file: "worker/domain/service-calls/clocks.ts",
    from: "const ms = workingBetween(calendar, resolvedAt ?? at, at);",
    to: "const ms = resolvedAt === null ? workingBetween(calendar, at, at) : 0;",
    tests: clocks,
  },
  {
    name: "another priority forgets the pauses",
    file: "worker/domain/service-calls/clocks.ts",
    from: "whole === null ? null : addWorking(calendarOf(company), whole, before.slaPausedMs);",
    to: "whole;",
    tests: clocks,
  },
  {
    name: "another priority is told of no more",
    file: "worker/domain/service-calls/clocks.ts",
    from: "before.escalated.filter((name) => !/_(soon|late)$/.test(name));",
    to: "before.escalated;",
    tests: clocks,
  },
  {
    name: "what is resolved at once was never answered",
    file: "worker/domain/service-calls/clocks.ts",
    from: "{ resolvedAt: at, firstResponseAt: before.firstResponseAt ?? at } : {}",
    to: "{ resolvedAt: at } : {}",
    tests: clocks,
  },
  {
    name: "work is promised for holidays",
    file: "app/shared/working-time.ts",
    from: "if (!hours || holidays.has(on)) return null;",
    to: "if (!hours || (holidays.size < 0 && holidays.has(on))) return null;",
    tests: hours,
  },
  {
    name: "a working day is as long as its clock says, whatever clocks do",
    file: "app/shared/working-time.ts",
    from: "return { from: at(hours.from), to: at(hours.to) };",
    to: "return { from: at(hours.from), to: at(hours.from) + (minutesOf(hours.to) - minutesOf(hours.from)) * MINUTE };",
    tests: hours,
  },
  {
    name: "a promise is longer by its pauses",
    file: "app/shared/call-clocks.ts",
    from: "const totalMs = Math.max(0, between(reportedAt, by) - pausedMs);",
    to: "const totalMs = between(reportedAt, by);",
    tests: clocks,
  },
  // What people are told
  {
    name: "a stage is told of again and again",
    file: "worker/domain/service-calls/escalations.ts",
    from: "!call.escalated.includes(name) && ",
    to: "",
    tests: clocks,
  },
  {
    name: "a call that somebody has is told of as nobody's",
    file: "worker/domain/service-calls/escalations.ts",
    from: " && !assignedTeamId && !assignedUserId,",
    to: " && (!assignedTeamId || !assignedUserId),",
    tests: clocks,
  },
  {
    name: "a paused call is told of",
    file: "worker/domain/service-calls/escalations.ts",
    from: "const running = (call: EscalatedCall) => !isPaused(call);",
    to: "const running = (call: EscalatedCall) => !isPaused(call) || call.heldAt !== null;",
    tests: clocks,
  },
  {
    name: "a late clock tells of all it has missed",
    file: "worker/domain/service-calls/waking.ts",
    from: "!reached.slice(n + 1).some((later) => stages[later].of === stages[name].of),",
    to: "!reached.slice(n + 1).some((later) => stages[later].of === name),",
    tests: waking,
  },
  {
    name: "two clocks at once each tell of a call",
    file: "worker/domain/service-calls/waking.ts",
    from: "writes: [assertAsRead(waking.db, one.call), ...writes],",
    to: "writes: one.call ? writes : [assertAsRead(waking.db, one.call)],",
    tests: waking,
  },
  {
    name: "a call is closed after the days that were set once",
    file: "worker/domain/service-calls/waking.ts",
    from: 'call.status === "resolved" && wakeAt !== null && wakeAt <= at)',
    to: 'call.status === "resolved" && wakeAt !== null)',
    tests: waking,
  },
  {
    name: "what the clock tells overtakes people's forms",
    file: "worker/domain/service-calls/waking.ts",
    from: "wakeAt: followingOf({ ...call, escalated }, company).wakeAt,\n        version: call.version,",
    to: "wakeAt: followingOf({ ...call, escalated }, company).wakeAt,",
    tests: waking,
  },
  {
    name: "a company that fails keeps the next one's clocks waiting",
    file: "worker/domain/service-calls/waking.ts",
    from: `if (!isRefusal(error, 409)) console.error(\`Service call \${one.call.id} was not woken\`, error);`,
    to: "if (!isRefusal(error, 409)) throw error;",
    tests: waking,
  },
  // Downtime
  {
    name: "what is down twice counts twice",
    file: "app/shared/downtime.ts",
    from: "sum += Math.max(0, end - Math.max(begin, covered));",
    to: "sum += Math.max(0, end - begin);",
    tests: union,
  },
  {
    name: "downtimes of a device overlap",
    file: "worker/domain/service-calls/downtimes.ts",
    from: "const start = notBefore(db, assetId, at);",
    to: `const start = assetId === "" ? notBefore(db, assetId, at) : sql\`\${at}\`;`,
    tests: downtimes,
  },
  {
    name: "the first call that ends ends the downtime of all",
    file: "worker/domain/service-calls/downtimes.ts",
    from: 'openOf(of.assetId, and(eq(kind, "unplanned"), isLast(db, of))),\n      // What',
    to: 'openOf(of.assetId, eq(kind, "unplanned")),\n      // What',
    tests: downtimes,
  },
  {
    name: "a stranger's report keeps a device down",
    file: "worker/domain/service-calls/downtimes.ts",
    from: ` and (\${breakdowns.source} <> 'qr' or \${breakdowns.status} <> 'new')\`,\n  )})\`;`,
    to: "`,\n  )})`;",
    tests: [...downtimes, ...calls],
  },
  {
    name: "a downtime ends with the call that is resolved last, not with the device that is restored last",
    file: "worker/domain/service-calls/downtimes.ts",
    from: `max(\${of.at}, \${startedAt} + 1, \${restored})`,
    to: `max(\${of.at}, \${startedAt} + 1, 0 * \${restored})`,
    tests: downtimes,
  },
  {
    name: "a planned downtime goes on beside a fault",
    file: "worker/domain/service-calls/downtimes.ts",
    from: `(\${kind} = 'planned' or \${startedAt} > \${at}`,
    to: `(\${startedAt} > \${at}`,
    tests: downtimes,
  },
  {
    name: "a false alarm counts as downtime",
    file: "worker/domain/service-calls/downtimes.ts",
    from: `{ endedAt: sql\`max(\${of.at}, \${startedAt} + 1)\`, cancelledAt: of.at },`,
    to: `{ endedAt: sql\`max(\${of.at}, \${startedAt} + 1)\` },`,
    tests: downtimes,
  },
  {
    name: "a condemned device stays down for ever",
    file: "worker/domain/service-calls/closing-with-device.ts",
    from: "    downtimeEndsWithDevice(db, assetId, at),\n",
    to: "",
    tests: [...downtimes, ...calls],
  },
];
