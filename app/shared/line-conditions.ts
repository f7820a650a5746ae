/** How a thing looks when it leaves, arrives or comes back. */
export const lineConditionWords = { good: "Good", fair: "Fair", damaged: "Damaged" } as const;
export type LineCondition = keyof typeof lineConditionWords;

export const lineConditions = Object.keys(lineConditionWords) as [LineCondition];
export const lineConditionChoices = lineConditions.map((value) => ({
  value,
  label: lineConditionWords[value],
}));

/** The word of a stored condition; empty without one. */
export const lineConditionText = (condition: string | null) =>
  condition === null ? "" : (lineConditionWords[condition as LineCondition] ?? condition);
