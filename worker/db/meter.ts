/** Counts what a request asks of D1. Only test and bench runs use it; it costs a proxy on each statement. */
export type Meter = { trips: number; read: number; written: number };

export const newMeter = (): Meter => ({ trips: 0, read: 0, written: 0 });

type Wrapped = { inner: D1PreparedStatement; sql: string; values: unknown[] };
const wrapped = new WeakMap<object, Wrapped>();

/** Every statement this isolate has sent, by the database it was for: what the query law explains. */
const sent = { control: new Set<string>(), tenant: new Set<string>() };
/** What was last sent together: the bench sends it again one by one. */
let together: Pick<Wrapped, "sql" | "values">[] = [];
/** Rows all requests have read, those of a download after its headers among them. */
let read = 0;
export const statementsSent = () => ({
  control: [...sent.control],
  tenant: [...sent.tenant],
  read,
  together,
});

export function metered(d1: D1Database, meter: Meter, database: keyof typeof sent): D1Database {
  const count = (sql: string[], metas: { rows_read?: number; rows_written?: number }[]) => {
    meter.trips += 1;
    for (const statement of sql) sent[database].add(statement);
    for (const meta of metas) {
      meter.read += meta.rows_read ?? 0;
      read += meta.rows_read ?? 0;
      meter.written += meta.rows_written ?? 0;
    }
  };
  const counted = async <R>(running: Promise<D1Result<R>>, sql: string) => {
    const result = await running;
    count([sql], [result.meta]);
    return result;
  };
  const wrap = (
    inner: D1PreparedStatement,
    sql: string,
    bound: unknown[] = [],
  ): D1PreparedStatement => {
    const outer = {
      bind: (...values: unknown[]) => wrap(inner.bind(...values), sql, values),
      all: () => counted(inner.all(), sql),
      run: () => counted(inner.run(), sql),
      first: async (column?: string) => {
        const { results } = await counted(inner.all<Record<string, unknown>>(), sql);
        const row = results[0] ?? null;
        return column && row ? row[column] : row;
      },
      raw: async (options?: { columnNames?: false }) => {
        const rows = await inner.raw(options);
        const meta = /^\s*(select|with)\b/i.test(sql) ? (await inner.all()).meta : {};
        count([sql], [meta]);
        return rows;
      },
    } as unknown as D1PreparedStatement;
    wrapped.set(outer, { inner, sql, values: bound });
    return outer;
  };
  return {
    prepare: (sql: string) => wrap(d1.prepare(sql), sql),
    batch: async (statements: D1PreparedStatement[]) => {
      const inner = statements.map((s) => wrapped.get(s) ?? { inner: s, sql: "", values: [] });
      together = inner.map(({ sql, values }) => ({ sql, values }));
      let results: D1Result[] = [];
      try {
        results = await d1.batch(inner.map((s) => s.inner));
        return results;
      } finally {
        count(
          inner.map((s) => s.sql),
          results.map((r) => r.meta),
        );
      }
    },
    exec: d1.exec.bind(d1),
  } as unknown as D1Database;
}
