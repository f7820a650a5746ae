import { issue, pay, receive } from "./works/others.ts";
import { create, edit, pm } from "./works/reports.ts";
import type { Work } from "./works/work.ts";

/** The pieces of work that are done while something fails. */
export const works = {
  create: {
    name: "A report with a part and a photo is saved",
    begin: create("api"),
  },
  page: {
    ...{ name: "The same by its page, without scripts", begin: create("page") },
  },
  edit: { name: "A report gets other words and another photo", begin: edit },
  receive: { name: "A delivery is received into a store", begin: receive },
  issue: { name: "A certificate is issued", begin: issue },
  pay: { name: "A gateway tells that an order is paid", begin: pay },
  pm: { name: "A planned PM with a photo is done", begin: pm },
} as const satisfies Record<string, Work>;
export type WorkName = keyof typeof works;
