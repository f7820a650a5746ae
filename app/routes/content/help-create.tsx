import { refusalOf } from "#app/ui/form.tsx";
import { faqs } from "#worker/domain/platform/faqs.ts";
import { goesOn, staffActions } from "#worker/web/actions.ts";
import type { Route } from "./+types/help-create";
import { HelpForm } from "./help-form.tsx";

export const action = staffActions(
  ({ session, lists }, values) => faqs.create(session, { ...values, ...lists }),
  { lists: ["serviceTypes"], reply: goesOn("/helps") },
);
export const meta = () => [{ title: "Add question - Plumbline" }];

export default function CreateHelp({ actionData }: Route.ComponentProps) {
  return <HelpForm help={null} problem={refusalOf(actionData)} />;
}
