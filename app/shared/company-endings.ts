/** What of companies comes to its end soon, by the word of the filter: which subscriptions, within how many days, and how that is called. */
export const companyEndings = {
  trial: { days: 14, of: ["trialing"], label: "Trial ends in 14 days" },
  period: { days: 30, of: ["active", "past_due"], label: "Paid period ends in 30 days" },
} as const;
export type CompanyEnding = keyof typeof companyEndings;
