import { companyEndings } from "#app/shared/company-endings.ts";
import { accessGrants, closingKinds } from "#drizzle/control/index.ts";
import { platformResources } from "../domain/index.ts";
import { hostInput } from "../domain/platform/change-host.ts";
import { companies, reasoned } from "../domain/platform/companies.ts";
import { enterCompany, enterInput } from "../domain/platform/entering.ts";
import { listInside, revokeGrant } from "../domain/platform/inside.ts";
import { readRoleGrants, roleGrantsInput, saveRoleGrants } from "../domain/platform/roles.ts";
import { askInput, confirmInput, withdrawInput } from "../domain/platform/staff-closing.ts";
import { data, done, page } from "./answers.ts";
import { type Call, platformCalls } from "./call.ts";
import { adminCalls } from "./platform-admins.ts";
import { contentCalls } from "./platform-content.ts";
import { platformRecordCalls } from "./platform-records.ts";
import { platformStaffCalls } from "./platform-staff.ts";
import { filter, resourceCalls, state } from "./resource-calls.ts";
import {
  columnsShape,
  day,
  id,
  instant,
  list,
  listQuery,
  object,
  oneOf,
  orNull,
  rowShape,
  sampleId,
  text,
  truth,
  whole,
} from "./shapes.ts";

const types = platformResources["machine-types"]!;
const checklists = platformResources["pm-checklists"]!;
const roles = platformResources.roles!;

const catalogue = [
  ...resourceCalls("machine-types", types, "platform", {
    list: {
      sorts: ["name"],
      filters: { state },
      row: columnsShape(types.table, "id name isActive archivedAt version", {
        checklists: whole,
      }),
    },
  }),
  ...resourceCalls("pm-checklists", checklists, "platform", {
    list: {
      sorts: ["machineName"],
      filters: { type: filter, state },
      row: columnsShape(checklists.table, "id machineName revision isActive archivedAt", {
        machine_type: text,
        checks: whole,
      }),
    },
  }),
];

const ofRoles = platformCalls({ tag: roles.label, needs: "manage-role", of: roles.table });
const roleCalls = [
  ...resourceCalls("roles", roles, "platform"),
  ofRoles({
    get: "/roles/:id/grants",
    says: "A role's rights, and why the caller may not change them where they may not",
    answer: data(object({ version: whole, permissions: list(text), locked: orNull(text) })),
    run: ({ session, id }) => readRoleGrants(session, id),
  }),
  ofRoles({
    put: "/roles/:id/grants",
    says: "Set the whole of a role's rights. Only rights the caller holds change",
    input: roleGrantsInput,
    example: { permissions: ["manage-help"] },
    run: ({ session, id, body }) => saveRoleGrants(session, id, body),
  }),
];

