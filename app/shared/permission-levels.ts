import type { Channel, GrantState, Marks } from "./permission-matrix.ts";
import { splitPermission } from "./permission-matrix.ts";

/** What each level allows of a subject, as far as the subject has it. From less to more. */
const levelVerbs = {
  view: ["view"],
  read: ["view", "export"],
  add: ["view", "create"],
  edit: ["view", "create", "edit", "export"],
  full: [
    ...(["view", "create", "edit", "delete", "approve", "accept", "export"] as const),
    ...(["check", "issue", "void", "grant"] as const),
  ],
} as const satisfies Record<string, readonly string[]>;

export type Level = keyof typeof levelVerbs;
/** How a subject stands: at a level, without a mark, denied as a whole, or with marks of any other kind. */
export type RowLevel = Level | "none" | "deny" | "custom";

export const levelLabels: Record<RowLevel, string> = {
  none: "None",
  view: "View",
  read: "View and export",
  add: "View and add",
  edit: "Edit",
  full: "Full",
  deny: "Denied",
  custom: "One by one",
};

export const rowLevels = Object.keys(levelLabels) as RowLevel[];
const levels = Object.keys(levelVerbs) as Level[];
const allowedBy = (level: Level, permission: string) =>
  (levelVerbs[level] as readonly string[]).includes(splitPermission(permission).verb);

/** The mark of each permission of a subject at a level. */
export function levelMarks(
  level: Exclude<RowLevel, "custom">,
  permissions: readonly string[],
): Record<string, GrantState> {
  const mark = (permission: string): GrantState => {
    if (level === "none") return "inherit";
    if (level === "deny") return "deny";
    return allowedBy(level, permission) ? "allow" : "inherit";
  };
  return Object.fromEntries(permissions.map((permission) => [permission, mark(permission)]));
}

const isAt = (marks: Marks, permissions: readonly string[], level: Exclude<RowLevel, "custom">) => {
  const wanted = levelMarks(level, permissions);
  return permissions.every((permission) => (marks[permission] ?? "inherit") === wanted[permission]);
};

/** The levels that differ for a subject with these permissions, from less to more. */
export const levelsOf = (permissions: readonly string[]): Level[] =>
  levels.filter((level, at) => {
    const marks = levelMarks(level, permissions);
    return (
      !isAt(marks, permissions, "none") &&
      !levels.slice(0, at).some((less) => isAt(marks, permissions, less))
    );
  });

/** The level at which the marks of a subject are. */
export const levelAt = (marks: Marks, permissions: readonly string[]): RowLevel =>
  (["none", ...levelsOf(permissions), "deny"] as const).find((level) =>
    isAt(marks, permissions, level),
  ) ?? "custom";

type Row = {
  subject: string;
  cells: readonly { permission: string; held: Record<Channel, boolean> }[];
};

/** The marks that levels of subjects lead to on a channel, as far as the one who gives them holds the rights. */
export function givenMarks(
  rows: readonly Row[],
  gives: Readonly<Partial<Record<string, Level>>>,
  channel: Channel,
): Marks {
  const given = rows.flatMap(({ subject, cells }) => {
    const level = gives[subject];
    if (!level) return [];
    const held = cells.flatMap((cell) => (cell.held[channel] ? [cell.permission] : []));
    return Object.entries(levelMarks(level, held)).filter(([, state]) => state === "allow");
  });
  return Object.fromEntries(given);
}
