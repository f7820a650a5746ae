import { refusalOf } from "#app/ui/form.tsx";
import { consumers } from "#worker/domain/calibration/consumers.ts";
import { countryChoices } from "#worker/domain/platform/countries.ts";
import { actions, goesOn } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/consumer-update";
import { ConsumerForm } from "./consumer-form.tsx";

export const loader = async ({ params, context }: Route.LoaderArgs) => ({
  consumer: await consumers.toEdit(context.get(sessionContext), params.id),
  countries: countryChoices,
});
export const action = actions(({ session, id }, values) => consumers.update(session, id, values), {
  reply: goesOn((_, { id }) => `/consumer/detail/${id}`),
});
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `Edit ${loaderData?.consumer.name ?? "consumer"} - Plumbline` },
];

export default function UpdateConsumer({ loaderData, actionData }: Route.ComponentProps) {
  const { consumer, countries } = loaderData;
  return (
    <ConsumerForm
      title={`Edit ${consumer.name}`}
      back={`/consumer/detail/${consumer.id}`}
      countries={countries}
      values={consumer}
      version={consumer.version}
      problem={refusalOf(actionData)}
    />
  );
}
