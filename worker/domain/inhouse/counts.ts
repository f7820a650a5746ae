/** The counters that count in-house calibrations: each by its state, and all of them. */
export const inhouseCounters = ({ status }: { status: string }): string[] => [
  `inhouse.${status}`,
  "inhouse.total",
];
