import { refusalOf } from "#app/ui/form.tsx";
import { sliders } from "#worker/domain/platform/sliders.ts";
import { goesOn, staffActions } from "#worker/web/actions.ts";
import type { Route } from "./+types/slider-create";
import { SliderForm } from "./slider-form.tsx";

export const action = staffActions(
  ({ session, visit, file }, { picture: _, ...values }) =>
    sliders.createWith(session, visit.env.MEDIA, values, file("picture")),
  { reply: goesOn("/app-sliders") },
);
export const meta = () => [{ title: "Add slider - Plumbline" }];

export default function CreateSlider({ actionData }: Route.ComponentProps) {
  return <SliderForm slider={null} problem={refusalOf(actionData)} />;
}
