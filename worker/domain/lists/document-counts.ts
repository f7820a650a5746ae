import { sql } from "drizzle-orm";
import { counted } from "../entity/counters.ts";
import type { Asker, Documents } from "./documents.ts";

/** How many documents each tab holds, by their counters; a limited person is told of none. */
export function tabCounts({ tabs, figures }: Pick<Documents, "tabs" | "figures">, asker: Asker) {
  const { db } = asker;
  const named = Object.entries(tabs).map(([key, { label, counters, look }]) => ({
    ...{ key, label, look },
    names: db.scope ? undefined : counters?.(asker),
  }));
  const shown = db.scope ? [] : (figures?.() ?? []);
  const bare = (name: string) => name.replace(/^-/, "");
  const names = [...named.flatMap(({ names = [] }) => names.map(bare)), ...shown];
  const looked = named.flatMap(({ key, look }) => (look ? [{ key, sql: look(asker) }] : []));
  const statement = looked.reduce(
    (sofar, { key, sql: count }) =>
      sofar.unionAll(
        db
          .select({
            name: sql<string>`${`look:${key}`}`.as("counted_name"),
            value: sql<number>`(${count})`.as("counted"),
          })
          .from(sql`(select 1)`),
      ) as unknown as typeof sofar,
    counted(db, ...new Set(names)),
  );
  return {
    statement,
    of(rows: { name: string; value: number }[]) {
      const values = new Map(rows.map(({ name, value }) => [name, value]));
      const known = (name: string) => values.get(name) ?? 0;
      const countBy = (name: string) => (name === bare(name) ? 1 : -1) * known(bare(name));
      const countOf = ({ key, names, look }: (typeof named)[number]) =>
        names
          ? names.reduce((sum, name) => sum + countBy(name), 0)
          : look
            ? (values.get(`look:${key}`) ?? null)
            : null;
      return {
        tabs: named.map((tab) => ({ key: tab.key, label: tab.label, count: countOf(tab) })),
        figures: db.scope ? null : Object.fromEntries(shown.map((name) => [name, known(name)])),
      };
    },
  };
}
