import { choicesOf } from "#app/shared/choices-of.ts";
import { upgradeRules, upgradeStates } from "#app/shared/flows/upgrade-requests.ts";
import { plural } from "#app/shared/plural.ts";
import { billingWords } from "#app/shared/subscription-words.ts";
import { DateField, MoneyField } from "#app/ui/fields.tsx";
import { refusalOf } from "#app/ui/form.tsx";
import { ListPage } from "#app/ui/list-page.tsx";
import { Money } from "#app/ui/money.tsx";
import { MoveEntries } from "#app/ui/move-entries.tsx";
import { RowMoves } from "#app/ui/moves.tsx";
import { RowMenu } from "#app/ui/row-menu.tsx";
import { DateText } from "#app/ui/time.tsx";
import { listUpgradeRequests } from "#worker/domain/billing/staff-orders.ts";
import { upgradeFlow } from "#worker/domain/billing/upgrade-flow.ts";
import type { StaffSession } from "#worker/session.ts";
import { staffActions } from "#worker/web/actions.ts";
import { staffContext } from "#worker/web/context.ts";
import { movesOfSent } from "#worker/web/flow-actions.ts";
import { ageColumn, companyColumn } from "../platform/columns.tsx";
import { companyFilter } from "../platform/search-choices.ts";
import type { Route } from "./+types/upgrade-requests";
import { RequestBadge } from "./words.tsx";

export const loader = async ({ request, context }: Route.LoaderArgs) => ({
  ...(await listUpgradeRequests(context.get(staffContext), new URL(request.url).searchParams)),
  now: Date.now(),
});
export const action = staffActions(
  movesOfSent<StaffSession>(upgradeFlow, ["quote", "approve", "reject"]),
);
export const meta = () => [{ title: "Upgrade Requests - Plumbline" }];

type Row = Route.ComponentProps["loaderData"]["rows"][number];

const extrasText = ({ extraAssets, extraUsers }: Row) =>
  [
    extraAssets > 0 && plural(extraAssets, "1 more asset", "{n} more assets"),
    extraUsers > 0 && plural(extraUsers, "1 more person", "{n} more people"),
  ]
    .filter(Boolean)
    .join(", ");

const quoteFields = (move: string) =>
  move === "quote" && (
    <>
      <MoneyField name="quoteMinor" label="Price" hint="Before discount and tax" required />
      <DateField name="quoteValidUntil" label="Valid until" required />
    </>
  );

/** What companies wish for, newest first. */
export default function UpgradeRequests({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <ListPage
        title="Upgrade Requests"
        result={loaderData}
        filters={[
          { key: "status", label: "State", options: choicesOf(upgradeStates) },
          companyFilter(loaderData.company),
        ]}
        empty={{
          title: "No requests",
          text: "A company asks for a quote on its page Subscription.",
        }}
        rowName={(row) => row.companyName}
        columns={[
          { ...companyColumn(true), card: "c-name" },
          {
            key: "plans",
            label: "From → to",
            card: "c-meta",
            long: true,
            show: (row) =>
              `${row.fromPlan ?? "No plan"} → ${row.toPlan}, ${billingWords[row.billing].toLowerCase()}`,
          },
          {
            key: "extras",
            label: "Extras",
            show: (row) => extrasText(row) || <span className="quiet">–</span>,
          },
          { key: "note", label: "Note", card: "c-due", wraps: true, long: true },
          {
            key: "quote",
            label: "Quote",
            card: "c-due",
            wraps: true,
            show: ({ quoteMinor, quoteValidUntil, currency }) =>
              quoteMinor !== null && (
                <span>
                  <Money minor={quoteMinor} {...(currency ? { currency } : {})} /> until{" "}
                  <DateText on={quoteValidUntil} />
                </span>
              ),
          },
          {
            key: "state",
            label: "State",
            card: "c-state",
            show: (row) => <RequestBadge status={row.status} />,
          },
          { ...ageColumn(loaderData.now), card: "c-due" },
        ]}
        rowActions={(row) => (
          <RowMenu label={`Actions for ${row.companyName}`}>
            <MoveEntries of={row} rules={upgradeRules} />
          </RowMenu>
        )}
      />
      <RowMoves
        rows={loaderData.rows}
        rules={upgradeRules}
        name={(row) => row.companyName}
        hidden={({ id }) => ({ id })}
        fields={quoteFields}
        keep="Keep as it is"
        problem={refusalOf(actionData)}
      />
    </>
  );
}
