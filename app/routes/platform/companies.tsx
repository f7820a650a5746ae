import type { Choice } from "#app/shared/list.ts";
import { ConfirmDialog, FormDialog } from "#app/ui/dialog.tsx";
import { DateField, PasswordField, SelectField, TextArea } from "#app/ui/fields.tsx";
import { type Refused, refusalOf } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ListPage } from "#app/ui/list-page.tsx";
import { MenuLink } from "#app/ui/menu.tsx";
import { AddRecord } from "#app/ui/record-list.tsx";
import { RowMenu } from "#app/ui/row-menu.tsx";
import { useDialog, useOpened } from "#app/ui/use-dialog.ts";
import { changePlan, extendSubscription } from "#worker/domain/billing/extending.ts";
import { companies } from "#worker/domain/platform/companies.ts";
import type { StaffSession } from "#worker/session.ts";
import { anyActions } from "#worker/web/actions.ts";
import { anySessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/companies";
import { ClosingDialog, ClosingEntries, ClosingNote } from "./company-closing.tsx";
import { CompanyStatus, serviceTypes, statuses } from "./parts.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const session = context.get(anySessionContext);
  const page = await companies.list(session, new URL(request.url).searchParams);
  return { ...page, me: session.actor.userId };
}

export const action = anyActions({
  suspend: ({ session }, { id = "", ...values }) => companies.suspend(session, id, values),
  reactivate: ({ session }, { id = "", ...values }) => companies.reactivate(session, id, values),
  close: ({ session }, { id = "", ...values }) => companies.close(session, id, values),
  reopen: ({ session }, { id = "", ...values }) => companies.reopen(session, id, values),
  confirm: ({ session }, { id = "", ...values }) => companies.confirm(session, id, values),
  withdraw: ({ session }, { id = "", ...values }) => companies.withdraw(session, id, values),
  extend: ({ session }, { id = "", ...values }) =>
    extendSubscription(session as StaffSession, id, values),
  "change-plan": ({ session }, { id = "", ...values }) =>
    changePlan(session as StaffSession, id, values),
});

export const meta = () => [{ title: "Companies - Plumbline" }];

export type Row = Route.ComponentProps["loaderData"]["rows"][number];

const waiting = [
  { value: "any", label: "Anything" },
  { value: "close", label: "Closing" },
  { value: "reopen", label: "Reopening" },
];

const add = <AddRecord thing="company" href="/company/create" />;

export default function Companies({ loaderData, actionData }: Route.ComponentProps) {
  const { to } = useDialog();
  return (
    <>
      <ListPage
        title="Companies"
        result={loaderData}
        searchLabel="Name or host"
        filters={[
          { key: "status", label: "Status", options: statuses },
          { key: "waiting", label: "Waits for a second person", options: waiting },
        ]}
        actions={add}
        empty={{
          title: "No companies yet",
          text: "A company gets its own host, its own data and a first Admin.",
          action: add,
        }}
        columns={[
          {
            key: "host",
            label: "Host",
            card: "c-top",
            show: (company) => <span className="code">{company.host ?? "–"}</span>,
          },
          { key: "name", label: "Name", card: "c-name", sortable: true },
          {
            key: "serviceType",
            label: "Service type",
            show: (company) => serviceTypes[company.serviceType]?.label,
          },
          {
            key: "status",
            label: "Status",
            card: "c-state",
            show: (company) => <CompanyStatus company={company} />,
          },
          {
            key: "closing",
            label: "Closing",
            card: "c-meta",
            show: (company) => <ClosingNote company={company} />,
          },
          { key: "shard", label: "Shard" },
          {
            key: "created",
            label: "Created",
            card: "c-due",
            sortable: true,
            as: "time",
            field: "createdAt",
          },
        ]}
        rowActions={(company) => {
          const isOff = company.status === "closed" || company.status === "pending_verification";
          const isSuspended = company.status === "suspended";
          const icon = isSuspended ? "refresh" : "pause";
          const verb = isSuspended ? "Reactivate" : "Suspend";
          return (
            <RowMenu label={`Actions for ${company.name}`}>
              <MenuLink to={to({ do: "extend", company: company.id })} icon="cal">
                Extend subscription
              </MenuLink>
              <MenuLink to={to({ do: "change-plan", company: company.id })} icon="swap">
                Change plan
              </MenuLink>
              {isOff ? (
                <button
                  className="menu-item danger"
                  type="button"
                  disabled
                  title="Not while it is closed or waits for verification"
                >
                  <Icon name={icon} />
                  {verb}
                </button>
              ) : (
                <MenuLink
                  to={to({ do: verb.toLowerCase(), company: company.id })}
                  icon={icon}
                  danger={!isSuspended}
                >
                  {verb}
                </MenuLink>
              )}
              <ClosingEntries company={company} me={loaderData.me} />
            </RowMenu>
          );
        }}
      />
      <ClosingDialog rows={loaderData.rows} problem={refusalOf(actionData)} />
      <Question rows={loaderData.rows} problem={refusalOf(actionData)} />
      <SubscriptionDialog
        rows={loaderData.rows}
        plans={loaderData.plans}
        problem={refusalOf(actionData)}
      />
    </>
  );
}

