/** What people read for the stored words of a device, in the order they are offered. */
export const criticalityWords = {
  life_support: "Life support",
  high: "High",
  medium: "Medium",
  low: "Low",
} as const;
export const conditionWords = {
  working: "Working",
  working_limited: "Working, limited",
  not_working: "Not working",
} as const;
export const ownershipWords = {
  owned: "Owned",
  leased: "Leased",
  rental: "Rental",
  demo: "Demo",
  donated: "Donated",
  placement: "Placement",
} as const;
export const coverWords: Record<string, string> = {
  warranty: "Warranty",
  amc: "AMC",
  cmc: "CMC",
  rental: "Rental",
};
