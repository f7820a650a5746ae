type Counted = { status: string };

/** The counters that count certificates: each by its state, and all of them. */
export const certificateCounters = ({ status }: Counted): string[] => [
  `certificates.${status}`,
  "certificates.total",
];

/** The counter of the certificates that were issued in the month of a day of the company. */
export const issuedInMonth = (day: string): string => `certificates.issued_in.${day.slice(0, 7)}`;
