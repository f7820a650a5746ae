import { users as table } from "#drizzle/tenant/index.ts";
import { factsOf } from "../entity/definition.ts";
import type { AnyEntity } from "../entity/entity.ts";
import { personInput } from "./input.ts";
import { invitePerson, personReferences } from "./invite.ts";
import { findPerson, listPeople, peopleChoices, peopleFilters, peopleSorts } from "./list.ts";
import { withdrawInvitation } from "./states.ts";
import { updatePerson } from "./update.ts";

/** The five verbs of people, by hand: they are invited, not added, and leave instead of being deleted. */
export const users = {
  ...factsOf({
    table,
    noun: ["person", "people"],
    name: "user",
    subject: "user",
    input: personInput,
    list: { sorts: peopleSorts },
  }),
  references: personReferences,
  filters: Object.fromEntries(peopleFilters.map((name) => [name, () => undefined])),
  list: listPeople,
  choices: peopleChoices,
  find: findPerson,
  create: invitePerson,
  update: updatePerson,
  remove: withdrawInvitation,
} as unknown as AnyEntity;
