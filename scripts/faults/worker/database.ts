import { pause, striking } from "./rules.ts";

const LOST = "Network connection lost.";
type Inner = { inner: D1PreparedStatement; sql: string };

/** A D1 database in front of which faults strike: what reaches it is carried out by D1 itself. */
export function faultyDatabase(d1: D1Database, database: "control" | "tenant"): D1Database {
  const inners = new WeakMap<object, Inner>();
  async function through<R>(sql: string[], work: () => Promise<R>): Promise<R> {
    const fault = striking(
      "d1",
      (one) =>
        (one.database ?? database) === database &&
        sql.some((text) => new RegExp(one.holding ?? "", "i").test(text)),
    );
    if (!fault) return work();
    const says = fault.says ?? LOST;
    const error = () => new Error(`D1_ERROR: ${says}`, { cause: new Error(says) });
    if (fault.how === "refused") throw error();
    if (fault.how === "slow") await pause(fault.ms ?? 0);
    const answer = await work();
    if (fault.how === "late") await pause(fault.ms ?? 0);
    if (fault.how === "lost") throw error();
    return answer;
  }
  const wrapped = (inner: D1PreparedStatement, sql: string): D1PreparedStatement => {
    const outer = {
      bind: (...values: unknown[]) => wrapped(inner.bind(...values), sql),
      all: () => through([sql], () => inner.all()),
      run: () => through([sql], () => inner.run()),
      first: (column?: string) =>
        through([sql], () => (column === undefined ? inner.first() : inner.first(column))),
      raw: (options?: { columnNames?: false }) => through([sql], () => inner.raw(options)),
    } as unknown as D1PreparedStatement;
    inners.set(outer, { inner, sql });
    return outer;
  };
  return {
    prepare: (sql: string) => wrapped(d1.prepare(sql), sql),
    batch: (statements: D1PreparedStatement[]) => {
      const sent = statements.map((one) => inners.get(one)!);
      return through(
        sent.map(({ sql }) => sql),
        () => d1.batch(sent.map(({ inner }) => inner)),
      );
    },
    exec: (sql: string) => through([sql], () => d1.exec(sql)),
  } as unknown as D1Database;
}
