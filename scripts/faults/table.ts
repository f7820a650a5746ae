import type { Line } from "./try.ts";

const cells = ({ fault, did, saw, checked, wrong }: Line) => [
  ...[fault, did, saw, wrong.length ? `**${wrong.join("; ")}**` : checked],
  wrong.length ? "NO" : "yes",
];
const HEAD = ["Fault", "What was done", "What the person sees", "Nothing lost", "OK"];
const row = (texts: string[]) =>
  `| ${texts.map((text) => text.replaceAll("|", "\\|")).join(" | ")} |`;

/** The lines as a table of Markdown. */
export const tableOf = (lines: readonly Line[]) =>
  [row(HEAD), row(HEAD.map(() => "---")), ...lines.map((line) => row(cells(line)))].join("\n");

const PAGE = `# What happens when something fails

Made by \`npm run faults -- --write\`: the built Worker on D1, R2 and queues of Miniflare, with faults between it and its bindings. Each piece of work is
sent while the fault strikes and then twice more without it, with the same key. After each fault the chains, ledgers, stock, counters, figures and files of
all companies are verified, with the code of \`audit:verify\`, \`ledger:verify\` and \`stats:verify\`.
`;
/** The page of the documentation. */
export const pageOf = (table: string) => `${PAGE}\n${table}\n`;
