/** Words that columns of several tables share. */
export const criticalities = ["life_support", "high", "medium", "low"] as const;
export const depreciationMethods = ["none", "slm", "wdv"] as const;
export const conditions = ["working", "working_limited", "not_working"] as const;
