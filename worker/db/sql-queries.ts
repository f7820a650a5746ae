import { Cursor } from "./sql-cursor.ts";
import { type Bound, Scope, type Source, splitAt } from "./sql-scope.ts";
import { isMark, isQuery, type Node, Unreadable, unreadable, wordOf } from "./sql-tokens.ts";

/** A table's own name, in small letters, to the column that holds the company. */
export type Owned = ReadonlyMap<string, Source["column"]>;
/** Names of common table expressions in sight. */
export type Names = ReadonlySet<string>;

/** A table or what stands for one that no clause of its query binds to the company. */
export class Unbound extends Error {}

const joinWords = new Set(["JOIN", "LEFT", "INNER", "CROSS", "NATURAL", "RIGHT", "FULL"]);
const afterSource = new Set([...joinWords, "ON", "USING", "INDEXED", "NOT", "WHERE", "SET"]);
/** Words that begin a clause: in an expression they belong into parentheses of their own. */
const clauseWords = new Set(
  "SELECT FROM JOIN UNION EXCEPT INTERSECT INTO SET VALUES RETURNING ON USING HAVING LIMIT WITH WINDOW NATURAL ALTER ATTACH CREATE DROP INSERT UPDATE DELETE".split(
    " ",
  ),
);
const selectClauses = ["SELECT", "FROM", "WHERE", "GROUP", "HAVING", "ORDER", "LIMIT"] as const;
const compounds = new Set(["UNION", "INTERSECT", "EXCEPT"]);
const functions = new Set(["json_each", "json_tree"]);

/** The columns of one SELECT of a query, and what it selects from. */
type QueryPart = { columns: Node[][]; scope: Scope };

/** Reads queries: every table they name is bound to the company by a clause of its own query. */
export class QueryReader {
  readonly found: Bound[] = [];
  readonly reads = new Set<string>();

  protected readonly owned: Owned;

  constructor(owned: Owned) {
    this.owned = owned;
  }

  /** `with name [(columns)] as [[not] materialized] (query), …`; its names may hide no table. */
  with(cursor: Cursor, outer: Scope | null, around: Names): Names {
    if (!cursor.pass("WITH")) return around;
    cursor.pass("RECURSIVE");
    const names = new Set(around);
    const bodies: Node[] = [];
    do {
      const name = cursor.name();
      if (this.owned.has(name) || /^(sqlite_|search_index)/.test(name))
        unreadable(`${name}, which hides a table`);
      names.add(name);
      if (cursor.next?.kind === "group") cursor.take();
      cursor.expect("AS");
      if (cursor.pass("NOT")) cursor.expect("MATERIALIZED");
      else cursor.pass("MATERIALIZED");
      bodies.push(cursor.take());
    } while (cursor.mark(","));
    for (const body of bodies) {
      if (body.kind !== "group" || !isQuery(body))
        throw new Unreadable("a common table expression");
      this.query(body.inside, outer, names);
    }
    return names;
  }

  /** Reads a query with all its parts. @returns the columns of each part, with its scope */
  query(nodes: readonly Node[], outer: Scope | null, around: Names): QueryPart[] {
    const cursor = new Cursor(nodes);
    const names = this.with(cursor, outer, around);
    const parts: QueryPart[] = [];
    do {
      cursor.pass("ALL");
      parts.push(
        this.part(
          cursor.until((node) => compounds.has(wordOf(node))),
          outer,
          names,
        ),
      );
    } while (!cursor.isAtEnd && cursor.take());
    return parts;
  }

  part(nodes: readonly Node[], outer: Scope | null, names: Names) {
    const scope = new Scope(outer);
    const cursor = new Cursor(nodes);
    if (cursor.pass("VALUES")) {
      this.expression(cursor.end(), scope, names);
      return { columns: [], scope };
    }
    const clauses = new Map<string, Node[]>();
    for (const word of selectClauses)
      if (cursor.pass(word))
        clauses.set(
          word,
          cursor.until((node) => (selectClauses as readonly string[]).includes(wordOf(node))),
        );
    if (!cursor.isAtEnd) unreadable("the order of its clauses");
    const select = new Cursor(clauses.get("SELECT") ?? unreadable("a query without SELECT"));
    if (!select.pass("DISTINCT")) select.pass("ALL");
    const columns = splitAt(select.end(), "comma");
    this.from(new Cursor(clauses.get("FROM") ?? []), scope, names);
    scope.where(clauses.get("WHERE") ?? []);
    for (const [word, clause] of clauses)
      if (word !== "FROM")
        this.expression(word === "SELECT" ? columns.flat() : clause, scope, names);
    this.bind(scope);
    return { columns, scope };
  }

