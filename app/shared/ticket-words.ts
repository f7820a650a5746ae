import { choicesOf } from "./choices-of.ts";
/** What a ticket is about, and how urgent it is, as people choose them. */
export const ticketCategoryWords = {
  bug: "Something does not work",
  billing: "Plan and billing",
  how_to: "How to do something",
  feature: "Wish for a feature",
  data: "Data",
  other: "Something else",
} as const;
export const ticketPriorityWords = {
  low: "Low",
  normal: "Normal",
  high: "High",
  urgent: "Urgent",
} as const;

export const ticketCategories = choicesOf(ticketCategoryWords);
export const ticketPriorities = choicesOf(ticketPriorityWords);

/** Tickets of a tab are counted no further. */
export const MOST_TICKETS_COUNTED = 100;

/** Endings of the files a message may have, without a dot; how many, and how large each is. */
export const ticketFiles = {
  endings: ["jpg", "jpeg", "png", "webp", "pdf", "txt", "csv", "xlsx"],
  most: 5,
  bytes: 10 * 1024 * 1024,
} as const;
