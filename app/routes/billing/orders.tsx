import { choicesOf } from "#app/shared/choices-of.ts";
import { orderRules, orderStates } from "#app/shared/flows/orders.ts";
import { gatewayWords } from "#app/shared/subscription-words.ts";
import { refusalOf } from "#app/ui/form.tsx";
import { ListPage } from "#app/ui/list-page.tsx";
import { MenuLink } from "#app/ui/menu.tsx";
import { MoveEntries } from "#app/ui/move-entries.tsx";
import { RowMoves } from "#app/ui/moves.tsx";
import { RowMenu } from "#app/ui/row-menu.tsx";
import { orderFlow } from "#worker/domain/billing/order-flow.ts";
import { listOrders } from "#worker/domain/billing/staff-orders.ts";
import type { StaffSession } from "#worker/session.ts";
import { staffActions } from "#worker/web/actions.ts";
import { staffContext } from "#worker/web/context.ts";
import { movesOfSent } from "#worker/web/flow-actions.ts";
import { companyFilter } from "../platform/search-choices.ts";
import type { Route } from "./+types/orders";
import { statusColumn, totalColumn } from "./columns.tsx";
import { orderFields } from "./words.tsx";

export const loader = ({ request, context }: Route.LoaderArgs) =>
  listOrders(context.get(staffContext), new URL(request.url).searchParams);
export const action = staffActions(
  movesOfSent<StaffSession>(orderFlow, ["pay", "cancel", "refund"]),
);
export const meta = () => [{ title: "Orders - Plumbline" }];

/** What companies buy, newest first. */
export default function Orders({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <ListPage
        title="Orders"
        result={loaderData}
        searchLabel="Number of the order or invoice"
        filters={[
          { key: "status", label: "Status", options: choicesOf(orderStates) },
          { key: "gateway", label: "Gateway", options: choicesOf(gatewayWords) },
          companyFilter(loaderData.company),
        ]}
        exportHref="/orders/export.csv"
        empty={{
          title: "No orders yet",
          text: "A company orders a plan on its page Subscription.",
        }}
        rowHref={(row) => `/order/${row.id}`}
        rowName={(row) => row.number}
        columns={[
          { key: "number", label: "Number", card: "c-top", as: "code" },
          { key: "company", label: "Company", card: "c-name", field: "companyName" },
          { key: "planName", label: "Plan", card: "c-meta" },
          { ...totalColumn, keep: true },
          { key: "gateway", label: "Gateway", show: (row) => gatewayWords[row.gateway] },
          statusColumn,
          { key: "paidAt", label: "Paid at", card: "c-due", as: "time" },
          { key: "invoiceNo", label: "Invoice", as: "code", optional: true },
          { key: "createdAt", label: "Ordered at", as: "time", optional: true },
        ]}
        rowActions={(row) => (
          <RowMenu label={`Actions for ${row.number}`}>
            <MenuLink to={`/order/${row.id}`} icon="eye">
              Open
            </MenuLink>
            <MoveEntries of={row} rules={orderRules} />
          </RowMenu>
        )}
      />
      <RowMoves
        rows={loaderData.rows}
        rules={orderRules}
        name={(row) => row.number}
        hidden={({ id }) => ({ id })}
        fields={orderFields}
        keep="Keep as it is"
        problem={refusalOf(actionData)}
      />
    </>
  );
}
