import { and, inArray, isNull } from "drizzle-orm";
import { categories, departments, users } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Session } from "../../session.ts";
import { type Team, teamOf, teamQueries } from "./teams.ts";

const MOST = 1000;
const offered = (db: ReadingDb, table: typeof categories | typeof departments) =>
  db
    .select({ value: table.id, label: table.name })
    .from(table)
    .where(db.mine(table, and(isNull(table.archivedAt), isNull(table.deletedAt))))
    .orderBy(table.name)
    .limit(MOST);

/** The form of a team, and the team it opens. One round trip. @throws Response 404 */
export async function teamPage(session: Session, id: string | null) {
  const db = session.authorize(id ? "edit-user" : "create-user");
  const [people, locations, kinds, ...rest] = await db.read(
    db
      .select({ value: users.id, label: users.name, status: users.status })
      .from(users)
      .where(db.mine(users, inArray(users.status, ["active", "invited"])))
      .orderBy(users.name)
      .limit(MOST),
    offered(db, departments),
    offered(db, categories),
    ...teamQueries(db, id ?? ""),
  );
  const team: Team | null = id ? teamOf(rest) : null;
  return {
    team,
    choices: {
      people: people.map(({ value, label, status }) => ({ value, label, ...(status === "invited" ? { hint: "invited" } : {}) })),
      locations: kept(locations, team?.locations),
      categories: kept(kinds, team?.categories),
    },
  };
}
export type TeamPage = Awaited<ReturnType<typeof teamPage>>;

type Named = { value: string; label: string };
/** What is chosen stays on offer, archived or not. */
const kept = (offered: Named[], chosen: readonly Named[] = []) => [
  ...chosen.filter(({ value }) => !offered.some((one) => one.value === value)),
  ...offered,
];
