import { domainRequests } from "#drizzle/control/index.ts";
import { domainFlow } from "../domain/domains/flow.ts";
import { listDomainRequests } from "../domain/domains/list.ts";
import { page } from "./answers.ts";
import { type Call, platformCalls } from "./call.ts";
import { offers } from "./flows.ts";
import { platformMoveCalls } from "./platform-flows.ts";
import { columnsShape, listQuery, oneOf, orNull, text } from "./shapes.ts";

const ofRequests = platformCalls({
  tag: domainFlow.label,
  needs: "manage-company",
  of: domainRequests,
});

/** Accounts by request, and other hosts of companies. */
export const domainCalls: Call[] = [
  ofRequests({
    get: "/domain-requests",
    says: "List: Domain request, with the record that proves a host where one is waited for",
    query: listQuery(["newest"], {
      status: oneOf(...domainRequests.status.enumValues),
      kind: oneOf(...domainRequests.kind.enumValues),
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
  ...platformMoveCalls("/domain-requests", domainFlow),
];
