import type { StageName } from "./escalations.ts";

/** What a stage says of a call: the subject of its notice and letter, and the line of the call's own history. */
export const stageWords: Record<
  StageName,
  { title: (number: string, by: string) => string; note: (by: string) => string }
> = {
  unacknowledged: {
    title: (number) => `${number} is not acknowledged`,
    note: () => "Not acknowledged for half of the time to respond",
  },
  respond_soon: {
    title: (number, by) => `${number} is to be answered by ${by}`,
    note: (by) => `To be answered by ${by}`,
  },
  respond_late: {
    title: (number, by) => `${number} was to be answered by ${by}`,
    note: (by) => `Not answered by ${by}`,
  },
  unassigned: {
    title: (number) => `${number} is not assigned to anybody`,
    note: () => "Not assigned to anybody",
  },
  resolve_soon: {
    title: (number, by) => `${number} is to be resolved by ${by}`,
    note: (by) => `To be resolved by ${by}`,
  },
  resolve_late: {
    title: (number, by) => `${number} was to be resolved by ${by}`,
    note: (by) => `Not resolved by ${by}`,
  },
};

/** Who is told of a call. */
type People = { person: string | null; leader: string | null; admins: readonly string[] };

/**
 * Who is told of a stage: of what comes near who has the call, of what nobody has begun the leader of its team, and of a broken promise
 * all of them and the Admins. Where there is nobody of these, the Admins.
 */
export function toldOf(stage: StageName, { person, leader, admins }: People): readonly string[] {
  const own = [person, leader].flatMap((id) => id ?? []);
  if (stage.endsWith("_late")) return [...own, ...admins];
  const first = stage.endsWith("_soon") ? own : [leader].flatMap((id) => id ?? []);
  return first.length ? first : admins;
}
