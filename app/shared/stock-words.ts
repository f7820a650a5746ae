/** What people call a movement of stock, by its kind. */
export const movementWords = {
  opening: "Opening",
  receipt: "Received",
  return_service: "Back from service",
  adjust_plus: "Adjusted, more",
  transfer_in: "Transferred in",
  issue: "Issued",
  issue_service: "Used in service",
  adjust_minus: "Adjusted, less",
  transfer_out: "Transferred out",
  scrap: "Scrapped",
  return_vendor: "Back to vendor",
} as const;

/** What people call a kind of stock item. */
export const stockKindWords = {
  spare: "Spare",
  consumable: "Consumable",
  accessory: "Accessory",
  tool: "Tool",
} as const;
