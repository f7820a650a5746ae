import { Cursor, columnNames } from "./sql-cursor.ts";
import { type Names, type Owned, QueryReader, Unbound } from "./sql-queries.ts";
import { type Bound, holdsOf, Scope, type Source, splitAt } from "./sql-scope.ts";
import { isMark, type Node, treeOf, Unreadable, unreadable, wordOf } from "./sql-tokens.ts";

const atWord =
  (...words: string[]) =>
  (node: Node) =>
    words.includes(wordOf(node));
const isConflict = (node: Node, after: Node | undefined) =>
  wordOf(node) === "ON" && wordOf(after) === "CONFLICT";

/** Reads statements: what they write is the company's, too. */
class StatementReader extends QueryReader {
  readonly writes = new Set<string>();

  statement(nodes: readonly Node[]): void {
    const cursor = new Cursor(nodes);
    const names = this.with(cursor, null, new Set());
    const verb = wordOf(cursor.next);
    if (verb === "SELECT" || verb === "VALUES") this.query(cursor.end(), null, names);
    else if (cursor.pass("INSERT", "INTO")) this.insert(cursor, names);
    else if (cursor.pass("UPDATE")) this.update(cursor, names);
    else if (cursor.pass("DELETE", "FROM")) this.delete(cursor, names);
    else unreadable("this kind of statement");
    if (!cursor.isAtEnd) unreadable("what follows");
  }

  /** The table a statement writes to, in a scope of its own. */
  target(cursor: Cursor, isBound: boolean): { source: Source; scope: Scope } {
    const { name } = this.table(cursor);
    const column = this.owned.get(name);
    if (column === undefined) return unreadable(`the table ${name}`);
    this.writes.add(name);
    const scope = new Scope(null);
    const source = scope.add(
      { name: this.alias(cursor) ?? name, column, isDerived: false },
      isBound,
    );
    this.indexed(cursor);
    return { source, scope };
  }

  delete(cursor: Cursor, names: Names): void {
    const { scope } = this.target(cursor, false);
    this.rest(cursor, scope, names);
    this.bind(scope);
  }

  update(cursor: Cursor, names: Names): void {
    const { source, scope } = this.target(cursor, false);
    cursor.expect("SET");
    const assigned = cursor.until(atWord("FROM", "WHERE", "RETURNING"));
    this.assignments(assigned, source);
    if (cursor.pass("FROM"))
      this.from(new Cursor(cursor.until(atWord("WHERE", "RETURNING"))), scope, names);
    this.expression(assigned, scope, names);
    this.rest(cursor, scope, names);
    this.bind(scope);
  }

  /** `[where …] [returning …]` */
  rest(cursor: Cursor, scope: Scope, names: Names): void {
    if (cursor.pass("WHERE")) {
      const condition = cursor.until(atWord("RETURNING"));
      scope.where(condition);
      this.expression(condition, scope, names);
    }
    if (cursor.pass("RETURNING")) this.expression(cursor.end(), scope, names);
  }

  /** A row never goes to another company. */
  assignments(nodes: readonly Node[], { column }: Source): void {
    for (const assignment of splitAt(nodes, "comma")) {
      const [set] = assignment;
      const columns =
        set?.kind === "group" ? columnNames(set.inside) : columnNames(assignment.slice(0, 1));
      if (!isMark(assignment[1], "=")) unreadable("what is set");
      if (columns.includes(column!)) throw new Unbound("sets the company");
    }
  }

  /** Each row that is inserted is the company's by a value of its own. */
  insert(cursor: Cursor, names: Names): void {
    const { source, scope } = this.target(cursor, true);
    const list = cursor.take();
    const columns =
      list.kind === "group" ? columnNames(list.inside) : unreadable("an insert without columns");
    const { column } = source;
    const ofNone = column === null;
    const place = ofNone ? -1 : columns.indexOf(column);
    if (!ofNone && (place < 0 || columns.lastIndexOf(column) !== place))
      throw new Unbound("inserts without the company");
    const body = cursor.until(
      (node, after) => isConflict(node, after) || wordOf(node) === "RETURNING",
    );
    const first = wordOf(body[0]);
    if (first === "VALUES") {
      for (const [row, ...more] of splitAt(body.slice(1), "comma")) {
        if (row?.kind !== "group" || more.length)
          throw new Unreadable("the rows that are inserted");
        if (!ofNone) this.value(splitAt(row.inside, "comma"), place, source, null);
      }
      this.expression(body.slice(1), new Scope(null), names);
    } else if (first === "SELECT" || first === "WITH")
      for (const part of this.query(body, null, names)) {
        if (!ofNone) this.value(part.columns, place, source, part.scope);
      }
    else unreadable("what is inserted");
    this.conflict(cursor, source, scope, names);
    this.rest(cursor, scope, names);
  }

  /** The value in the company's place is a bound one, or the company of a source that is bound itself. */
  value(values: readonly Node[][], place: number, { column }: Source, scope: Scope | null): void {
    const [node, ...more] = values[place] ?? [];
    const isSpread = values.slice(0, place).some((value) => isMark(value.at(-1), "*"));
    if (isSpread || !node) throw new Unbound("inserts without the company");
    if (node.kind === "parameter" && (!more.length || wordOf(more[0]) === "AS"))
      this.found.push({ place: node.place, as: holdsOf({ column }) });
    else if (scope?.companyOf([node, ...more])?.source.column !== column)
      throw new Unbound("inserts another company");
  }

  /** A conflict clause names the key, whose first column is the company: the row it changes is the company's own. */
  conflict(cursor: Cursor, source: Source, scope: Scope, names: Names): void {
    if (!cursor.pass("ON", "CONFLICT") || cursor.pass("DO", "NOTHING")) return;
    const key = cursor.take();
    const isOwnKey =
      source.column === null ||
      (key.kind === "group" && columnNames(key.inside)[0] === source.column);
    if (!isOwnKey) throw new Unbound("resolves another company's conflict");
    if (cursor.pass("WHERE")) this.expression(cursor.until(atWord("DO")), scope, names);
    cursor.expect("DO");
    if (cursor.pass("NOTHING")) return;
    cursor.expect("UPDATE", "SET");
    scope.add({ name: "excluded", column: source.column, isDerived: false }, true);
    const assigned = cursor.until(atWord("WHERE", "RETURNING"));
    this.assignments(assigned, source);
    this.expression(assigned, scope, names);
  }
}

/** What a statement does: every value by which it is bound to the company, and the tables it reads and writes. */
export type Statement = {
  bound: readonly Bound[];
  reads: ReadonlySet<string>;
  writes: ReadonlySet<string>;
};

/**
 * Reads a statement as SQLite does.
 * @throws Unbound when a table it names, wherever and however, is not bound to the company, Unreadable for what SQLite may take otherwise
 */
export function readStatement(sql: string, owned: Owned): Statement {
  const reader = new StatementReader(owned);
  reader.statement(treeOf(sql));
  const bound = reader.found.filter(
    ({ place, as }, at, all) => all.findIndex((one) => one.place === place && one.as === as) === at,
  );
  return { bound, reads: reader.reads, writes: reader.writes };
}
