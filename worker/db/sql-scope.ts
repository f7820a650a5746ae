import { isMark, isQuery, type Node, wordOf } from "./sql-tokens.ts";

/** What a bound value must be: the company's id, its word in the search index, or a search that begins with that word. */
export type Bound = { place: number; as: "id" | "word" | "search" };

/** A table or what stands for one, by the name it has in its query. */
export type Source = {
  name: string;
  /** The column that holds the company, its own id in the table of companies; null where rows belong to none. */
  column: "company_id" | "company" | "id" | null;
  /** A subquery or CTE may have columns of any name. */
  isDerived: boolean;
};

/** How a source's column says whose a row is. */
export const holdsOf = ({ column }: Pick<Source, "column">) =>
  column === "company" ? ("word" as const) : ("id" as const);

type Operand = { source: Source; isOwn: boolean } | Bound;
/** Two things that are equal; `within` are the sources whose rows go where they are not, all of them when null. */
type Equality = { sides: readonly [Operand, Operand]; within: Source | null };

const splitters = { and: "AND", comma: "," } as const;

/** The parts of a list, split at a word or mark that stands outside parentheses. */
export function splitAt(nodes: readonly Node[], by: keyof typeof splitters): Node[][] {
  const parts: Node[][] = [[]];
  let betweens = 0;
  for (const node of nodes) {
    const isSplitter = by === "comma" ? isMark(node, ",") : wordOf(node) === splitters.and;
    if (by === "and" && wordOf(node) === "BETWEEN") betweens++;
    if (!isSplitter) parts.at(-1)!.push(node);
    else if (betweens > 0) {
      betweens--;
      parts.at(-1)!.push(node);
    } else parts.push([]);
  }
  return parts;
}

/** What must hold for a row to be there: the terms joined by AND alone, also within parentheses. Under OR, NOT or CASE there are none. */
function conjunctsOf(condition: readonly Node[]): Node[][] {
  const [only, ...others] = condition;
  if (only?.kind === "group" && !others.length)
    return only.isCase || isQuery(only) ? [] : conjunctsOf(only.inside);
  if (condition.some((node) => wordOf(node) === "OR" || isMark(node, ","))) return [];
  const parts = splitAt(condition, "and");
  return parts.length === 1 ? [[...condition]] : parts.flatMap(conjunctsOf);
}

const textOf = (node: Node | undefined) =>
  node?.kind === "word" || node?.kind === "name" ? node.text.toLowerCase() : null;

/** One query's sources and what is known to be equal among their companies. */
export class Scope {
  readonly sources: Source[] = [];
  readonly #equalities: Equality[] = [];
  readonly #bound = new Set<Source>();
  readonly #searched = new Set<Source>();

  readonly outer: Scope | null;

  constructor(outer: Scope | null) {
    this.outer = outer;
  }

  /** @param isBound its rows are the company's already, such as those of a conflict under its key */
  add(source: Source, isBound = false): Source {
    this.sources.push(source);
    if (isBound) this.#bound.add(source);
    return source;
  }

  /** The source whose company a column names, in this query or one around it. */
  companyOf(nodes: readonly Node[]): { source: Source; isOwn: boolean } | null {
    const names = nodes.filter((_, at) => at % 2 === 0).map(textOf);
    const isPath =
      nodes.length % 2 === 1 && nodes.every((node, at) => at % 2 === 0 || isMark(node, "."));
    const column = names.at(-1);
    if (
      !isPath ||
      names.length > 3 ||
      names.includes(null) ||
      (names.length === 3 && names[0] !== "main")
    )
      return null;
    if (names.length === 1) {
      const having = this.sources.filter((source) => source.column === column || source.isDerived);
      return having.length === 1 && having[0]!.column === column
        ? { source: having[0]!, isOwn: true }
        : null;
    }
    for (let scope: Scope | null = this; scope; scope = scope.outer) {
      const source = scope.sources.find(({ name }) => name === names.at(-2));
      if (source) return source.column === column ? { source, isOwn: scope === this } : null;
    }
    return null;
  }

  /** Takes from a condition what it says of companies. @param within the right side of a left join, whose rows alone it decides on */
  where(condition: readonly Node[], within: Source | null = null): void {
    for (const term of conjunctsOf(condition)) {
      const search = this.#searchOf(term);
      const at = term.findIndex((node) => isMark(node, "=") || isMark(node, "=="));
      const sides =
        search ?? (at < 0 ? null : this.#sidesOf(term.slice(0, at), term.slice(at + 1)));
      if (sides) this.#equalities.push({ sides, within });
    }
  }

  /**
   * Every value that binds a source to the company.
   * @returns null when a source is not bound, directly or by one that is
   */
  bindings(): Bound[] | null {
    const bindings: Bound[] = [];
    const bind = (operand: Operand, by: Operand, within: Source | null) => {
      if (!("source" in operand) || (within && operand.source !== within)) return;
      if ("place" in by) bindings.push(by);
      else if (
        holdsOf(by.source) !== holdsOf(operand.source) ||
        (by.isOwn && !this.#bound.has(by.source))
      )
        return;
      this.#bound.add(operand.source);
    };
    for (const _ of this.sources)
      for (const {
        sides: [left, right],
        within,
      } of this.#equalities) {
        bind(left, right, within);
        bind(right, left, within);
      }
    return this.sources.every((source) => source.column === null || this.#bound.has(source))
      ? bindings
      : null;
  }

  #sidesOf(left: readonly Node[], right: readonly Node[]): [Operand, Operand] | null {
    const [one, two] = [this.companyOf(left), this.companyOf(right)];
    if (one && two) return [one, two];
    const value = one ? right : left;
    const source = one ?? two;
    const [parameter] = value;
    if (!source || value.length !== 1 || parameter?.kind !== "parameter") return null;
    return [source, { place: parameter.place, as: holdsOf(source.source) }];
  }

  /** `search_index match ?`: the first of a source. FTS5 joins further ones to it by AND, so they only narrow it. */
  #searchOf(term: readonly Node[]): [Operand, Operand] | null {
    const [table, match, parameter] = term;
    if (term.length !== 3 || wordOf(match) !== "MATCH" || parameter?.kind !== "parameter")
      return null;
    const source = this.sources.find(
      ({ name, column }) => column === "company" && name === textOf(table),
    );
    if (!source || this.#searched.has(source)) return null;
    this.#searched.add(source);
    return [
      { source, isOwn: true },
      { place: parameter.place, as: "search" },
    ];
  }
}
