/** Units by their plural, of which people say one otherwise. */
const singles: Readonly<Record<string, string>> = {
  pcs: "pc",
  boxes: "box",
  sets: "set",
  packs: "pack",
  pairs: "pair",
  rolls: "roll",
  bottles: "bottle",
};

/** How much of a unit: "1 pc", "3 pcs". */
export const quantityText = (quantity: number, unit: string): string =>
  `${quantity} ${quantity === 1 ? (singles[unit.toLowerCase()] ?? unit) : unit}`;
