import type { Mutant } from "./mutant.ts";

const transfers = ["tests/api/transfers.test.ts"];
const transferModel = ["tests/domain/transfers-model.test.ts"];
const passes = ["tests/api/gate-passes.test.ts"];
const anyModel = ["tests/domain/movement-model.test.ts"];
const passModel = ["tests/domain/gate-pass-model.test.ts"];
const overdue = ["tests/domain/overdue-passes.test.ts"];

/** Devices and stock that change places: transfers and gate passes. */
export const movement: Mutant[] = [
  {
    name: "anybody receives a transfer",
    file: "worker/domain/transfers/arrival.ts",
    from: 'if (!db.covers(before.toDepartmentId)) forbidden("People of the Location it goes to receive it");',
    to: "",
    tests: transfers,
  },
  {
    name: "anybody dispatches a transfer",
    file: "worker/domain/transfers/flow.ts",
    from: "if (!db.covers(before.fromDepartmentId))",
    to: "if (!db.covers(before.fromDepartmentId) && !before.fromDepartmentId)",
    tests: transfers,
  },
  {
    name: "a rejected line stays open on a loan",
    file: "worker/domain/transfers/arrival.ts",
    from: 'isOpen: isLent && one.decision === "accepted",',
    to: "isOpen: isLent,",
    tests: transferModel,
  },
  {
    name: "a rejected device stays in its transfer",
    file: "worker/domain/transfers/arrival.ts",
    from: "...(staying.length ? [releasing(",
    to: "...(staying.length > 1e6 ? [releasing(",
    tests: transferModel,
  },
  {
    name: "a loan of which nothing came stays open",
    file: "worker/domain/transfers/arrival.ts",
    from: "set: isLent && !accepted.length ? { returnedAt: at } : {},",
    to: "set: isLent && accepted.length > 1e6 ? { returnedAt: at } : {},",
    tests: transferModel,
  },
  {
    name: "a lent device is free for another transfer",
    file: "worker/domain/transfers/lines.ts",
    from: 'more: { openTransferId: transfer.kind === "temporary" ? transfer.id : null },',
    to: "more: { openTransferId: null },",
    tests: transferModel,
  },
  {
    name: "a device comes back to a place that is gone",
    file: "worker/domain/transfers/lines.ts",
    from: "const isThere = place && place.archivedAt === null && place.deletedAt === null;",
    to: "const isThere = place;",
    tests: [...transfers, ...transferModel],
  },
  {
    name: "what arrives damaged is received without a word",
    file: "worker/domain/transfers/arrival.ts",
    from: "worse[one.conditionIn] > worse[line.conditionOut],",
    to: "worse[one.conditionIn] > 2 + worse[line.conditionOut],",
    tests: transfers,
  },
  {
    name: "of a device that leaves on a pass at once a transfer is made",
    file: "worker/domain/transfers/devices.ts",
    from: `    isNull(assets.openGatePassId),\n    sql\`(\${assets.openTransferId}`,
    to: `    sql\`(\${assets.openTransferId}`,
    tests: anyModel,
  },
  // Gate passes
  {
    name: "the first level approves for all",
    file: "worker/domain/gate-passes/deciding.ts",
    from: "const isLast = level >= before.levels;",
    to: "const isLast = level >= Math.min(1, before.levels);",
    tests: passes,
  },
  {
    name: "one person approves every level",
    file: "app/shared/flows/gate-passes.ts",
    from: '  approverIds: "You have approved it already. Somebody else approves the next level.",\n',
    to: "",
    tests: passes,
  },
  {
    name: "a pass asks for as many levels as the company asks for now",
    file: "worker/domain/gate-passes/submitting.ts",
    from: "    levels,\n    submittedAt",
    to: "    levels: Math.min(levels, 1),\n    submittedAt",
    tests: passes,
  },
  {
    name: "a rejected pass keeps its devices",
    file: "worker/domain/gate-passes/deciding.ts",
    from: ", at), freeing(db, before.id)],",
    to: ", at)],",
    tests: [...passes, ...passModel],
  },
  {
    name: "a device leaves that is in a transfer by now",
    file: "worker/domain/gate-passes/out.ts",
    from: "        ...assertFree(db, ids, purpose, true),\n",
    to: "",
    tests: passes,
  },
  {
    name: "a pass of any purpose holds a call",
    file: "worker/domain/gate-passes/out.ts",
    from: "holding(db, isRepair ? call : undefined, {",
    to: "holding(db, isRepair || call ? call : undefined, {",
    tests: passes,
  },
  {
    name: "more comes back than went out",
    file: "worker/domain/gate-passes/back.ts",
    from: `if (back.qty > left) conflict(\`Only \${left} of \${line.name} are out\`);`,
    to: "",
    tests: [...passes, ...passModel],
  },
  {
    name: "a second return fills the same batch again",
    file: "worker/domain/gate-passes/lines.ts",
    from: "let [passed, left] = [line.returnedQty, qty];",
    to: "let [passed, left] = [0 * line.returnedQty, qty];",
    tests: passes,
  },
  {
    name: "what comes back in parts is never all back",
    file: "worker/domain/gate-passes/back.ts",
    from: "lines.every((line) => !line.isOpen || whole.has(line.id));",
    to: "lines.every((line) => whole.has(line.id));",
    tests: [...passes, ...passModel],
  },
  {
    name: "a call goes on when something else is back",
    file: "worker/domain/gate-passes/back.ts",
    from: "releasing(db, isOfCall ? call : undefined, {",
    to: "releasing(db, isOfCall || call ? call : undefined, {",
    tests: passes,
  },
  {
    name: "a return takes a call off a hold that people have set",
    file: "worker/domain/service-calls/along.ts",
    from: 'if (call.status !== "on_hold" || call.holdReason !== "sent_out")',
    to: 'if (call.status !== "on_hold")',
    tests: passes,
  },
  {
    name: "what is overdue is asked for every morning",
    file: "worker/domain/gate-passes/overdue.ts",
    from: "const AGAIN_DAYS = 7;",
    to: "const AGAIN_DAYS = 0;",
    tests: overdue,
  },
  {
    name: "what is written off is still out",
    file: "worker/domain/gate-passes/flow.ts",
    from: "        ...unbadging(db, still, before.id, notLocated(today)),\n",
    to: "        ...(today ? [] : unbadging(db, still, before.id, notLocated(today))),\n",
    tests: passes,
  },
  {
    name: "stock that leaves on a pass stays in the store",
    file: "worker/domain/gate-passes/out.ts",
    from: "        ...moveStock(db, issues),\n",
    to: "",
    tests: passModel,
  },
];
