import { refusalOf } from "#app/ui/form.tsx";
import { testimonials } from "#worker/domain/platform/testimonials.ts";
import { goesOn, staffActions } from "#worker/web/actions.ts";
import { staffContext } from "#worker/web/context.ts";
import type { Route } from "./+types/testimonial-update";
import { TestimonialForm } from "./testimonial-form.tsx";

export const loader = ({ context, params }: Route.LoaderArgs) =>
  testimonials.find(context.get(staffContext), params.id);
export const action = staffActions(
  ({ session, visit, id, file }, { picture: _, withoutPicture, ...values }) =>
    testimonials.updateWith(
      session,
      visit.env.MEDIA,
      id,
      values,
      file("picture"),
      withoutPicture === "1",
    ),
  { reply: goesOn("/testimonials") },
);
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `Edit ${loaderData?.name ?? "testimonial"} - Plumbline` },
];

export default function UpdateTestimonial({ loaderData, actionData }: Route.ComponentProps) {
  return <TestimonialForm testimonial={loaderData} problem={refusalOf(actionData)} />;
}
