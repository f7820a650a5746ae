import { eventWords, stateText } from "#app/shared/subscription-words.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { useFormat } from "#app/ui/format.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Money } from "#app/ui/money.tsx";
import { Panel } from "#app/ui/page.tsx";
import { DateText } from "#app/ui/time.tsx";
import type { Page } from "./subscription.tsx";
import { OrderBadge } from "./words.tsx";

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
        {
          key: "total",
          label: "Total",
          card: "c-due",
          numeric: true,
          show: (row) => <Money minor={row.totalMinor} currency={row.currency} />,
        },
        {
          key: "status",
          label: "Status",
          card: "c-state",
          show: (row) => <OrderBadge status={row.status} />,
        },
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
  const { dateFormat } = useFormat();
  return (
    <Panel title="Log" flush>
      <DataTable
        label="Log"
        rows={log}
        sticky={false}
        columns={[
          { key: "at", label: "Time", card: "c-due", as: "time" },
          { key: "event", label: "Event", card: "c-name", show: (row) => eventWords[row.event] },
          {
            key: "change",
            label: "Change",
            card: "c-meta",
            show: (row) =>
              [stateText(row.before, dateFormat), stateText(row.after, dateFormat)]
                .filter(Boolean)
                .join(" → ") || dash,
          },
          { key: "actorName", label: "Who", card: "c-top" },
          { key: "reason", label: "Reason", show: (row) => row.reason ?? dash },
        ]}
      />
    </Panel>
  );
}
