/** Words that columns of several tables share. */
export const criticalities = ["life_support", "high", "medium", "low"] as const;
export const depreciationMethods = ["none", "slm", "wdv"] as const;
export const conditions = ["working", "working_limited", "not_working"] as const;
/** Pictures a category may have, by their names in the icon set. */
export const categoryIcons = [
  "asset",
  "machine",
  "gauge",
  "drop",
  "stock",
  "wrench",
  "camera",
  "scan",
  "life",
  "bars",
  "wifi",
  "user",
] as const;
