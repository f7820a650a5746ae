import type { DueKind } from "#app/shared/due-standing.ts";
import type { Reader } from "../notify.ts";
import { sees } from "../shares.ts";
import type { Sweep } from "./sweeps.ts";

/** Planned services of a day that are told to the same people. */
export type Group = {
  kind: DueKind;
  userId: string | null;
  teamId: string | null;
  leaderId: string | null;
  departmentId: string | null;
  ids: readonly string[];
};

type Looking = Pick<Sweep, "what" | "ofLeader">;

/** Who is told of a group, of those who may see it. */
export function toldOf(
  group: Group,
  readers: readonly Reader[],
  { what, ofLeader }: Looking,
  day: string,
): Reader[] {
  const isAfterLeader = ofLeader && day > ofLeader.after && day <= ofLeader.until;
  const seeing = readers.filter((reader) => sees(reader, group.departmentId));
  if (what === "admin")
    return seeing.filter(({ id, isAdmin }) => isAdmin && !(isAfterLeader && id === group.leaderId));
  if (what === "leader") return seeing.filter(({ id }) => id === group.leaderId);
  return responsibleFor(group, seeing);
}

/** The person assigned, else the team, else those in charge of the Location. */
export function responsibleFor(
  { userId, teamId }: Pick<Group, "userId" | "teamId">,
  seeing: readonly Reader[],
): Reader[] {
  const assigned = seeing.filter(({ id }) => id === userId);
  if (assigned.length) return assigned;
  const team = seeing.filter(({ teams }) => teamId !== null && teams.includes(teamId));
  return team.length ? team : seeing.filter(({ isInCharge }) => isInCharge);
}
