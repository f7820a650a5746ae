import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { TextArea } from "#app/ui/fields.tsx";
import { type Refused, refusalOf } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ListPage } from "#app/ui/list-page.tsx";
import { MenuLink } from "#app/ui/menu.tsx";
import { AddRecord } from "#app/ui/record-list.tsx";
import { RowMenu } from "#app/ui/row-menu.tsx";
import { useDialog, useOpened } from "#app/ui/use-dialog.ts";
import { companies } from "#worker/domain/platform/companies.ts";
import { anyActions } from "#worker/web/actions.ts";
import { listLoader } from "#worker/web/entity-page.ts";
import type { Route } from "./+types/companies";
import { CompanyStatus, serviceTypes, statuses } from "./parts.tsx";

export const loader = listLoader(companies);

export const action = anyActions({
  suspend: ({ session }, { id = "", ...values }) => companies.suspend(session, id, values),
  reactivate: ({ session }, { id = "", ...values }) => companies.reactivate(session, id, values),
});

export const meta = () => [{ title: "Companies - Plumbline" }];

type Row = Route.ComponentProps["loaderData"]["rows"][number];

const add = <AddRecord thing="company" href="/company/create" />;

export default function Companies({ loaderData, actionData }: Route.ComponentProps) {
  const { to } = useDialog();
  return (
    <>
      <ListPage
        title="Companies"
        result={loaderData}
        searchLabel="Name or host"
        filters={[{ key: "status", label: "Status", options: statuses }]}
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
            </RowMenu>
          );
        }}
      />
      <Question rows={loaderData.rows} problem={refusalOf(actionData)} />
    </>
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