  from(cursor: Cursor, scope: Scope, names: Names): void {
    const [later, conditions]: [Node[], (readonly [Node[], Source | null])[]] = [[], []];
    for (let isLeft = false; !cursor.isAtEnd; ) {
      const source = this.source(cursor, scope, names, later);
      if (cursor.pass("ON")) {
        const condition = cursor.until((node) => isMark(node, ",") || joinWords.has(wordOf(node)));
        conditions.push([condition, isLeft ? source : null]);
        later.push(...condition);
      }
      if (cursor.isAtEnd) break;
      isLeft = cursor.pass("LEFT");
      if (isLeft) cursor.pass("OUTER");
      else if (cursor.mark(",")) continue;
      else if (!cursor.pass("INNER")) cursor.pass("CROSS");
      cursor.expect("JOIN");
    }
    // A name may stand for a source further right, so that conditions are read when all are known.
    for (const [condition, within] of conditions) scope.where(condition, within);
    this.expression(later, scope, names);
  }

  /** A table, a subquery or a function with its alias. Tables in parentheses are not read. */
  source(cursor: Cursor, scope: Scope, names: Names, later: Node[]): Source {
    const first = cursor.next;
    if (first?.kind === "group") {
      if (!isQuery(first)) return unreadable("parentheses in FROM");
      cursor.take();
      const isOwn = this.query(first.inside, scope.outer, names).every(isWholeRows);
      const name = this.alias(cursor) ?? ` ${scope.sources.length}`;
      return scope.add({ name, column: isOwn ? "company_id" : null, isDerived: true }, isOwn);
    }
    const { name, isQualified } = this.table(cursor);
    const given = cursor.next;
    const isFunction = given?.kind === "group" && !isQualified && functions.has(name);
    if (isFunction) later.push(cursor.take());
    const column = isFunction ? null : this.owned.get(name);
    const isDerived = !isFunction && !isQualified && names.has(name);
    if (column === undefined && !isDerived) unreadable(`the table ${name}`);
    if (!isFunction && !isDerived) this.reads.add(name);
    const alias = this.alias(cursor) ?? name;
    this.indexed(cursor);
    return scope.add({ name: alias, column: isDerived ? null : (column ?? null), isDerived });
  }

  table(cursor: Cursor): { name: string; isQualified: boolean } {
    const name = cursor.name();
    if (!cursor.mark(".")) return { name, isQualified: false };
    if (name !== "main") unreadable(`the schema ${name}`);
    return { name: cursor.name(), isQualified: true };
  }

  alias(cursor: Cursor): string | null {
    const { next } = cursor;
    const isGiven =
      cursor.pass("AS") ||
      next?.kind === "name" ||
      next?.kind === "text" ||
      (next?.kind === "word" && !afterSource.has(wordOf(next)));
    return isGiven ? cursor.name() : null;
  }

  indexed(cursor: Cursor): void {
    if (cursor.pass("INDEXED", "BY")) cursor.name();
    else cursor.pass("NOT", "INDEXED");
  }

  /** Looks for queries among the parts of an expression. */
  expression(nodes: readonly Node[], scope: Scope, names: Names): void {
    for (const [at, node] of nodes.entries()) {
      if (node.kind === "group")
        if (isQuery(node)) this.query(node.inside, scope, names);
        else this.expression(node.inside, scope, names);
      const word = wordOf(node);
      if (clauseWords.has(word)) unreadable(`${word} in an expression`);
      if (word === "IN" && nodes[at + 1]?.kind !== "group") unreadable("a table after IN");
    }
  }

  bind(scope: Scope): void {
    this.found.push(...(scope.bindings() ?? unbound()));
  }
}

/** Whether a part of a query answers whole rows of one table, which the part itself must bind: their company is the same. */
const isWholeRows = ({ columns: [column, ...others], scope }: QueryPart): boolean =>
  !others.length &&
  column?.length === 1 &&
  isMark(column[0], "*") &&
  scope.sources.length === 1 &&
  scope.sources[0]!.column === "company_id";

const unbound = (): never => {
  throw new Unbound("reads or changes rows of no company");
};
