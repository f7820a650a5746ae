import { issueCertificates } from "#worker/domain/certificates/issue-many.ts";
import { actions, asData } from "#worker/web/actions.ts";
import { wake } from "#worker/web/wake.ts";

/** The issue of several certificates with one password, for scripts. */
export const action = actions(({ session }, values) => issueCertificates(session, values), {
  reply: asData,
  isData: true,
  after: ({ visit }) => wake(visit, "certificates"),
});
