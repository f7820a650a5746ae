import { refusalOf } from "#app/ui/form.tsx";
import { currencyChoices } from "#worker/domain/platform/countries.ts";
import { coupons } from "#worker/domain/platform/coupons.ts";
import { goesOn, staffActions } from "#worker/web/actions.ts";
import { staffContext } from "#worker/web/context.ts";
import type { Route } from "./+types/coupon-update";
import { CodeField, CouponForm } from "./coupon-form.tsx";

export const loader = async ({ context, params }: Route.LoaderArgs) => ({
  ...(await coupons.form(context.get(staffContext), params.id)),
  currencies: currencyChoices,
});
export const action = staffActions(
  ({ session, id, lists }, values) => coupons.update(session, id, { ...values, ...lists }),
  { lists: ["planIds"], reply: goesOn("/coupons") },
);
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `Edit ${loaderData?.coupon?.code ?? "coupon"} - Plumbline` },
];

export default function UpdateCoupon({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <CouponForm
      {...loaderData}
      title={`Edit ${loaderData.coupon?.code ?? "coupon"}`}
      verb="Save coupon"
      back="/coupons"
      problem={refusalOf(actionData)}
    >
      <CodeField />
    </CouponForm>
  );
}
