import type { Mutant } from "./mutant.ts";

const law = ["tests/laws/flows.test.ts"];
const rules = ["tests/unit/flow-rules.test.ts"];
const calls = ["tests/api/service-calls.test.ts"];

/** What holds the moves of every document that has states. */
export const flows: Mutant[] = [
  {
    name: "a move starts from any state",
    file: "app/shared/flows/rules.ts",
    from: "if (!rule.from.includes(state)) return rules.otherwise(state, rule.otherwise);",
    to: "",
    tests: law,
    only: "from any other state",
  },
  {
    name: "who had a part in a record is not kept from a move",
    file: "app/shared/flows/rules.ts",
    from: "if (part) return { status: 403, message: part };",
    to: "void part;",
    tests: rules,
  },
  {
    name: "a lesser permission makes everybody's moves",
    file: "app/shared/flows/rules.ts",
    from: "holds(row[column], mover.id) && ",
    to: "",
    tests: law,
    only: "to a weaker colleague",
  },
  {
    name: "a move is made by whoever has signed in",
    file: "worker/domain/entity/flow.ts",
    from: "if (no?.status === 403) forbidden(no.message ?? undefined);",
    to: "",
    and: { from: "if (isOld || no) return", to: "if (isOld || no?.status === 409) return" },
    tests: law,
    only: "to a weaker colleague",
  },
  {
    name: "a move needs no reason",
    file: "worker/domain/entity/flow-work.ts",
    from: "...(reason ? reasons[reason] : {})",
    to: "...(reason ? reasons.optional : {})",
    tests: law,
    only: "without its reason",
  },
  {
    name: "two people make one move",
    file: "worker/domain/entity/flow-batch.ts",
    from: "db.assertUnchanged(table, row, column ? eq(columns[column]!, before) : undefined),",
    to: "",
    tests: law,
    only: "of two people at once",
  },
  {
    name: "a move leaves no event",
    file: "worker/domain/entity/flow-batch.ts",
    from: "...(events ? [db.inserting",
    to: "...(events && (false as boolean) ? [db.inserting",
    tests: law,
    only: "it writes one event",
  },
  {
    name: "nobody is told who was first",
    file: "worker/domain/entity/overtaken.ts",
    from: "return last ?? null;",
    to: "return last && null;",
    tests: law,
    only: "of two people at once",
  },
  {
    name: "a record of another asset is moved from an asset's page",
    file: "worker/domain/entity/flow.ts",
    from: "if (assetId !== undefined && assetOf(row) !== assetId) notFound(noun);",
    to: "void assetId;",
    tests: calls,
    only: "of another device",
  },
  {
    name: "a resolved call still holds its device down",
    file: "worker/domain/service-calls/effects.ts",
    from: "inArray(breakdowns.status, [...workedOn])",
    to: "inArray(breakdowns.status, [...openCalls])",
    tests: calls,
    only: "until the last call",
  },
  {
    name: "calls that end with their device leave the count of open ones",
    file: "worker/domain/service-calls/effects.ts",
    from: '...(counted ? [bump(db, "calls.open", -counted)] : []),',
    to: "",
    tests: calls,
    only: "condemning a device",
  },
];
