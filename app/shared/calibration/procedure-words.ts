/** What the words of a procedure's content are called. */
export const settingWords = {
  set_duc_read_std: "Device is set, standard is read",
  set_std_read_duc: "Standard is set, device is read",
} as const;

export const sequenceWords = {
  single: "Each point once",
  up: "Rising",
  down: "Falling",
  up_down: "Rising and falling",
  up_down_up: "Rising, falling, rising",
} as const;

export const checkGroups = {
  visual: "Looks",
  function: "Function",
  alarm: "Alarms",
  electrical: "Electrical safety",
} as const;

export const distributionWords = {
  type_a_readings: "Readings (s/√n)",
  type_a_pooled: "Pooled readings",
  normal_k: "Normal, U and k",
  normal_p: "Normal, U and p",
  normal_std: "Normal, standard",
  rectangular: "Rectangular, ±a",
  triangular: "Triangular, ±a",
  u_shaped: "U-shaped, ±a",
  trapezoidal: "Trapezoidal, ±a",
  resolution: "Resolution, step",
  asymmetric: "Uneven, +a/-b",
  constant: "Constant",
} as const;
export type DistributionWord = keyof typeof distributionWords;

/** What a value is divided by: told, never typed. */
export const divisorWords: Readonly<Record<DistributionWord, string>> = {
  type_a_readings: "√n",
  type_a_pooled: "√n",
  normal_k: "k",
  normal_p: "k of p",
  normal_std: "1",
  rectangular: "√3",
  triangular: "√6",
  u_shaped: "√2",
  trapezoidal: "√(6/(1 + β²))",
  resolution: "√12",
  asymmetric: "√12",
  constant: "–",
};

/** Sources of uncertainty, with how each is usually evaluated. */
export const sourceWords = {
  repeatability: "Repeatability",
  std_certificate: "Certificate of the standard",
  std_drift: "Drift of the standard",
  std_resolution: "Resolution of the standard",
  duc_resolution: "Resolution of the device",
  std_spec: "Specification of the standard",
  temperature: "Temperature",
  hysteresis: "Hysteresis",
  zero: "Zero",
  interpolation: "Interpolation",
  loading: "Loading",
  operator: "Operator",
  setting: "Setting",
  constant: "Constant",
  custom: "Other",
} as const;

export const coverageText = (
  coverage: { mode: "p"; p: string } | { mode: "k"; k: string },
): string => (coverage.mode === "p" ? `p = ${coverage.p}` : `k = ${coverage.k}`);

export const roundingWords = {
  ea5: "half up, but never more than 5 % less",
  nearest: "half up",
  up: "always up",
} as const;
