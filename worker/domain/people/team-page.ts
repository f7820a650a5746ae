import { and, inArray, isNull } from "drizzle-orm";
import type { Choice } from "#app/shared/list.ts";
import { categories, departments, users } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Session } from "../../session.ts";
import { serviceTypesOf } from "./matrix.ts";
import { presetsToGive } from "./presets.ts";
import { type Team, teamOf, teamQueries } from "./teams.ts";

const MOST = 1000;
const offered = (db: ReadingDb, table: typeof categories | typeof departments) =>
  db
    .select({ value: table.id, label: table.name })
    .from(table)
    .where(db.ofOwner(table, and(isNull(table.archivedAt), isNull(table.deletedAt))))
    .orderBy(table.name)
    .limit(MOST + 1);

/** The form of a team, and the team it opens. One round trip. @throws Response 404 */
export async function teamPage(session: Session, id: string | null) {
  const db = session.authorize(id ? "edit-user" : "create-user");
  const [people, locations, kinds, ...rest] = await db.read(
    db
      .select({ value: users.id, label: users.name, status: users.status })
      .from(users)
      .where(db.ofOwner(users, inArray(users.status, ["active", "invited"])))
      .orderBy(users.name)
      .limit(MOST + 1),
    offered(db, departments),
    offered(db, categories),
    ...teamQueries(db, id ?? ""),
  );
  const team: Team | null = id ? teamOf(rest) : null;
  const named = people.map(({ value, label, status }) => ({
    value,
    label,
    ...(status === "invited" ? { hint: "invited" } : {}),
  }));
  return {
    team,
    presets: team ? [] : presetsToGive(session, serviceTypesOf(session)),
    choices: {
      people: offer(named, team?.members),
      leaders: offer(
        named.filter(({ hint }) => hint === undefined),
        team?.leader ? [team.leader] : [],
      ).options,
      locations: offer(locations, team?.locations),
      categories: offer(kinds, team?.categories),
    },
  };
}
export type TeamPage = Awaited<ReturnType<typeof teamPage>>;

/** What is chosen stays on offer, archived or beyond the first; `isPart` where there are more than are offered. */
function offer(
  found: Choice[],
  chosen: readonly Choice[] = [],
): { options: Choice[]; isPart: boolean } {
  const offered = found.slice(0, MOST);
  const kept = new Map(chosen.map((choice) => [choice.value, choice]));
  for (const { value } of offered) kept.delete(value);
  return { options: [...kept.values(), ...offered], isPart: found.length > MOST };
}
