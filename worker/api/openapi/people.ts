import { resources } from "../../domain/index.ts";
import { teamGrantsInput, userGrantsInput } from "../../domain/people/grant-input.ts";
import { manyInput } from "../../domain/people/input.ts";
import { leaveInput } from "../../domain/people/leave.ts";
import { addressInput } from "../../domain/people/links.ts";
import { answer, type Described, madeOrChanged } from "./call.ts";
import {
  id,
  inputShape,
  instant,
  list,
  object,
  oneOf,
  orNull,
  text,
  truth,
  whole,
} from "./shapes.ts";

const person = { tag: resources.users!.label, host: "company" } as const;
const team = { tag: resources.teams!.label, host: "company" } as const;
const mark = oneOf("inherit", "allow", "deny");
const command = (word: string, summary: string, more: Partial<Described> = {}): Described => ({
  ...person,
  method: "POST",
  path: `/users/:id/${word}`,
  summary,
  needs: "edit-user",
  body: object({}),
  example: {},
  answer: madeOrChanged,
  refusals: [409],
  ...more,
});

export const peopleDescriptions = (): Described[] => [
  {
    ...person,
    method: "POST",
    path: "/users/invite",
    summary: "Invite many people at once; each line of `people` is answered for itself",
    needs: "create-user",
    body: inputShape(manyInput),
    example: { people: "Asha Rao <asha@example.com>\nravi@example.com", service_type: 2 },
    status: 201,
    answer: answer(
      object({
        results: list(object({ line: text, email: text, id: orNull(id), problem: orNull(text) })),
        invited: whole,
      }),
    ),
    refusals: [409],
  },
  command("suspend", "Suspend a person: nobody signs in as them"),
  command("reactivate", "Take a suspended person, or one who left, back. Admin only"),
  command("leave", "Mark a person as left; what they answered for goes to whom is named", {
    body: inputShape(leaveInput),
    example: { reason: "Moved away" },
  }),
  command("send-link", "Send the invitation again, or a link to choose a new password"),
  command("email", "Ask for another address; it counts once it is confirmed there", {
    body: inputShape(addressInput),
    example: { new_email: "asha.rao@example.com" },
  }),
  command("sign-out", "Sign a person out: in one session, or everywhere", {
    body: object({}, { session_id: text }),
  }),
  {
    ...person,
    method: "GET",
    path: "/users/:id/sessions",
    summary: "Where a person is signed in",
    needs: "view-user",
    answer: answer(
      list(
        object({ id, device: text, ip: orNull(text), created_at: instant, last_seen_at: instant }),
      ),
    ),
  },
  {
    ...person,
    method: "GET",
    path: "/users/:id/grants",
    summary: "A person's own grants, their Locations, and what comes of all with the reason",
    needs: "view-user",
    answer: answer(
      object({
        version: whole,
        grants: list(object({ permission: text, web: mark, app: mark })),
        departments: list(id),
        effective: list(
          object({ permission: text, web: truth, web_reason: text, app: truth, app_reason: text }),
        ),
      }),
    ),
  },
  {
    ...person,
    method: "PUT",
    path: "/users/:id/grants",
    summary:
      "Set the whole of a person's own grants; what is not named inherits. Only rights the caller holds change",
    needs: "edit-user",
    body: inputShape(userGrantsInput),
    example: { grants: [{ permission: "view-asset", web: "allow", app: "inherit" }] },
    answer: madeOrChanged,
    refusals: [409],
  },
  {
    ...team,
    method: "GET",
    path: "/teams/:id/grants",
    summary: "A team's grants",
    needs: "view-user",
    answer: answer(
      object({
        version: whole,
        grants: list(object({ permission: text, web: truth, app: truth })),
      }),
    ),
  },
  {
    ...team,
    method: "PUT",
    path: "/teams/:id/grants",
    summary: "Set the whole of a team's grants. Only rights the caller holds change",
    needs: "edit-user",
    body: inputShape(teamGrantsInput),
    example: { grants: [{ permission: "view-asset", web: true, app: false }] },
    answer: madeOrChanged,
    refusals: [409],
  },
];
