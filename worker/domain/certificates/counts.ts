type Counted = { status: string };

/** The counters that count certificates: each by its state, and all of them. */
export const certificateCounters = ({ status }: Counted): string[] => [
  `certificates.${status}`,
  "certificates.total",
];
