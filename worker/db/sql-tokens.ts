/** A piece of SQL: words are bare, names quoted by "", `` or [], texts by ''; a parameter knows its place among the bound values. */
export type Token =
  | { kind: "word" | "name" | "text" | "value" | "mark"; text: string }
  | { kind: "parameter"; place: number };
/** What stands between parentheses, or between CASE and END. */
export type Group = { kind: "group"; isCase: boolean; inside: Node[] };
export type Node = Token | Group;

/** A statement the reader does not understand: it is never sent. */
export class Unreadable extends Error {}
export const unreadable = (what: string): never => {
  throw new Unreadable(what);
};

/** By the rules of SQLite's tokenizer, one group for each kind: https://sqlite.org/lang_expr.html and lang_keywords.html. */
const patterns = [
  ["space", /[ \t\n\f\r]+|--[^\n]*|\/\*[\s\S]*?\*\//],
  [
    "value",
    /[xX]'[0-9a-fA-F]*'|(?:0[xX][0-9a-fA-F]+|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)(?![\w$\u0080-\uffff])/,
  ],
  ["word", /[A-Za-z_][\w$]*/],
  ["text", /'(?:[^']|'')*'/],
  ["name", /"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]/],
  ["parameter", /\?\d*/],
  ["mark", /->>|->|\|\||<=|<>|<<|>=|>>|==|!=|[-=<>+*/%&|~,().;]/],
] as const;
const piece = new RegExp(patterns.map(([, { source }]) => `(${source})`).join("|"), "y");

/** Without its quotes, a doubled one inside being one. */
function unquoted(text: string): string {
  const quote = text.at(-1)!;
  return text.slice(1, -1).replaceAll(quote + quote, quote);
}

/** The tokens of a statement, parameters numbered from 0 as SQLite numbers them. @throws Unreadable for anything else */
function tokensOf(sql: string): Token[] {
  if (sql.includes("\0")) unreadable("a nought");
  const tokens: Token[] = [];
  let last = 0;
  for (let at = 0; at < sql.length; at = piece.lastIndex) {
    piece.lastIndex = at;
    const match = piece.exec(sql) ?? unreadable(`what stands at ${at}`);
    const text = match[0];
    const [kind] =
      patterns[match.findIndex((group, number) => number > 0 && group !== undefined) - 1]!;
    if (kind === "parameter") {
      const number = text === "?" ? last + 1 : Number(text.slice(1));
      last = Math.max(last, number);
      tokens.push({ kind, place: number - 1 });
    } else if (kind === "text" || kind === "name") tokens.push({ kind, text: unquoted(text) });
    else if (kind !== "space") tokens.push({ kind, text });
  }
  return tokens;
}

/** The word of a node in capitals; nothing for what is quoted or no word. */
export const wordOf = (node: Node | undefined): string =>
  node?.kind === "word" ? node.text.toUpperCase() : "";
export const isMark = (node: Node | undefined, text: string): boolean =>
  node?.kind === "mark" && node.text === text;
/** Whether parentheses hold a query of their own. */
export const isQuery = (node: Node | undefined): boolean =>
  node?.kind === "group" &&
  !node.isCase &&
  ["SELECT", "WITH", "VALUES"].includes(wordOf(node.inside[0]));

/** A statement as a tree: each pair of parentheses and each CASE is one node. @throws Unreadable */
export function treeOf(sql: string): Node[] {
  const root: Group = { kind: "group", isCase: false, inside: [] };
  const open: Group[] = [root];
  for (const token of tokensOf(sql)) {
    const { inside, isCase } = open.at(-1)!;
    const isName = isMark(inside.at(-1), ".");
    const word = isName ? "" : wordOf(token);
    if (isMark(token, "(") || word === "CASE") {
      const group: Group = { kind: "group", isCase: word === "CASE", inside: [] };
      inside.push(group);
      open.push(group);
    } else if (isMark(token, ")") || word === "END") {
      if (open.length === 1 || isCase !== (word === "END")) unreadable("a pair of parentheses");
      open.pop();
    } else
      inside.push(isName && token.kind === "word" ? { kind: "name", text: token.text } : token);
  }
  if (open.length > 1) unreadable("a pair of parentheses");
  if (isMark(root.inside.at(-1), ";")) root.inside.pop();
  if (root.inside.some((node) => isMark(node, ";"))) unreadable("a second statement");
  return root.inside;
}
