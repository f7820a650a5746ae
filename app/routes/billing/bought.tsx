import { eventWords } from "#app/shared/subscription-words.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Panel } from "#app/ui/page.tsx";
import { DateText } from "#app/ui/time.tsx";
import { changeColumn, statusColumn, totalColumn } from "./columns.tsx";
import type { Page } from "./subscription.tsx";

const dash = <span className="quiet">–</span>;

/** What the company has ordered, with its invoices and credit notes. */
export const Bought = ({ orders }: { orders: Page["orders"] }) => (
  <Panel title="Orders" flush>
    <DataTable
      label="Orders"
      rows={orders}
      sticky={false}
      columns={[
        { key: "number", label: "Number", card: "c-top", as: "code" },
        { key: "planName", label: "Plan", card: "c-name" },
        { ...totalColumn, card: "c-due" },
        statusColumn,
        {
          key: "period",
          label: "Period",
          show: (row) =>
            row.periodFrom ? (
              <>
                <DateText on={row.periodFrom} /> – <DateText on={row.periodTo} />
              </>
            ) : (
              dash
            ),
        },
        {
          key: "invoice",
          label: "Invoice",
          card: "c-meta",
          show: (row) =>
            row.invoiceNo ? (
              <a className="invoice-link code" href={`/subscription/invoice/${row.id}`}>
                <Icon name="dl" size="s" />
                <span>
                  {[row.invoiceNo, ...row.credits.map(({ creditNo }) => creditNo)].join(", ")}
                </span>
              </a>
            ) : (
              dash
            ),
        },
      ]}
    />
  </Panel>
);

/** What has happened to the subscription, newest first. */
export function Happened({ log }: { log: Page["log"] }) {
  return (
    <Panel title="Log" flush>
      <DataTable
        label="Log"
        rows={log}
        sticky={false}
        columns={[
          { key: "at", label: "Time", card: "c-due", as: "time" },
          { key: "event", label: "Event", card: "c-name", show: (row) => eventWords[row.event] },
          changeColumn,
          { key: "actorName", label: "Who", card: "c-top" },
          { key: "reason", label: "Reason", show: (row) => row.reason ?? dash },
        ]}
      />
    </Panel>
  );
}
