/** What is used of what is allowed, both written with their unit; null where nothing is limited. */
export const usedText = (used: string, most: string | null) =>
  most === null ? `${used}, no limit` : `${used} of ${most}`;
