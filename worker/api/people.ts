import { checked } from "../domain/entity/fields.ts";
import { resources } from "../domain/index.ts";
import { shownColumns } from "../domain/people/columns.ts";
import { teamGrantsInput, userGrantsInput } from "../domain/people/grant-input.ts";
import { manyInput, personUpdate } from "../domain/people/input.ts";
import { inviteMany } from "../domain/people/invite.ts";
import { leaveInput, leavePerson } from "../domain/people/leave.ts";
import { addressInput, changePersonAddress, sendPersonLink } from "../domain/people/links.ts";
import { peopleSorts } from "../domain/people/list.ts";
import { allowNewFactors, newFactorsInput } from "../domain/people/new-factors.ts";
import { personSessions, signOutInput, signOutPerson } from "../domain/people/sessions.ts";
import { reactivatePerson, suspendPerson } from "../domain/people/states.ts";
import { readTeamGrants, saveTeamGrants } from "../domain/people/team-grants.ts";
import { readUserGrants, saveUserGrants } from "../domain/people/user-grants.ts";
import { data, done } from "./answers.ts";
import { type Call, companyCalls } from "./call.ts";
import { filter, resourceCalls } from "./resource-calls.ts";
import {
  columnsShape,
  id,
  instant,
  list,
  object,
  oneOf,
  orNull,
  rowShape,
  text,
  truth,
  whole,
} from "./shapes.ts";

const users = resources.users!;
const teams = resources.teams!;
const ofUsers = companyCalls({ tag: users.label, needs: "edit-user", of: users.table });
const ofTeams = companyCalls({ tag: teams.label, needs: "edit-user", of: teams.table });
const mark = oneOf("inherit", "allow", "deny");
const choice = object({ value: id, label: text });
const person = columnsShape(users.table, shownColumns, {
  department_name: orNull(text),
  teams: list(text),
});

const verbs = [
  ...resourceCalls("users", users, "company", {
    list: {
      sorts: Object.keys(peopleSorts),
      filters: {
        type: oneOf("admin", "user"),
        status: oneOf(...users.table.status.enumValues),
        team: filter,
        department: filter,
      },
      row: person,
    },
    record: person,
    change: personUpdate,
  }),
  ...resourceCalls("teams", teams, "company", {
    onlyAtFirst: ["preset"],
    record: rowShape(teams.table, {
      leader: orNull(choice),
      members: list(choice),
      locations: list(choice),
      categories: list(choice),
    }),
  }),
];

const states = [
  ofUsers({
    post: "/users/:id/suspend",
    says: "Suspend a person: nobody signs in as them",
    run: ({ session, id }) => suspendPerson(session, id),
  }),
  ofUsers({
    post: "/users/:id/reactivate",
    isAdminOnly: true,
    says: "Take a suspended person, or one who left, back. Admin only",
    run: ({ session, id }) => reactivatePerson(session, id),
  }),
  ofUsers({
    post: "/users/:id/leave",
    says: "Mark a person as left; what they answered for goes to whom is named",
    input: leaveInput,
    example: { reason: "Moved away" },
    run: ({ session, id, body }) => leavePerson(session, id, body),
  }),
  ofUsers({
    post: "/users/:id/send-link",
    says: "Send the invitation again, or a link to choose a new password",
    run: ({ session, id }) => sendPersonLink(session, id),
  }),
  ofUsers({
    post: "/users/:id/email",
    says: "Ask for another address; it counts once it is confirmed there",
    input: addressInput,
    example: { new_email: "asha.rao@example.com", password: "Calibrate-2026-demo" },
    run: ({ session, id, body }) => changePersonAddress(session, id, body),
  }),
  ofUsers({
    post: "/users/:id/new-factors",
    isAdminOnly: true,
    says: "Allow a person who has lost their second factor to set up another. Admin only",
    input: newFactorsInput,
    example: { password: "Calibrate-2026-demo" },
    run: ({ session, id, body }) => allowNewFactors(session, id, body),
  }),
  ofUsers({
    post: "/users/:id/sign-out",
    says: "Sign a person out: in one session, or everywhere",
    input: signOutInput,
    run: ({ session, id, body }) =>
      signOutPerson(session, id, checked(signOutInput, body).sessionId),
  }),
];

const grants = [
  ofUsers({
    get: "/users/:id/grants",
    needs: "view-user",
    says: "A person's own grants, their Locations, and what comes of all with the reason",
    answer: data(
      object({
        version: whole,
        grants: list(object({ permission: text, web: mark, app: mark })),
        departments: list(id),
        effective: list(
          object({ permission: text, web: truth, web_reason: text, app: truth, app_reason: text }),
        ),
      }),
    ),
    run: ({ session, id }) => readUserGrants(session, id),
  }),
  ofUsers({
    put: "/users/:id/grants",
    says: "Set the whole of a person's own grants; what is not named inherits. Only rights the caller holds change",
    input: userGrantsInput,
    example: { grants: [{ permission: "view-asset", web: "allow", app: "inherit" }] },
    run: ({ session, id, body }) => saveUserGrants(session, id, body),
  }),
  ofTeams({
    get: "/teams/:id/grants",
    needs: "view-user",
    says: "A team's grants",
    answer: data(
      object({
        version: whole,
        grants: list(object({ permission: text, web: truth, app: truth })),
      }),
    ),
    run: ({ session, id }) => readTeamGrants(session, id),
  }),
  ofTeams({
    put: "/teams/:id/grants",
    says: "Set the whole of a team's grants. Only rights the caller holds change",
    input: teamGrantsInput,
    example: { grants: [{ permission: "view-asset", web: true, app: false }] },
    run: ({ session, id, body }) => saveTeamGrants(session, id, body),
  }),
];

/** Calls of people and teams. */
export const peopleCalls: Call[] = [
  ...verbs,
  ofUsers({
    post: "/users/invite",
    needs: "create-user",
    says: "Invite many people at once; each line of `people` is answered for itself",
    input: manyInput,
    example: { people: "Asha Rao <asha@example.com>\nravi@example.com", service_type: 2 },
    status: 201,
    answer: done(
      object({
        results: list(object({ line: text, email: text, id: orNull(id), problem: orNull(text) })),
        invited: whole,
      }),
    ),
    run: ({ session, body }) => inviteMany(session, body),
  }),
  ofUsers({
    get: "/users/:id/sessions",
    needs: "view-user",
    says: "Where a person is signed in",
    answer: data(
      list(
        object({ id, device: text, ip: orNull(text), created_at: instant, last_seen_at: instant }),
      ),
    ),
    run: ({ session, id }) => personSessions(session, id),
  }),
  ...states,
  ...grants,
];
