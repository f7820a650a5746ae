type Choice = { value: string; label: string };
const choices = (words: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

export const MOST_RANGES = 30;
export const MOST_POINTS = 200;
/** The longest text of all ranges that is read. */
export const LONGEST_RANGES = 1_500_000;

/** How the unbroken chain to a national standard goes. */
export const traceRoutes = {
  accredited_lab: "Accredited laboratory",
  national_institute: "National metrology institute",
  certified_material: "Certified reference material",
  in_house: "In-house",
  none: "Not traceable",
} as const;
export const routeChoices = choices(traceRoutes);

export const asFoundStates = {
  in_tolerance: "In tolerance",
  out_of_tolerance: "Out of tolerance",
  not_stated: "Not stated",
} as const;
export const asFoundChoices = choices(asFoundStates);

export const uncertaintyKinds = {
  abs: "Absolute",
  pct_reading: "% of reading",
  pct_plus_abs: "% of reading + absolute",
  table: "By the points",
  equation: "Equation",
} as const;
export const uncertaintyChoices = choices(uncertaintyKinds);

export const driftKinds = {
  none: "None",
  per_year_abs: "Absolute, a year",
  per_year_pct: "% of reading, a year",
  from_history: "From its history",
  spec_only: "Within its specification",
} as const;
export const driftChoices = choices(driftKinds);

export const correctionKinds = {
  none: "None",
  linear: "Between the points",
  equation: "Equation",
} as const;
export const correctionChoices = choices(correctionKinds);

/** A point as the form holds it. */
export type TypedPoint = {
  nominal: string;
  reference: string;
  indicated: string;
  correction: string;
  u: string;
  k: string;
  dof: string;
};
/** A range as the form holds it: every figure as it is typed. */
export type TypedRange = {
  parameter: string;
  unit: string;
  rangeLo: string;
  rangeHi: string;
  frequencyLo: string;
  frequencyHi: string;
  resolution: string;
  uKind: keyof typeof uncertaintyKinds;
  uAbs: string;
  uPct: string;
  uEquation: string;
  uK: string;
  uP: string;
  uDof: string;
  specAbs: string;
  specPct: string;
  driftKind: keyof typeof driftKinds;
  driftValue: string;
  correction: keyof typeof correctionKinds;
  correctionEquation: string;
  points: TypedPoint[];
};

export const emptyPoint: TypedPoint = {
  ...{ nominal: "", reference: "", indicated: "", correction: "", u: "", k: "2", dof: "" },
};
export const emptyRange: TypedRange = {
  ...{ parameter: "", unit: "", rangeLo: "", rangeHi: "", frequencyLo: "", frequencyHi: "" },
  ...{ resolution: "", uKind: "abs", uAbs: "", uPct: "", uEquation: "", uK: "2", uP: "" },
  ...{ uDof: "", specAbs: "", specPct: "", driftKind: "none", driftValue: "" },
  ...{ correction: "none", correctionEquation: "", points: [] },
};
