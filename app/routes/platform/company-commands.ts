import { changePlan, extendSubscription } from "#worker/domain/billing/extending.ts";
import { companies } from "#worker/domain/platform/companies.ts";
import type { AnySession, StaffSession } from "#worker/session.ts";
import type { Commands } from "#worker/web/actions.ts";
import { enterForm } from "#worker/web/inside.ts";

/** What staff do to a company, from the list or from its own page; each form names the company. */
export const companyCommands: Commands<AnySession> = {
  enter: enterForm,
  suspend: ({ session }, { id = "", ...values }) => companies.suspend(session, id, values),
  reactivate: ({ session }, { id = "", ...values }) => companies.reactivate(session, id, values),
  extend: ({ session }, { id = "", ...values }) =>
    extendSubscription(session as StaffSession, id, values),
  "change-plan": ({ session }, { id = "", ...values }) =>
    changePlan(session as StaffSession, id, values),
  "change-host": ({ session, visit }, { id = "", ...values }) =>
    companies.changeHost(session, visit.env, id, values),
  close: ({ session }, { id = "", ...values }) => companies.close(session, id, values),
  reopen: ({ session }, { id = "", ...values }) => companies.reopen(session, id, values),
  confirm: ({ session }, { id = "", ...values }) => companies.confirm(session, id, values),
  withdraw: ({ session }, { id = "", ...values }) => companies.withdraw(session, id, values),
};
