import { eq, type SQL, sql } from "drizzle-orm";
import { counters } from "#drizzle/tenant/index.ts";
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
  const names = [...new Set([...named.flatMap(({ names = [] }) => names.map(bare)), ...shown])];
  const looked = named.flatMap(({ key, look }) =>
    look ? [[`look:${key}`, sql`(${look(asker)})`] as const] : [],
  );
  // A column for each: a list of names would be read as well.
  const asked = [
    ...names.map(
      (name) =>
        [
          name,
          sql`(select ${counters.value} from ${counters} where ${db.ofOwner(counters, eq(counters.id, name))})`,
        ] as const,
    ),
    ...looked,
  ];
  const column = (at: number) => `counted_${at}`;
  const statement = db
    .select({
      none: sql<number>`1`.as("counted"),
      ...Object.fromEntries(
        asked.map(([, value], at) => [column(at), sql<number | null>`${value}`.as(column(at))]),
      ),
    } as { none: SQL.Aliased<number> } & Record<string, SQL.Aliased<number | null>>)
    .from(sql`(select 1)`);
  return {
    statement,
    of([row]: Record<string, number | null>[]) {
      const values = new Map(asked.map(([name], at) => [name, row?.[column(at)]]));
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
