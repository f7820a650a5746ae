/** Why a device is condemned, and how it leaves, as people read it. */
export const condemnWords = {
  beyond_economic_repair: "Beyond economic repair",
  obsolete: "Obsolete",
  unsafe: "Unsafe",
  surplus: "Surplus",
  lost: "Lost",
  other: "Other",
} as const;
export const disposalWords = {
  sale: "Sale",
  buyback: "Buyback",
  ewaste: "E-waste",
  donation: "Donation",
  scrap: "Scrap",
  returned: "Returned",
} as const;
