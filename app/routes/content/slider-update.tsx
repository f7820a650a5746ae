import { refusalOf } from "#app/ui/form.tsx";
import { sliders } from "#worker/domain/platform/sliders.ts";
import { goesOn, staffActions } from "#worker/web/actions.ts";
import { staffContext } from "#worker/web/context.ts";
import type { Route } from "./+types/slider-update";
import { SliderForm } from "./slider-form.tsx";

export const loader = ({ context, params }: Route.LoaderArgs) =>
  sliders.find(context.get(staffContext), params.id);
export const action = staffActions(
  ({ session, visit, id, file }, { picture: _, ...values }) =>
    sliders.updateWith(session, visit.env.MEDIA, id, values, file("picture")),
  { reply: goesOn("/app-sliders") },
);
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `Edit ${loaderData?.title ?? "slider"} - Plumbline` },
];

export default function UpdateSlider({ loaderData, actionData }: Route.ComponentProps) {
  return <SliderForm slider={loaderData} problem={refusalOf(actionData)} />;
}
