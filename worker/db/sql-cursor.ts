import { splitAt } from "./sql-scope.ts";
import { isMark, type Node, unreadable, wordOf } from "./sql-tokens.ts";

/** Walks through a list of nodes. */
export class Cursor {
  readonly #nodes: readonly Node[];
  #at = 0;

  constructor(nodes: readonly Node[]) {
    this.#nodes = nodes;
  }

  get next() {
    return this.#nodes[this.#at];
  }
  get isAtEnd() {
    return this.#at >= this.#nodes.length;
  }
  take(): Node {
    return this.#nodes[this.#at++] ?? unreadable("where it ends");
  }
  /** Whether these words come next; if so, they are passed. */
  pass(...words: string[]): boolean {
    const is = words.every((word, at) => wordOf(this.#nodes[this.#at + at]) === word);
    if (is) this.#at += words.length;
    return is;
  }
  expect(...words: string[]): void {
    if (!this.pass(...words)) unreadable(`what stands instead of ${words.join(" ")}`);
  }
  mark(text: string): boolean {
    const is = isMark(this.next, text);
    if (is) this.#at++;
    return is;
  }
  until(stops: (node: Node, after: Node | undefined) => boolean): Node[] {
    const from = this.#at;
    while (!this.isAtEnd && !stops(this.next!, this.#nodes[this.#at + 1])) this.#at++;
    return this.#nodes.slice(from, this.#at);
  }
  end(): Node[] {
    return this.until(() => false);
  }
  /** A name in any of SQLite's quotes, which do not change it. */
  name(): string {
    const node = this.take();
    return node.kind === "word" || node.kind === "name" || node.kind === "text"
      ? node.text.toLowerCase()
      : unreadable("a name");
  }
}

/** Names in a list of columns, in small letters. */
export const columnNames = (nodes: readonly Node[]): string[] =>
  splitAt(nodes, "comma").map(([node]) =>
    "text" in (node ?? {})
      ? (node as { text: string }).text.toLowerCase()
      : unreadable("a list of columns"),
  );
