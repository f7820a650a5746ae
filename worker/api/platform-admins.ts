import { adminDirectory } from "#drizzle/control/index.ts";
import type { AdminAct } from "../domain/platform/admin-effects.ts";
import {
  adminCommands,
  adminReasonInput,
  findAdmin,
  listAdmins,
  suspendAdminInput,
} from "../domain/platform/admins.ts";
import { inviteAdmin, inviteAdminInput } from "../domain/platform/invite-admin.ts";
import { data, page } from "./answers.ts";
import { type Call, platformCalls } from "./call.ts";
import { columnsShape, id, listQuery, oneOf, sampleId, text, truth } from "./shapes.ts";

const ofAdmins = platformCalls({
  tag: "Companies' Admins",
  needs: "manage-company",
  of: adminDirectory,
});
const admin = columnsShape(
  adminDirectory,
  "id companyId userId name email phone status lastLoginAt refusal",
  { company_name: text, is_owner: truth, is_last_active: truth },
);
const reason = { reason: "Asked for by the company" };
const acts: Record<
  AdminAct,
  {
    says: string;
    input?: typeof adminReasonInput | typeof suspendAdminInput;
    example?: Record<string, unknown>;
  }
> = {
  "send-link": { says: "Send the invitation again, or a link to choose a new password" },
  suspend: {
    says: "Suspend an Admin of a company, which keeps its last active one",
    input: suspendAdminInput,
    example: { ...reason, password: "Calibrate-2026-demo" },
  },
  reactivate: { says: "Take a suspended Admin back", input: adminReasonInput, example: reason },
  "new-factors": {
    says: "Allow the last active Admin of a company, who has lost their second factor, to set up another",
    input: suspendAdminInput,
    example: { ...reason, password: "Calibrate-2026-demo" },
  },
  "make-owner": {
    says: "Make an active Admin the owner of the company",
    input: adminReasonInput,
    example: reason,
  },
};

/** Calls of the platform's staff on the Admins of companies. What a company refuses stands at the Admin as `refusal`. */
export const adminCalls: Call[] = [
  ofAdmins({
    get: "/admins",
    says: "List: Admins of all companies",
    query: listQuery(["name"], {
      status: oneOf(...adminDirectory.status.enumValues),
      company: id,
    }),
    answer: page(admin),
    run: ({ session, query }) => listAdmins(session, query),
  }),
  ofAdmins({
    get: "/admins/:id",
    says: "Read: Admin of a company",
    answer: data(admin),
    run: ({ session, id: asked }) => findAdmin(session, asked),
  }),
  ofAdmins({
    post: "/admins",
    says: "Invite a further Admin of a company, who gets a link that lasts 72 hours",
    input: inviteAdminInput,
    example: {
      ...{ company_id: sampleId, name: "Asha Rao", email: "asha.rao@example.com" },
      ...reason,
    },
    status: 201,
    run: ({ session, visit, body }) => inviteAdmin(session, visit.env, body),
  }),
  ...(Object.keys(acts) as AdminAct[]).map((act) =>
    ofAdmins({
      post: `/admins/:id/${act}`,
      ...acts[act],
      run: ({ session, visit, id: asked, body }) =>
        adminCommands[act](session, visit.env, asked, body ?? {}),
    }),
  ),
];
