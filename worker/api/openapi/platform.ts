import { companies, reasoned } from "../../domain/platform/companies.ts";
import { roleGrantsInput, roles } from "../../domain/platform/roles.ts";
import { inviteInput, roleInput } from "../../domain/platform/staff.ts";
import { answer, type Described, listQuery, madeOrChanged, page } from "./call.ts";
import {
  id,
  inputShape,
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

const own = { tag: "Company", host: "platform", needs: "manage-company" } as const;
const row = () =>
  object({
    id,
    name: text,
    host: orNull(text),
    service_type: whole,
    status: oneOf(...companies.table.status.enumValues),
    suspended_reason: orNull(text),
    shard: text,
    created_at: instant,
  });
const withReason = (verb: "suspend" | "reactivate", summary: string): Described => ({
  ...own,
  method: "POST",
  path: `/companies/:id/${verb}`,
  summary,
  body: inputShape(reasoned),
  example: { reason: "Asked for by the company" },
  answer: madeOrChanged,
  refusals: [409],
});

const ofRoles = { tag: roles.label, host: "platform", needs: "manage-role" } as const;
const ofStaff = { tag: "Staff", host: "platform", needs: "manage-user" } as const;
const staffStatus = oneOf("invited", "active", "suspended", "left");
const person = () =>
  object({
    id,
    name: text,
    email: text,
    status: staffStatus,
    role_id: id,
    role_name: text,
    is_system: truth,
    has_two_factors: whole,
    last_login_at: orNull(instant),
    version: whole,
  });
const toStaff = (word: string, summary: string, more: Partial<Described> = {}): Described => ({
  ...ofStaff,
  method: "POST",
  path: `/super-admin/users/:id/${word}`,
  summary,
  body: object({}),
  example: {},
  answer: madeOrChanged,
  refusals: [409],
  ...more,
});

const staffDescriptions = (): Described[] => [
  {
    ...ofRoles,
    method: "GET",
    path: "/roles/:id/grants",
    summary: "A role's rights, and why the caller may not change them where they may not",
    answer: answer(object({ version: whole, permissions: list(text), locked: orNull(text) })),
  },
  {
    ...ofRoles,
    method: "PUT",
    path: "/roles/:id/grants",
    summary: "Set the whole of a role's rights. Only rights the caller holds change",
    body: inputShape(roleGrantsInput),
    example: { permissions: ["manage-help"] },
    answer: madeOrChanged,
    refusals: [409],
  },
  {
    ...ofStaff,
    method: "GET",
    path: "/super-admin/users",
    summary: "List: Staff",
    query: listQuery(["name"], { status: staffStatus, role: id }),
    answer: page(person()),
  },
  {
    ...ofStaff,
    method: "GET",
    path: "/super-admin/users/:id",
    summary: "Read: Staff",
    answer: answer(person()),
  },
  {
    ...ofStaff,
    method: "POST",
    path: "/super-admin/users",
    summary: "Invite somebody to the platform's staff",
    body: inputShape(inviteInput),
    example: {
      name: "Asha Rao",
      email: "asha.rao@example.com",
      role_id: "0198c7a2-5f3e-7c11-9a60-3f6f0e8d2b41",
    },
    status: 201,
    answer: madeOrChanged,
    refusals: [409],
  },
  toStaff("role", "Give a person another role", {
    body: inputShape(roleInput),
    example: { role_id: "0198c7a2-5f3e-7c11-9a60-3f6f0e8d2b41" },
  }),
  toStaff("suspend", "Suspend a person: signed out at once, nobody signs in as them"),
  toStaff("reactivate", "Take a suspended person back"),
  toStaff("send-link", "Send the invitation again, or a link to choose a new password"),
  toStaff("sign-out", "Sign a person out everywhere"),
];

export const platformDescriptions = (): Described[] => [
  ...staffDescriptions(),
  {
    ...own,
    method: "GET",
    path: "/companies",
    summary: "List: Company",
    query: listQuery(["name", "created"], { status: oneOf(...companies.table.status.enumValues) }),
    answer: page(row()),
  },
  {
    ...own,
    method: "GET",
    path: "/companies/:id",
    summary: "Read: Company",
    answer: answer(rowShape(companies.table)),
  },
  {
    ...own,
    method: "POST",
    path: "/companies",
    summary: "Add a company with its first Admin, who gets an invitation by mail",
    body: inputShape(companies.input),
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
    answer: answer(object({ id, host: text })),
    refusals: [409],
  },
  withReason("suspend", "Suspend a company: its people only read"),
  withReason("reactivate", "End a suspension"),
];
