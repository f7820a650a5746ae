import { contentOf, type Draft, draftTyped } from "./editing.ts";

/** Sorts the fields of what is compared, trims its texts, and leaves out what says nothing. */
function plain(_: string, value: unknown): unknown {
  if (typeof value === "string") return value.trim() || undefined;
  if (value === null) return undefined;
  if (typeof value !== "object" || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
const meant = (draft: Draft) =>
  JSON.stringify(
    {
      ...{ methodReference: draft.methodReference, decisionRuleId: draft.decisionRuleId },
      ...{ effectiveOn: draft.effectiveOn, changeNote: draft.changeNote },
      content: contentOf(draft),
    },
    plain,
  );

/** Whether a draft says what its stored version says, however it is written. */
export const isSaved = (draft: Draft, version: Parameters<typeof draftTyped>[0]): boolean =>
  meant(draft) === meant(draftTyped(version));
