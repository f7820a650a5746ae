import { staff } from "#drizzle/control/index.ts";
import { newFactorsInput } from "../domain/people/new-factors.ts";
import {
  findStaff,
  inviteInput,
  listStaff,
  roleInput,
  type StaffCommand,
  staffCommands,
} from "../domain/platform/staff.ts";
import { data, page } from "./answers.ts";
import { type Call, platformCalls } from "./call.ts";
import { columnsShape, id, listQuery, oneOf, sampleId, text, truth, whole } from "./shapes.ts";

const ofStaff = platformCalls({ tag: "Staff", needs: "manage-user", of: staff });
const USERS = "/super-admin/users";
const staffStatus = oneOf("invited", "active", "suspended", "left");
const person = columnsShape(staff, "id name email status roleId lastLoginAt version", {
  role_name: text,
  is_system: truth,
  has_two_factors: whole,
});
const states: Record<Exclude<StaffCommand, "invite" | "role" | "new-factors">, string> = {
  suspend: "Suspend a person: signed out at once, nobody signs in as them",
  reactivate: "Take a suspended person back",
  "send-link": "Send the invitation again, or a link to choose a new password",
  "sign-out": "Sign a person out everywhere",
};
/** The platform's own people. */
export const platformStaffCalls: Call[] = [
  ofStaff({
    get: USERS,
    says: "List: Staff",
    query: listQuery(["name"], { status: staffStatus, role: id }),
    answer: page(person),
    run: ({ session, query }) => listStaff(session, query),
  }),
  ofStaff({
    get: `${USERS}/:id`,
    says: "Read: Staff",
    answer: data(person),
    run: ({ session, id }) => findStaff(session, id),
  }),
  ofStaff({
    post: USERS,
    says: "Invite somebody to the platform's staff",
    input: inviteInput,
    example: { name: "Asha Rao", email: "asha.rao@example.com", role_id: sampleId },
    status: 201,
    run: ({ session, body }) => staffCommands.invite(session, "", body),
  }),
  ofStaff({
    post: `${USERS}/:id/new-factors`,
    says: "Allow a person who has lost their second factor to set up another",
    input: newFactorsInput,
    example: { password: "Calibrate-2026-demo" },
    run: ({ session, id, body }) => staffCommands["new-factors"](session, id, body),
  }),
  ofStaff({
    post: `${USERS}/:id/role`,
    says: "Give a person another role",
    input: roleInput,
    example: { role_id: sampleId },
    run: ({ session, id, body }) => staffCommands.role(session, id, body),
  }),
  ...(Object.keys(states) as (keyof typeof states)[]).map((command) =>
    ofStaff({
      post: `${USERS}/:id/${command}`,
      says: states[command],
      run: ({ session, id }) => staffCommands[command](session, id),
    }),
  ),
];