type SubscriptionProps = {
  rows: Row[];
  plans: readonly Choice[];
  problem: Refused | undefined;
};

/** Extends a company's subscription, or changes its plan, as the address says. */
function SubscriptionDialog({ rows, plans, problem }: SubscriptionProps) {
  const { asked, shown } = useDialog();
  const id = asked("company");
  const row = useOpened(
    id,
    rows.find((company) => company.id === id),
  );
  const intent = asked("do");
  if (!row || (intent !== "extend" && intent !== "change-plan")) return null;
  const isLonger = intent === "extend";
  return (
    <FormDialog
      {...shown}
      key={`${intent} ${id}`}
      title={isLonger ? `Extend the subscription of ${row.name}` : `Change the plan of ${row.name}`}
      verb={isLonger ? "Extend subscription" : "Change plan"}
      hidden={{ intent, id }}
      problem={problem?.values?.intent === intent ? problem : undefined}
    >
      <p className="muted">
        {isLonger
          ? "It ends on a later day, without an order."
          : "The plan's limits hold from today on. The day on which the subscription ends stays."}
      </p>
      {isLonger ? (
        <DateField name="until" label="Until" required />
      ) : (
        <SelectField name="planId" label="Plan" options={plans} required />
      )}
      <TextArea name="reason" label="Reason" required maxLength={500} rows={2} />
      <PasswordField name="password" label="Password" required autoComplete="current-password" />
    </FormDialog>
  );
}

/** Asks before a company is suspended or comes back, as the address says. */
function Question({ rows, problem }: { rows: Row[]; problem: Refused | undefined }) {
  const { asked, shown } = useDialog();
  const id = asked("company");
  const row = useOpened(
    id,
    rows.find((company) => company.id === id),
  );
  const intent = asked("do");
  if (!row || (intent !== "suspend" && intent !== "reactivate")) return null;
  const isBack = intent === "reactivate";
  const verb = isBack ? "Reactivate" : "Suspend";
  return (
    <ConfirmDialog
      {...shown}
      key={`${intent} ${id}`}
      title={`${verb} ${row.name}?`}
      intent={intent}
      hidden={{ id }}
      verb={`${verb} company`}
      keep="Keep as it is"
      tone={isBack ? "primary" : "danger"}
      problem={problem}
    >
      <p>
        {isBack
          ? `Its people can write again at once. It was suspended for: ${row.suspendedReason ?? "no reason given"}.`
          : "Its people can read and export, but no longer write. The reason is kept in both logs."}
      </p>
      <TextArea name="reason" label="Reason" required maxLength={500} rows={2} />
    </ConfirmDialog>
  );
}
