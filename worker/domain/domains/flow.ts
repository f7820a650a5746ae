import { domainRules } from "#app/shared/flows/domain-requests.ts";
import { domainRequests as table } from "#drizzle/control/index.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { hostRejectedLetter } from "../../mail/domain-letters.ts";
import { mailing } from "../../mail/outbox.ts";
import { originBeside } from "../../tenancy/hosts.ts";
import { platformFlow } from "../entity/flow.ts";
import { type OfPlatform, workOn } from "../entity/flow-work.ts";
import { approvalFields, approvalReads, approving } from "./approving.ts";
import { hostReads, proving } from "./proving.ts";

const work = workOn<typeof table, OfPlatform>();

const check = () =>
  work({
    stamp: "dnsChecked",
    reads: (db: PlatformDb, id: string) => hostReads(db, id),
    run: ({ read: [[company], [known]], ...given }) => proving(given, { company, known }),
    message: "The record was found. The host is the company's from now on.",
    summary: "Ask the DNS for the proof of a host: where it is found, the company has the host",
    example: {},
  });

/** Wishes for an account with a host, and of companies for another host: staff decide them, the DNS proves what is a company's own. */
export const domainFlow = platformFlow({
  name: "domain_request",
  label: "Domain request",
  noun: "request",
  table,
  column: "status",
  rules: domainRules,
  title: ({ hostname }) => hostname,
  moves: {
    approve: work({
      fields: approvalFields,
      stamp: "decided",
      reads: (db, id) => approvalReads(db, id),
      run: (given) => approving(given),
      message: "Request approved",
      summary:
        "Approve a request: a new company is founded, a host below the platform's own is given, one of the company's own waits for its proof",
      example: {},
    }),
    check: check(),
    reject: work({
      stamp: "decided",
      reads: (db, id) => hostReads(db, id),
      run({ db, session, before, values, read: [[company]] }) {
        const origin = originBeside(
          session.origin,
          company?.host ?? new URL(session.origin).hostname,
        );
        const told = { ...before, reason: values.reason ?? "" };
        return {
          set: { reason: values.reason },
          writes: [
            mailing(
              db,
              { to: before.requesterEmail, ...hostRejectedLetter(told, origin) },
              `host-rejected:${before.id}:${before.version}`,
            ),
          ],
        };
      },
      message: "Request rejected",
      summary: "Reject a request, with the reason that whoever asked reads",
      example: { reason: "This host is another company's name" },
    }),
    verify: check(),
    cancel: work({
      message: "Request withdrawn",
      summary: "Withdraw a request. Admin only",
      example: {},
    }),
  },
});
