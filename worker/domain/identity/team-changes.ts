import { and, eq, inArray, sql } from "drizzle-orm";
import { newId } from "#drizzle/columns.ts";
import { teamMembers, teams } from "#drizzle/tenant/index.ts";
import type { Realm } from "../../auth/realm.ts";
import type { Activity, Statement } from "../../db/db.ts";
import { among, living } from "../../db/predicates.ts";
import type { Provider } from "./provider.ts";

type Mapped = { groupName: string; teamId: string; teamName: string };
type Known = {
  isNew: boolean;
  mapped: readonly Mapped[];
  member: readonly { userId: string; teamId: string }[];
};

/** Somebody joins teams that are still there, as a statement; one they are in already is left as it is. */
export function joiningTeams(
  db: Realm["db"],
  cid: string,
  userId: string,
  teamIds: readonly string[],
): Statement {
  const at = sql`cast(${Date.now()} as integer)`;
  const wanted = JSON.stringify(teamIds.map((value) => ({ id: newId(), value })));
  return db.run(sql`insert into ${teamMembers} ("company_id", "id", "created_at", "updated_at", "version", "team_id", "user_id")
    select ${cid}, "wanted"."value" ->> 'id', ${at}, ${at}, 1, ${teams.id}, ${userId} from json_each(${wanted}) as "wanted"
    join ${teams} on ${db.ofOwner(teams, and(sql`${teams.id} = "wanted"."value" ->> 'value'`, living(teams)))}
    where true on conflict do nothing`);
}

/**
 * The teams of a person become those of their groups, as far as groups are mapped; other teams stay as they are.
 * @param groups null where the provider did not tell them: then nothing changes
 */
export function teamChanges(
  db: Realm["db"],
  { id: userId, name }: { id: string; name: string },
  provider: Provider,
  groups: readonly string[] | null,
  { isNew, mapped, member }: Known,
): { writes: Statement[]; entries: Activity[] } {
  const has = new Set(member.filter((one) => one.userId === userId).map(({ teamId }) => teamId));
  const names = new Map(mapped.map(({ teamId, teamName }) => [teamId, teamName]));
  const told = new Set(groups ?? []);
  const given = new Set(
    mapped.filter(({ groupName }) => told.has(groupName)).map(({ teamId }) => teamId),
  );
  const { newTeamId: first } = provider;
  const joined = [...given].filter((id) => !has.has(id));
  if (isNew && first && !given.has(first)) joined.push(first);
  const left = groups ? [...names.keys()].filter((id) => has.has(id) && !given.has(id)) : [];
  const { companyId } = provider;
  const entry = (id: string, from: string | null, to: string | null): Activity => ({
    ...{ action: "update.team", kind: "team", id, label: names.get(id) ?? "" },
    ...{ changes: [{ field: "members", from, to }], reason: `A group at ${provider.name}` },
  });
  return {
    writes: [
      ...(joined.length ? [joiningTeams(db, companyId, userId, joined)] : []),
      ...(left.length
        ? [
            db.removing(
              teamMembers,
              and(eq(teamMembers.userId, userId), inArray(teamMembers.teamId, among(left)))!,
            ),
          ]
        : []),
    ],
    entries: [
      ...joined.filter((id) => names.has(id)).map((id) => entry(id, null, name)),
      ...left.map((id) => entry(id, name, null)),
    ],
  };
}
