/** One channel of a person's own grant; "inherit" follows their teams. */
export type GrantState = "inherit" | "allow" | "deny";
export const grantStates: readonly GrantState[] = ["inherit", "allow", "deny"];
export type Channel = "web" | "app";
export const channels: readonly Channel[] = ["web", "app"];

/** What decides a permission of one person on one channel. */
type Grounds = {
  isAdmin: boolean;
  /** The service type of the person has it not. */
  isExcluded: boolean;
  own: GrantState;
  /** Names of the person's teams that grant it. */
  teams: readonly string[];
};
export type Effective = { granted: boolean; reason: string };

/** Whether a permission holds and why: the person's kind first, then the own grant, then the teams'. */
export function effectiveOf({ isAdmin, isExcluded, own, teams }: Grounds): Effective {
  if (isExcluded) return { granted: false, reason: "not in this service type" };
  if (isAdmin) return { granted: true, reason: "Admin" };
  if (own !== "inherit") return { granted: own === "allow", reason: `own ${own}` };
  const [team, ...more] = teams;
  if (team === undefined) return { granted: false, reason: "not granted" };
  return {
    granted: true,
    reason: more.length ? `team ${team} and ${more.length} more` : `team ${team}`,
  };
}

/** "edit-asset-transfer" is verb "edit" of subject "asset-transfer". */
export function splitPermission(permission: string): { verb: string; subject: string } {
  const at = permission.indexOf("-");
  return { verb: permission.slice(0, at), subject: permission.slice(at + 1) };
}

/** What a matrix holds, by permission. Of a team and of a role "allow" is on and "inherit" is off. */
export type Marks = Readonly<Record<string, GrantState>>;

/**
 * Sets one mark. Every other verb is of use with "view" only, so that allowing one allows to view, and taking "view" away takes the others.
 * @param within the permissions that may be set at all
 */
export function marked(
  marks: Marks,
  permission: string,
  state: GrantState,
  within: ReadonlySet<string>,
): Marks {
  const { verb, subject } = splitPermission(permission);
  const view = `view-${subject}`;
  const next: Record<string, GrantState> = { ...marks, [permission]: state };
  if (verb !== "view" && state === "allow" && within.has(view) && next[view] !== "allow")
    next[view] = "allow";
  if (verb === "view" && state !== "allow")
    for (const other of within)
      if (other !== view && splitPermission(other).subject === subject && next[other] === "allow")
        next[other] = state;
  return next;
}

export type MarkChange = { permission: string; from: GrantState; to: GrantState };

/** What differs between two states of a matrix, in the order of `permissions`. */
export const markChanges = (
  before: Marks,
  after: Marks,
  permissions: Iterable<string>,
): MarkChange[] =>
  [...permissions].flatMap((permission) => {
    const from = before[permission] ?? "inherit";
    const to = after[permission] ?? "inherit";
    return from === to ? [] : [{ permission, from, to }];
  });