const { table } = companies;
const ofCompanies = platformCalls({ tag: "Company", needs: "manage-company", of: table });
const status = oneOf(...table.status.enumValues);
const used = "country planId shardId assetCount userCount storageBytes lastActiveAt";
const suspensions = {
  suspend: "Suspend a company: its people only read",
  reactivate: "End a suspension",
} as const;
const closings = {
  close:
    "Ask to close a company: nothing happens until another of the staff confirms it within 24 hours",
  reopen: "Ask to open a closed company again, within 90 days: another of the staff confirms it",
} as const;
const companyCalls = [
  ofCompanies({
    get: "/companies",
    says: "List: Company",
    query: listQuery(["name", "created"], {
      status,
      ends: {
        ...oneOf(...Object.keys(companyEndings)),
        description: "Trials that end in 14 days, or subscriptions that end in 30",
      },
      waiting: oneOf("any", ...closingKinds),
      plan: { ...id, description: "The plan of its subscription" },
      country: { ...text, maxLength: 2, description: "Two letters, as ISO 3166 has them" },
      shard: { ...text, description: "Where its data lives" },
    }),
    answer: page(
      columnsShape(table, `id name serviceType status suspendedReason createdAt closedAt ${used}`, {
        host: orNull(text),
        plan: orNull(text),
        shard: text,
        ends_on: orNull(day),
        most_assets: orNull(whole),
        most_users: orNull(whole),
        most_storage_mb: orNull(whole),
        purge_on: orNull(day),
        request_id: orNull(id),
        request_kind: orNull(oneOf(...closingKinds)),
        request_reason: orNull(text),
        asked_by: orNull(id),
        asked_by_name: orNull(text),
        lapses_at: orNull(instant),
      }),
    ),
    run: ({ session, query }) => companies.list(session, query),
  }),
  ofCompanies({
    get: "/companies/:id",
    says: "Read: Company",
    answer: data(rowShape(table)),
    run: ({ session, id }) => companies.find(session, id),
  }),
  ofCompanies({
    post: "/companies",
    says: "Add a company with its first Admin, who gets an invitation by mail",
    input: companies.input,
    example: {
      name: "Hill Hospital",
      slug: "hill",
      kind: "hospital",
      country: "IN",
      service_type: 2,
      phone: "+91 80 5550 0199",
      email: "office@hill.example",
      admin_name: "Ira Hill",
      admin_email: "ira@hill.example",
    },
    status: 201,
    answer: done(object({ id, host: text })),
    run: ({ session, visit, body }) => companies.create(session, visit.env, body),
  }),
  ofCompanies({
    post: "/companies/:id/host",
    says: "Give a company another host: the one it had is kept for it, and leads to the new one",
    input: hostInput,
    example: { hostname: "north.localhost", reason: "Asked for by the company" },
    run: ({ session, visit, id, body }) => companies.changeHost(session, visit.env, id, body),
  }),
  ...(["suspend", "reactivate"] as const).map((verb) =>
    ofCompanies({
      post: `/companies/:id/${verb}`,
      says: suspensions[verb],
      input: reasoned,
      example: { reason: "Asked for by the company" },
      run: ({ session, id, body }) => companies[verb](session, id, body),
    }),
  ),
  ofCompanies({
    post: "/companies/:id/enter",
    says: "Enter a company for some hours, to read or also to write. Its own log says who, and why",
    input: enterInput,
    example: { reason: "Asked for by the company", hours: 1 },
    status: 200,
    run: ({ session, visit, id, body }) => enterCompany(session, visit.env, id, body),
  }),
];

const ofGrants = platformCalls({
  tag: "Inside companies",
  needs: "manage-company",
  of: accessGrants,
});
const grantCalls = [
  ofGrants({
    get: "/super-admin/access-grants",
    says: "Who of the staff is inside which company, and until when",
    query: listQuery(["until"], {}),
    answer: page(
      columnsShape(accessGrants, "id staffId companyId reason isWrite startsAt endsAt", {
        staff_name: text,
        company_name: text,
        is_own: truth,
      }),
    ),
    run: ({ session, query }) => listInside(session, query),
  }),
  ofGrants({
    post: "/super-admin/access-grants/:id/revoke",
    says: "End somebody's being inside a company, at once",
    run: ({ session, id }) => revokeGrant(session, id),
  }),
];

/** What two of the staff do together; the request is the one that the list shows. */
const closingCalls = [
  ...(["close", "reopen"] as const).map((verb) =>
    ofCompanies({
      post: `/companies/:id/${verb}`,
      says: closings[verb],
      input: askInput,
      example: { reason: "Asked for by the company", password: "…" },
      run: ({ session, id, body }) => companies[verb](session, id, body),
    }),
  ),
  ofCompanies({
    post: "/companies/:id/confirm",
    says: "Confirm what another of the staff has asked for: the company is closed, or open again",
    input: confirmInput,
    example: { request_id: sampleId, password: "…" },
    run: ({ session, id, body }) => companies.confirm(session, id, body),
  }),
  ofCompanies({
    post: "/companies/:id/withdraw",
    says: "Take back what was asked for and is not confirmed",
    input: withdrawInput,
    example: { request_id: sampleId },
    run: ({ session, id, body }) => companies.withdraw(session, id, body),
  }),
];

/** Calls of the platform's staff, on the apex host. */
export const staffHostCalls: Call[] = [
  ...catalogue,
  ...roleCalls,
  ...platformStaffCalls,
  ...companyCalls,
  ...grantCalls,
  ...adminCalls,
  ...closingCalls,
  ...platformRecordCalls,
  ...contentCalls,
];
