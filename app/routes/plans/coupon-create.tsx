import { refusalOf } from "#app/ui/form.tsx";
import { currencyChoices } from "#worker/domain/platform/countries.ts";
import { coupons } from "#worker/domain/platform/coupons.ts";
import { goesOn, staffActions } from "#worker/web/actions.ts";
import { staffContext } from "#worker/web/context.ts";
import type { Route } from "./+types/coupon-create";
import { CodeField, CouponForm } from "./coupon-form.tsx";

export const loader = async ({ context }: Route.LoaderArgs) => ({
  ...(await coupons.form(context.get(staffContext), null)),
  currencies: currencyChoices,
});
export const action = staffActions(
  ({ session, lists }, values) => coupons.create(session, { ...values, ...lists }),
  { lists: ["planIds"], reply: goesOn("/coupons") },
);
export const meta = () => [{ title: "Add coupon - Plumbline" }];

export default function CreateCoupon({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <CouponForm
      {...loaderData}
      title="Add coupon"
      verb="Add coupon"
      back="/coupons"
      coupon={null}
      problem={refusalOf(actionData)}
    >
      <CodeField />
    </CouponForm>
  );
}
