import { users as table } from "#drizzle/tenant/index.ts";
import type { AnyResource } from "../entity/resource.ts";
import { personInput } from "./input.ts";
import { invitePerson } from "./invite.ts";
import { findPerson, listPeople, peopleChoices, peopleFilters } from "./list.ts";
import { withdrawInvitation } from "./states.ts";
import { updatePerson } from "./update.ts";

/** The five verbs of people, by hand: they are invited, not added, and leave instead of being deleted. */
export const users = {
  name: "user",
  label: "Person",
  permissions: {
    view: "view-user",
    create: "create-user",
    edit: "edit-user",
    delete: "delete-user",
  },
  table,
  input: personInput,
  filters: Object.fromEntries(peopleFilters.map((name) => [name, () => undefined])),
  list: listPeople,
  choices: peopleChoices,
  find: findPerson,
  create: invitePerson,
  update: updatePerson,
  remove: withdrawInvitation,
} as unknown as AnyResource;
