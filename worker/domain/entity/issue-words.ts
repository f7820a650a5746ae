import type { z } from "zod";

/** Stands for the name of a field in a message, until the message is told. */
export const LABEL = "{label}";

/** What a field's own messages begin with: its name, or what stands for it. */
export const named = (label?: string) => label ?? LABEL;

/** The words of a rule that has none of its own. */
export const issueWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case "too_big":
      return issue.origin === "string"
        ? `${LABEL} can have at most ${issue.maximum} characters`
        : isCounted(issue.origin)
          ? `${LABEL} can have at most ${issue.maximum} entries`
          : `${LABEL} must be at most ${issue.maximum}`;
    case "too_small":
      return issue.origin === "string"
        ? `${LABEL} must have at least ${issue.minimum} characters`
        : isCounted(issue.origin)
          ? `${LABEL} must have at least ${issue.minimum} entries`
          : `${LABEL} must be at least ${issue.minimum}`;
    case "invalid_type":
      return issue.input === undefined
        ? `${LABEL} is required`
        : `${LABEL} must be ${kindOf(issue.expected)}`;
    case "invalid_value":
      return `${LABEL} must be one of ${issue.values.join(", ")}`;
    default:
      return `${LABEL} is not valid`;
  }
};

const isCounted = (origin: string) => origin === "array" || origin === "set" || origin === "map";
const kinds: Record<string, string> = {
  number: "a number",
  int: "a whole number",
  boolean: "yes or no",
  array: "a list",
  string: "a text",
};
const kindOf = (expected: string) => kinds[expected] ?? `of the kind ${expected}`;

/** The message of a failed choice between empty and a value is that of the value. */
const ownMessage = (issue: z.core.$ZodIssue): string =>
  issue.code === "invalid_union" && issue.message === `${LABEL} is not valid`
    ? (issue.errors.at(-1)?.at(-1)?.message ?? issue.message)
    : issue.message;

/** "postalCode" and "categoryId" as people say them. */
const saidOf = (path: readonly PropertyKey[]) => {
  const key = path.findLast((part) => typeof part === "string") ?? "";
  const words = key
    .replace(/(Id|Minor|Json)$/, "")
    .replace(/[_.]+|(?<=[a-z])(?=[A-Z])/g, " ")
    .trim()
    .toLowerCase();
  return words ? words[0]!.toUpperCase() + words.slice(1) : "This";
};

/** What an issue says, with the name of its field. */
export const messageOf = (issue: z.core.$ZodIssue, label: string | undefined): string =>
  ownMessage(issue).replace(LABEL, () => label ?? saidOf(issue.path));
