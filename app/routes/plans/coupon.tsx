import { Link } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { ListPage } from "#app/ui/list-page.tsx";
import { Money } from "#app/ui/money.tsx";
import { DefinitionList, PageHead, Panel } from "#app/ui/page.tsx";
import { couponRedemptionsOf } from "#worker/domain/platform/coupons.ts";
import { staffContext } from "#worker/web/context.ts";
import { CompanyLink } from "../platform/company-link.tsx";
import type { Route } from "./+types/coupon";
import { Discount, StandingBadge, usesText, Validity } from "./coupon-words.tsx";

export const loader = ({ context, params, request }: Route.LoaderArgs) =>
  couponRedemptionsOf(context.get(staffContext), params.id, new URL(request.url).searchParams);
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.coupon.code ?? "Coupon"} - Plumbline` },
];

export default function CouponPage({ loaderData }: Route.ComponentProps) {
  const { coupon, today, sees } = loaderData;
  const sign = coupon.currency ? { currency: coupon.currency } : {};
  return (
    <>
      <PageHead
        title={coupon.code}
        crumbs={[{ label: "Coupons", to: "/coupons" }]}
        badges={<StandingBadge coupon={coupon} today={today} />}
        actions={
          <Link className="btn btn-primary" to={`/coupon/update/${coupon.id}`} prefetch="intent">
            <Icon name="edit" />
            Edit coupon
          </Link>
        }
      />
      <div className="stack">
        <Panel title="Terms">
          <DefinitionList
            entries={[
              ["Value", <Discount key="value" coupon={coupon} />],
              ["Valid", <Validity key="valid" coupon={coupon} />],
              ["Used", usesText(coupon)],
              ["Uses a company", String(coupon.perCompanyLimit)],
              [
                "Largest discount",
                coupon.maxDiscountMinor !== null && (
                  <Money key="most" minor={coupon.maxDiscountMinor} {...sign} />
                ),
              ],
              [
                "Smallest order",
                coupon.minOrderMinor !== null && (
                  <Money key="least" minor={coupon.minOrderMinor} {...sign} />
                ),
              ],
            ]}
          />
        </Panel>
        <section aria-label="Redemptions">
          <ListPage
            head={false}
            title="Redemptions"
            result={loaderData}
            empty={{
              title: "Not redeemed yet",
              text: "Companies that use this coupon stand here, with their orders.",
            }}
            columns={[
              {
                key: "company",
                label: "Company",
                card: "c-name",
                show: ({ companyId: id, companyName: name }) => (
                  <CompanyLink company={{ id, name }} may={sees.companies} />
                ),
              },
              {
                key: "order",
                label: "Order",
                card: "c-top",
                show: ({ orderId, orderNumber }) => (
                  <span className="code">
                    {sees.orders ? (
                      <Link to={`/order/${orderId}`}>{orderNumber}</Link>
                    ) : (
                      orderNumber
                    )}
                  </span>
                ),
              },
              { key: "createdAt", label: "Redeemed", card: "c-due", as: "time" },
            ]}
          />
        </section>
      </div>
    </>
  );
}
