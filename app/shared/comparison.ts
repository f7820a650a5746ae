import type { As } from "./figure-text.ts";

type Metric = { label: string; as: As; better?: "high" | "low" };

/** What devices are compared by, in the order of the table. */
export const metrics = {
  price: { label: "Purchase cost", as: "money" },
  age: { label: "Age", as: "years" },
  book: { label: "Book value", as: "money" },
  risk: { label: "Risk score", as: "count" },
  calls: { label: "Service calls", as: "count", better: "low" },
  failures: { label: "Failures a year", as: "rate", better: "low" },
  mtbf: { label: "MTBF", as: "days", better: "high" },
  mttr: { label: "MTTR", as: "hours", better: "low" },
  down: { label: "Downtime", as: "hours", better: "low" },
  planned: { label: "Planned downtime", as: "hours" },
  uptime: { label: "Uptime", as: "percent", better: "high" },
  compliance: { label: "PM on time", as: "percent", better: "high" },
  calibration: { label: "Failed calibrations", as: "count", better: "low" },
  parts: { label: "Cost of parts", as: "money", better: "low" },
  labour: { label: "Cost of labour", as: "money", better: "low" },
  contract: { label: "Cost of contracts", as: "money", better: "low" },
  cost: { label: "Cost of service", as: "money", better: "low" },
  ratio: { label: "Cost of service a year, of price", as: "percent", better: "low" },
  cover: { label: "Cover", as: "text" },
  life: { label: "Remaining life", as: "years", better: "high" },
  fields: { label: "Fields of the category", as: "text" },
} as const satisfies Record<string, Metric>;

export type MetricKey = keyof typeof metrics;
export const metricKeys = Object.keys(metrics) as [MetricKey, ...MetricKey[]];
export const metricOf = (key: MetricKey): Metric => metrics[key];

export const FEWEST = 2;
export const MOST = 5;
export const CHOOSE = `Choose ${FEWEST} to ${MOST} assets`;
