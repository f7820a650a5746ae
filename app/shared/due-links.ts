/** The calendar's entry of one planned service. */
export const dueEntryPath = (occurrenceId: string) =>
  `/due-service-calendar?on=${encodeURIComponent(occurrenceId)}`;

/** The calendar's list of a day, of one kind. */
export const dueDayPath = (on: string, kind: string) =>
  `/due-service-calendar?view=agenda&from=${on}&to=${on}&kind=${kind}`;

/** The calendar's list of what waits for the person who opens it. */
export const ownDuesPath = "/due-service-calendar?view=agenda&person=me";
