import { domainRequests } from "#drizzle/control/index.ts";
import { addressPage, askForHost, askInput } from "../domain/domains/address.ts";
import { domainFlow } from "../domain/domains/flow.ts";
import { listDomainRequests } from "../domain/domains/list.ts";
import { data, doneTo, page } from "./answers.ts";
import { type Call, companyCalls, platformCalls } from "./call.ts";
import { offers } from "./flows.ts";
import { platformMoveCalls } from "./platform-flows.ts";
import { columnsShape, id, list, listQuery, object, oneOf, orNull, text } from "./shapes.ts";

const ofRequests = platformCalls({
  tag: domainFlow.label,
  needs: "manage-company",
  of: domainRequests,
});

const ofCompany = companyCalls({ tag: "Address" });

/** Accounts by request, and other hosts of companies. */
export const domainCalls: Call[] = [
  ofRequests({
    get: "/domain-requests",
    says: "List: Domain request, with the record that proves a host where one is waited for",
    query: listQuery(["newest"], {
      status: oneOf(...domainRequests.status.enumValues),
      kind: oneOf(...domainRequests.kind.enumValues),
      company: id,
    }),
    answer: page(
      columnsShape(
        domainRequests,
        "id version status createdAt kind companyId requesterName requesterEmail requesterPhone companyKind country hostname serviceType note proof dnsTarget verifiedAt decidedAt reason expiresAt",
        { company_name: text, record: orNull(text), moves: offers },
      ),
    ),
    run: ({ session, query }) => listDomainRequests(session, query),
  }),
  ofCompany({
    get: "/address",
    isAdminOnly: true,
    staysOpen: true,
    says: "The company's host, those it has left, and its newest request for another",
    answer: data(object({ host: text, former: list(text), request: orNull(object({}, {})) })),
    run: ({ session }) => addressPage(session),
  }),
  ofCompany({
    post: "/domain-requests",
    isAdminOnly: true,
    staysOpen: true,
    says: "Ask for another host: a word before the platform's name, or a whole name of the company's own",
    input: askInput,
    example: { hostname: "assets.hospital.example", note: "The name on our labels" },
    status: 201,
    answer: doneTo,
    run: ({ session, visit, body }) => askForHost(session, visit, body),
  }),
  ...platformMoveCalls("/domain-requests", domainFlow),
];
