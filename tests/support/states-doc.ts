import { namesOf } from "#app/shared/flows/rules.ts";
import { platformFlows } from "#worker/domain/index.ts";
import { allFlows } from "./flows.ts";

type Flow = Pick<(typeof allFlows)[string], "rules" | "label">;
const list = (words: readonly string[]) => words.join(", ");

/** The moves that change the state, as a mermaid diagram. */
function diagram({ rules }: Flow): string {
  const states = Object.entries(rules.states).map(([state, word]) => `  ${state}: ${word}`);
  const moves = namesOf(rules).flatMap((move) => {
    const { from, to, label } = rules.moves[move]!;
    const targets = to === undefined ? [] : [to].flat();
    return from.flatMap((state) => targets.map((target) => `  ${state} --> ${target}: ${label}`));
  });
  return ["```mermaid", "stateDiagram-v2", ...states, ...moves, "```"].join("\n");
}

/** Every move with who makes it and what it asks. */
function table({ rules }: Flow): string {
  const rows = namesOf(rules).map((move) => {
    const {
      label,
      from,
      to,
      by,
      isAdminOnly,
      orBy = {},
      byLink,
      not = {},
      reason,
    } = rules.moves[move]!;
    const named = Object.entries(orBy).map(([column, lesser]) => `\`${column}\` with ${lesser}`);
    const link = byLink ? `who holds the link of \`${byLink}\`` : [];
    const people = [by ?? [], isAdminOnly ? "Admin only" : [], named, link].flat();
    const excluded = Object.keys(not).map((column) => `not \`${column}\``);
    const who = list([...people, ...excluded]) || "comes with another record";
    const states = (words: readonly string[]) => list(words.map((word) => rules.states[word]!));
    const target = to === undefined ? "stays" : states([to].flat());
    return `| ${label} | ${states(from)} | ${target} | ${who} | ${reason ?? ""} |`;
  });
  return ["| Move | From | To | Who | Reason |", "| --- | --- | --- | --- | --- |", ...rows].join(
    "\n",
  );
}

/** docs/states.md, as the rules say it. */
export const statesDoc = () =>
  `${[
    "# States of documents",
    "Made from the rules in app/shared/flows by tests/laws/flows.test.ts; `-u` writes it anew. How to add a machine: [adding-a-flow.md](adding-a-flow.md).",
    ...Object.entries<Flow>({ ...allFlows, ...platformFlows }).flatMap(([key, flow]) => [
      `## ${flow.label} (${key})`,
      diagram(flow),
      table(flow),
    ]),
  ].join("\n\n")}\n`;
