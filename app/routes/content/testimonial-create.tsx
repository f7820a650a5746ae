import { refusalOf } from "#app/ui/form.tsx";
import { testimonials } from "#worker/domain/platform/testimonials.ts";
import { goesOn, staffActions } from "#worker/web/actions.ts";
import type { Route } from "./+types/testimonial-create";
import { TestimonialForm } from "./testimonial-form.tsx";

export const action = staffActions(
  ({ session, visit, file }, { picture: _, ...values }) =>
    testimonials.createWith(session, visit.env.MEDIA, values, file("picture")),
  { reply: goesOn("/testimonials") },
);
export const meta = () => [{ title: "Add testimonial - Plumbline" }];

export default function CreateTestimonial({ actionData }: Route.ComponentProps) {
  return <TestimonialForm testimonial={null} problem={refusalOf(actionData)} />;
}
