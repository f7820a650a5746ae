import { Link } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { MenuLink } from "#app/ui/menu.tsx";
import { RecordDialogs } from "#app/ui/record-dialogs.tsx";
import { RecordList } from "#app/ui/record-list.tsx";
import { coupons } from "#worker/domain/platform/coupons.ts";
import { entityActions, entityLoader } from "#worker/web/entity-page.ts";
import type { Route } from "./+types/coupons";
import { Discount, StandingBadge, standingChoices, usesText, Validity } from "./coupon-words.tsx";

const named = <R extends { code: string }>(row: R) => ({ ...row, name: row.code });

export const loader = entityLoader({
  ...coupons,
  list: async (session, params, id) => {
    const { rows, record, ...list } = await coupons.list(session, params, id);
    return { ...list, rows: rows.map(named), record: record && named(record) };
  },
});
export const action = entityActions(coupons);
export const meta = () => [{ title: "Coupons - Plumbline" }];

export default function Coupons({ loaderData, actionData }: Route.ComponentProps) {
  const { today } = loaderData;
  return (
    <>
      <RecordList
        list={loaderData}
        searchLabel="Code or its beginning"
        about="A coupon takes something off the price of a plan, for some companies and some time."
        formHref={{ add: "/coupon/create", edit: (row) => `/coupon/update/${row.id}` }}
        rowHref={(row) => `/coupon/${row.id}`}
        filters={[{ key: "standing", label: "State", options: standingChoices }]}
        actions={
          <Link className="btn" to="/coupons/generate" prefetch="intent">
            <Icon name="list" />
            Generate codes
          </Link>
        }
        columns={[
          { key: "code", label: "Code", card: "c-name", as: "code", sortable: true },
          {
            key: "value",
            label: "Value",
            card: "c-top",
            show: (row) => <Discount coupon={row} />,
          },
          {
            key: "valid",
            label: "Valid",
            card: "c-meta",
            wraps: true,
            show: (row) => <Validity coupon={row} />,
          },
          { key: "used", label: "Used", card: "c-due", numeric: true, show: usesText },
          {
            key: "plans",
            label: "Plans",
            long: true,
            show: (row) => row.planNames ?? <span className="quiet">All</span>,
          },
          {
            key: "created",
            label: "Added",
            optional: true,
            sortable: true,
            as: "time",
            field: "createdAt",
          },
        ]}
        stateLabel="State"
        state={(row) => <StandingBadge coupon={row} today={today} />}
        rowMenu={(row) => (
          <MenuLink to={`/coupon/${row.id}`} icon="eye">
            Redemptions
          </MenuLink>
        )}
      />
      <RecordDialogs
        list={loaderData}
        answer={actionData}
        deleting="It works only while it was never redeemed, and cannot be undone. A coupon that was redeemed can be switched off."
      />
    </>
  );
}
