import { useState } from "react";
import { Link } from "react-router";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { TextArea } from "#app/ui/fields.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ListPage } from "#app/ui/list-page.tsx";
import { Menu } from "#app/ui/menu.tsx";
import { TimeText } from "#app/ui/time.tsx";
import { companies } from "#worker/domain/platform/companies.ts";
import { anyActions } from "#worker/web/actions.ts";
import { listLoader } from "#worker/web/entity-page.ts";
import type { Route } from "./+types/companies";
import { CompanyStatus, serviceTypes, statuses } from "./parts.tsx";

export const loader = listLoader(companies);

export const action = anyActions({
  suspend: ({ session, visit }, { id = "", ...values }) =>
    companies.suspend(session, visit.env, id, values),
  reactivate: ({ session, visit }, { id = "", ...values }) =>
    companies.reactivate(session, visit.env, id, values),
});

export const meta = () => [{ title: "Companies - Plumbline" }];

type Row = Route.ComponentProps["loaderData"]["rows"][number];

const add = (
  <Link className="btn btn-primary" to="/company/create" prefetch="intent">
    <Icon name="plus" />
    Add company
  </Link>
);

export default function Companies({ loaderData }: Route.ComponentProps) {
  const [row, setRow] = useState<Row | null>(null);
  return (
    <>
      <ListPage
        title="Companies"
        result={loaderData}
        searchLabel="Name or host"
        filters={[
          {
            key: "status",
            label: "Status",
            options: statuses.map(([value, label]) => ({ value, label })),
          },
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
          {
            key: "name",
            label: "Name",
            card: "c-name",
            sortable: true,
            show: (company) => company.name,
          },
          {
            key: "serviceType",
            label: "Service type",
            card: "c-hide",
            keep: true,
            show: (company) => serviceTypes[company.serviceType]?.label,
          },
          {
            key: "status",
            label: "Status",
            card: "c-state",
            show: (company) => <CompanyStatus company={company} />,
          },
          { key: "shard", label: "Shard", card: "c-hide", show: (company) => company.shard },
          {
            key: "created",
            label: "Created",
            card: "c-due",
            sortable: true,
            show: (company) => <TimeText at={company.createdAt} />,
          },
        ]}
        rowActions={(company) => {
          const off = company.status === "closed" || company.status === "pending_verification";
          return (
            <Menu label={`Actions for ${company.name}`}>
              <button
                className={company.status === "suspended" ? "menu-item" : "menu-item danger"}
                type="button"
                disabled={off}
                title={off ? "Not while it is closed or waits for verification" : undefined}
                onClick={() => setRow(company)}
              >
                <Icon name={company.status === "suspended" ? "refresh" : "pause"} />
                {company.status === "suspended" ? "Reactivate" : "Suspend"}
              </button>
            </Menu>
          );
        }}
      />
      {row && <Ask row={row} onClose={() => setRow(null)} />}
    </>
  );
}

function Ask({ row, onClose }: { row: Row; onClose: () => void }) {
  const back = row.status === "suspended";
  return (
    <ConfirmDialog
      open
      title={`${back ? "Reactivate" : "Suspend"} ${row.name}?`}
      onClose={onClose}
      intent={back ? "reactivate" : "suspend"}
      hidden={{ id: row.id }}
      verb={back ? "Reactivate company" : "Suspend company"}
      keep="Keep as it is"
      tone={back ? "primary" : "danger"}
    >
      <p>
        {back
          ? `Its people can write again at once. It was suspended for: ${row.suspendedReason ?? "no reason given"}.`
          : "Its people can read and export, but no longer write. The reason is kept in both logs."}
      </p>
      <TextArea name="reason" label="Reason" required maxLength={500} rows={2} />
    </ConfirmDialog>
  );
}
