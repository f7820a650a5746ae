/** What the expressions of a budget may name at a point, with what it stands for. */
export const pointNames = {
  ind: "the mean indication of the device",
  ref: "the mean reading of the standard, corrected",
  nominal: "the nominal value of the point",
  "duc.resolution": "the resolution of the device",
  "duc.lo": "the beginning of the device's range",
  "duc.hi": "the end of the device's range",
  "range.u": "U of the standard at the point, from its certificate",
  "range.k": "the coverage factor of that U",
  "range.u_abs": "the part of U that is absolute",
  "range.u_pct": "the part of U in per cent of the value",
  "range.drift": "the drift of the standard since its calibration",
  "range.resolution": "the resolution of the standard",
  "range.spec_abs": "the specification of the standard, absolute",
  "range.spec_pct": "the specification of the standard in per cent of the value",
} as const;
export type PointName = keyof typeof pointNames;

/** The longer words of the engine for what is read. */
const readings = { indication: "ind", reference: "ref" } as const;

/** Every name that a value may use. @param hasNominal points without a nominal value have none to name */
export const namesAt = (hasNominal: boolean): string[] => [
  ...Object.keys(pointNames).filter((name) => hasNominal || name !== "nominal"),
  ...Object.keys(readings),
];

/** The names of which the values come from the standard and the device, not from readings. */
export const knownNames = (Object.keys(pointNames) as PointName[]).filter((name) =>
  name.includes("."),
);

/** Whether a component has the symbol of one before it. */
export const repeatsSymbol = (components: readonly { symbol: string }[], at: number): boolean => {
  const { symbol } = components[at]!;
  return symbol !== "" && components.findIndex((one) => one.symbol === symbol) < at;
};
