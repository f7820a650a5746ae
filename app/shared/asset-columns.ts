/** The columns of the list of devices that are shown until others are chosen. */
export const usualAssetColumns: readonly string[] = [
  ...["code", "name", "category", "location", "condition", "due", "cover", "cost"],
];
