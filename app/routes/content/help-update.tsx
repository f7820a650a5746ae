import { refusalOf } from "#app/ui/form.tsx";
import { faqs } from "#worker/domain/platform/faqs.ts";
import { goesOn, staffActions } from "#worker/web/actions.ts";
import { staffContext } from "#worker/web/context.ts";
import type { Route } from "./+types/help-update";
import { HelpForm } from "./help-form.tsx";

export const loader = ({ context, params }: Route.LoaderArgs) =>
  faqs.find(context.get(staffContext), params.id);
export const action = staffActions(
  ({ session, id, lists }, values) => faqs.update(session, id, { ...values, ...lists }),
  { lists: ["serviceTypes"], reply: goesOn("/helps") },
);
export const meta = () => [{ title: "Edit question - Plumbline" }];

export default function UpdateHelp({ loaderData, actionData }: Route.ComponentProps) {
  return <HelpForm help={loaderData} problem={refusalOf(actionData)} />;
}
