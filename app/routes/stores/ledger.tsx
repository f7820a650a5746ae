import { Link, useLocation } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { ListPage } from "#app/ui/list-page.tsx";
import { listUrl } from "#app/ui/list-url.ts";
import { Money } from "#app/ui/money.tsx";
import { PageHead, Readout } from "#app/ui/page.tsx";
import { TimeText } from "#app/ui/time.tsx";
import { ledgerOf } from "#worker/domain/stock/ledger.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { moveAction } from "#worker/web/stock-routes.ts";
import type { Route } from "./+types/ledger";
import { MoveDialog } from "./move-dialog.tsx";
import { movements, StockBadge } from "./words.tsx";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const ledger = await ledgerOf(session, params.id, new URL(request.url).searchParams);
  const may = { move: session.can("edit-stock"), adjust: session.can("approve-stock"), reports: session.can("view-asset") };
  return { ...ledger, may };
}

export const action = ({ request, params, context }: Route.ActionArgs) =>
  moveAction(request, context.get(visitContext), context.get(sessionContext), params.id);
export const meta = ({ loaderData }: Route.MetaArgs) => [{ title: `${loaderData?.item.name ?? "Stocks"} - Plumbline` }];

const comes = new Set(["opening", "receipt", "return_service", "adjust_plus", "transfer_in"]);

export default function Ledger({ loaderData, actionData }: Route.ComponentProps) {
  const { item, may } = loaderData;
  const at = useLocation();
  const to = (move: string) => listUrl(at, { move });
  const actions = !item.archivedAt && (
    <>
      {may.adjust && (
        <Link className="btn" to={to("adjust")} preventScrollReset>
          Adjust
        </Link>
      )}
      {may.move && (
        <>
          <Link className="btn" to={to("issue")} preventScrollReset>
            Issue
          </Link>
          <Link className="btn btn-primary" to={to("receive")} preventScrollReset>
            <Icon name="plus" />
            Receive
          </Link>
        </>
      )}
    </>
  );
  return (
    <>
      <PageHead
        title={item.name}
        crumbs={[{ label: "Stocks", to: "/stocks" }, { label: item.storeName }]}
        badges={<StockBadge item={item} />}
        actions={actions}
      />
      <div className="stack">
        <Readout
          label="Stock"
          figures={[
            { label: "Quantity", value: item.quantity, unit: item.unit },
            { label: "Minimum", value: item.minQty ?? "–" },
            { label: "Rate", value: <Money minor={item.rateMinor} /> },
            { label: "Value", value: <Money minor={item.rateMinor * item.quantity} /> },
            { label: "Part no", value: item.partNo ? <span className="code">{item.partNo}</span> : "–" },
          ]}
        />
        <ListPage
          title="Ledger"
          head={false}
          result={loaderData}
          empty={{ title: "No movements yet", text: "Every quantity that comes or goes is written here and stays." }}
          columns={[
            { key: "at", label: "Time", card: "c-top", show: (row) => <TimeText at={row.at} /> },
            {
              key: "kind",
              label: "Movement",
              card: "c-name",
              show: (row) => (
                <>
                  {movements[row.kind]}{" "}
                  <b className="phone-only">
                    {comes.has(row.kind) ? "+" : "-"}
                    {row.qty}
                  </b>
                </>
              ),
            },
            { key: "in", label: "In", card: "c-hide", keep: true, numeric: true, show: (row) => comes.has(row.kind) && row.qty },
            { key: "out", label: "Out", card: "c-hide", keep: true, numeric: true, show: (row) => !comes.has(row.kind) && row.qty },
            { key: "balance", label: "Balance", card: "c-due", numeric: true, show: (row) => <b>{row.balanceAfter}</b> },
            {
              key: "cost",
              label: "Unit cost",
              card: "c-hide",
              optional: true,
              numeric: true,
              show: (row) => <Money minor={row.unitCostMinor} />,
            },
            {
              key: "reference",
              label: "Reference",
              card: "c-meta",
              show: (row) =>
                row.reportId && may.reports ? (
                  <Link className="code" to={`/asset/service-report/print/${row.reportId}`}>
                    {row.ticket}
                  </Link>
                ) : (
                  (row.ticket ?? row.reason)
                ),
            },
            { key: "person", label: "Person", card: "c-hide", keep: true, show: (row) => row.actorName },
          ]}
        />
      </div>
      <MoveDialog item={item} may={may} problem={actionData?.success === false ? actionData : undefined} />
    </>
  );
}
