const MOST_CHECKS = 100;
export const LONGEST_CHECK = 200;
export const BLANK_CHECK = "Please fill in the name for the last row before adding a new one";

/** The rows of a list of checks: an array, its JSON, or a text with one check a line whose last lines may be empty. */
export function checkNames(value: unknown): string[] {
  if (Array.isArray(value)) return value.map((name) => String(name ?? "").trim());
  const text = String(value ?? "");
  if (text.startsWith("[")) {
    try {
      return checkNames(JSON.parse(text) as unknown);
    } catch {
      // A check may begin with a bracket.
    }
  }
  const ended = text.trimEnd();
  return ended ? ended.split(/\r?\n/).map((line) => line.trim()) : [];
}

/** What is wrong with a list of checks, and in which row; null when nothing is. */
export function checkNamesProblem(
  names: readonly string[],
): { at: number; message: string } | null {
  if (names.length === 0) return { at: 0, message: "Add at least one check" };
  if (names.length > MOST_CHECKS)
    return { at: MOST_CHECKS, message: `A checklist can have at most ${MOST_CHECKS} checks` };
  const seen = new Set<string>();
  for (const [at, name] of names.entries()) {
    const same = name.trim().toLowerCase();
    if (!same) return { at, message: BLANK_CHECK };
    if (name.length > LONGEST_CHECK)
      return { at, message: `A check can have at most ${LONGEST_CHECK} characters` };
    if (seen.has(same)) return { at, message: `“${name}” is in the list twice` };
    seen.add(same);
  }
  return null;
}
