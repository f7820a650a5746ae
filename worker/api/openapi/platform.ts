import { companies, reasoned } from "../../domain/platform/companies.ts";
import { answer, type Described, listQuery, madeOrChanged, page } from "./call.ts";
import { id, inputShape, instant, object, oneOf, orNull, rowShape, text, whole } from "./shapes.ts";

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

export const platformDescriptions = (): Described[] => [
  {
    ...own,
    method: "GET",
    path: "/companies",
    summary: "List: Company",
    query: listQuery(["name", "created"], { status: oneOf(...companies.table.status.enumValues) }),
    answer: page(row()),
  },
  { ...own, method: "GET", path: "/companies/:id", summary: "Read: Company", answer: answer(rowShape(companies.table)) },
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
