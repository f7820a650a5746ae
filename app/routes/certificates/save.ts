import { saveSentCertificate } from "#worker/domain/certificates/sent-draft.ts";
import { actions, asData } from "#worker/web/actions.ts";

/** Saves what a measuring page sends by itself while one types. */
export const action = actions(
  ({ session, id }, values) => saveSentCertificate(session, id, values),
  {
    isData: true,
    reply: asData,
  },
);
