import { refusalOf } from "#app/ui/form.tsx";
import { consumers } from "#worker/domain/calibration/consumers.ts";
import { countryChoices } from "#worker/domain/platform/countries.ts";
import { actions, goesOn } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/consumer-create";
import { ConsumerForm } from "./consumer-form.tsx";

export const loader = ({ context }: Route.LoaderArgs) => ({
  countries: countryChoices,
  country: context.get(sessionContext).company.country,
});
export const action = actions(({ session }, values) => consumers.create(session, values), {
  reply: goesOn(({ data }) => `/consumer/detail/${data.id}`),
});
export const meta = () => [{ title: "Add consumer - Plumbline" }];

export default function CreateConsumer({ loaderData, actionData }: Route.ComponentProps) {
  const { countries, country } = loaderData;
  return (
    <ConsumerForm
      title="Add consumer"
      back="/consumers"
      countries={countries}
      values={{ country, status: "active", delivery: "email" }}
      problem={refusalOf(actionData)}
    />
  );
}
