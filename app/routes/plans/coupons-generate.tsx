import { NumberField, TextField } from "#app/ui/fields.tsx";
import { refusalOf } from "#app/ui/form.tsx";
import { currencyChoices } from "#worker/domain/platform/countries.ts";
import { type Generated, generateCoupons } from "#worker/domain/platform/coupon-codes.ts";
import { coupons } from "#worker/domain/platform/coupons.ts";
import { goesOn, staffActions } from "#worker/web/actions.ts";
import { staffContext } from "#worker/web/context.ts";
import type { Route } from "./+types/coupons-generate";
import { CouponForm } from "./coupon-form.tsx";

export const loader = async ({ context }: Route.LoaderArgs) => ({
  ...(await coupons.form(context.get(staffContext), null)),
  currencies: currencyChoices,
});
export const action = staffActions(
  ({ session, lists }, values) => generateCoupons(session, { ...values, ...lists }),
  {
    lists: ["planIds"],
    reply: goesOn<Generated>(
      ({ data: { first, last } }) => `/coupons/generated?first=${first}&last=${last}`,
    ),
  },
);
export const meta = () => [{ title: "Generate codes - Plumbline" }];

export default function GenerateCoupons({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <CouponForm
      {...loaderData}
      title="Generate codes"
      verb="Generate codes"
      back="/coupons"
      coupon={null}
      problem={refusalOf(actionData)}
    >
      <TextField
        name="prefix"
        label="Prefix"
        mono
        maxLength={10}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        hint="What all codes begin with; ten signs that nobody guesses follow."
      />
      <NumberField
        name="count"
        label="How many"
        required
        min={1}
        max={200}
        defaultValue="10"
        hint="1 to 200, all with the terms below."
      />
    </CouponForm>
  );
}
