import { fetchAt } from "./fetch-at.ts";

/** The Worker that carries out statements: one request, however many there are. */
export const statementsWorker = `
const bound = (db, { sql, values }) => (values.length ? db.prepare(sql).bind(...values) : db.prepare(sql));
export default {
  async fetch(request, env) {
    const { binding, kind, statements } = await request.json();
    const db = env[binding];
    try {
      const answer = kind === "raw" ? await bound(db, statements[0]).raw() : await db.batch(statements.map((one) => bound(db, one)));
      return Response.json({ answer });
    } catch (error) {
      return Response.json({ error: error.message, cause: error.cause?.message });
    }
  },
};`;

export type Statement = { sql: string; values: unknown[] };
/** What one statement of a batch answers. */
export type Answered = D1Result<Record<string, unknown>>;
type Answer = { answer: unknown; error?: string; cause?: string };

/**
 * A local database as D1 shows it. Miniflare's own handle asks workerd at each prepare and bind; this one only when it runs.
 * @param url where the statements' Worker listens
 * @throws Error what D1 throws, with its cause
 */
export function databaseAt(url: URL, binding: string): D1Database {
  const ask = fetchAt(url);
  const send = async (kind: "batch" | "raw", statements: readonly Statement[]) => {
    const asked = await ask(url.href, {
      method: "POST",
      body: JSON.stringify({ binding, kind, statements }),
    });
    const { answer, error, cause } = (await asked.json()) as Answer;
    if (error !== undefined)
      throw new Error(error, cause === undefined ? {} : { cause: new Error(cause) });
    return answer;
  };
  return d1Over(
    (statements) => send("batch", statements) as Promise<Answered[]>,
    (statement) => send("raw", [statement]),
  );
}

/**
 * A database as D1 shows it, over whatever carries out batches.
 * @param raw answers one statement's rows as lists
 */
export function d1Over(
  send: (statements: readonly Statement[]) => Promise<Answered[]>,
  raw: (statement: Statement) => Promise<unknown> = async (statement) =>
    (await send([statement]))[0]!.results.map((row) => Object.values(row)),
): D1Database {
  const batch = async (statements: readonly Statement[]) => {
    if (!statements.length) throw new Error("D1_ERROR: No SQL statements detected.");
    return send(statements);
  };
  const one = async (statement: Statement) => (await batch([statement]))[0]!;
  const prepared = (sql: string, values: unknown[] = []) => {
    const statement = { sql, values };
    return {
      ...statement,
      bind: (...bound: unknown[]) => {
        const wrong = bound.find(
          (value) => value !== null && !["string", "number", "boolean"].includes(typeof value),
        );
        if (wrong !== undefined || bound.includes(undefined))
          throw new Error(`D1_TYPE_ERROR: ${String(wrong)} cannot be bound`);
        return prepared(sql, bound);
      },
      run: () => one(statement),
      all: () => one(statement),
      first: async (column?: string) => {
        const row = (await one(statement)).results[0] ?? null;
        return column && row ? row[column] : row;
      },
      raw: () => raw(statement),
    };
  };
  return {
    prepare: prepared,
    batch,
    exec: (sql: string) => one({ sql, values: [] }),
  } as unknown as D1Database;
}
