import type { Choice } from "#app/shared/list.ts";
import { ConfirmDialog, FormDialog } from "#app/ui/dialog.tsx";
import { DateField, SelectField, TextArea, TextField } from "#app/ui/fields.tsx";
import type { Refused } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { MenuLink } from "#app/ui/menu.tsx";
import { ProofFields } from "#app/ui/proof-fields.tsx";
import { useDialog, useOpenedRow } from "#app/ui/use-dialog.ts";
import type { companies } from "#worker/domain/platform/companies.ts";
import { EnterDialog, EnterLink } from "./enter-company.tsx";

type Row = Pick<
  Awaited<ReturnType<typeof companies.list>>["rows"][number],
  "id" | "name" | "host" | "status" | "suspendedReason"
>;

/** What can be done to a company, as entries of a menu. */
export function CompanyEntries({ company }: { company: Row }) {
  const { to } = useDialog();
  const isOff = company.status === "closed" || company.status === "pending_verification";
  const isSuspended = company.status === "suspended";
  const icon = isSuspended ? "refresh" : "pause";
  const verb = isSuspended ? "Reactivate" : "Suspend";
  return (
    <>
      <EnterLink company={company} />
      <MenuLink to={to({ do: "extend", company: company.id })} icon="cal">
        Extend subscription
      </MenuLink>
      <MenuLink to={to({ do: "change-plan", company: company.id })} icon="swap">
        Change plan
      </MenuLink>
      <MenuLink to={to({ do: "change-host", company: company.id })} icon="edit">
        Change host
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
    </>
  );
}

type Props = { rows: Row[]; plans: readonly Choice[]; problem: Refused | undefined };

/** The dialog that the address has open: `do` says which, `company` on which. */
export function CompanyDialogs({ rows, plans, problem }: Props) {
  return (
    <>
      <EnterDialog companies={rows} problem={problem} />
      <Question rows={rows} problem={problem} />
      <SubscriptionDialog rows={rows} plans={plans} problem={problem} />
      <HostDialog rows={rows} problem={problem} />
    </>
  );
}

/** Gives a company another host. */
function HostDialog({ rows, problem }: Omit<Props, "plans">) {
  const { asked, shown } = useDialog();
  const row = useOpenedRow("company", rows);
  if (!row || asked("do") !== "change-host") return null;
  return (
    <FormDialog
      {...shown}
      key={row.id}
      title={`Change the host of ${row.name}`}
      verb="Change host"
      hidden={{ intent: "change-host", id: row.id }}
      problem={problem?.values?.intent === "change-host" ? problem : undefined}
    >
      <p className="muted">
        The host of now stays the company's: it shows its certificates and leads to the new one.
      </p>
      <TextField
        name="hostname"
        label="Host"
        required
        maxLength={253}
        hint="In full: one word before the platform's name, or a host that the company has proved to be its own"
        autoComplete="off"
      />
      <TextArea name="reason" label="Reason" required maxLength={500} rows={2} />
    </FormDialog>
  );
}

/** Extends a company's subscription, or changes its plan, as the address says. */
function SubscriptionDialog({ rows, plans, problem }: Props) {
  const { asked, shown } = useDialog();
  const row = useOpenedRow("company", rows);
  const intent = asked("do");
  if (!row || (intent !== "extend" && intent !== "change-plan")) return null;
  const isLonger = intent === "extend";
  return (
    <FormDialog
      {...shown}
      key={`${intent} ${row.id}`}
      title={isLonger ? `Extend the subscription of ${row.name}` : `Change the plan of ${row.name}`}
      verb={isLonger ? "Extend subscription" : "Change plan"}
      hidden={{ intent, id: row.id }}
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
      <ProofFields label="Password" />
    </FormDialog>
  );
}

/** Asks before a company is suspended or comes back, as the address says. */
function Question({ rows, problem }: Omit<Props, "plans">) {
  const { asked, shown } = useDialog();
  const row = useOpenedRow("company", rows);
  const intent = asked("do");
  if (!row || (intent !== "suspend" && intent !== "reactivate")) return null;
  const isBack = intent === "reactivate";
  const verb = isBack ? "Reactivate" : "Suspend";
  return (
    <ConfirmDialog
      {...shown}
      key={`${intent} ${row.id}`}
      title={`${verb} ${row.name}?`}
      intent={intent}
      hidden={{ id: row.id }}
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
