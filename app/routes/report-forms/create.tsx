import { useSearchParams } from "react-router";
import { kindNames } from "#app/shared/certificates/forms/kinds.ts";
import { refusalOf, SubmitButton } from "#app/ui/form.tsx";
import { Panel } from "#app/ui/page.tsx";
import { RecordForm } from "#app/ui/record-form.tsx";
import { formToBegin } from "#worker/domain/report-forms/read.ts";
import { beginForm } from "#worker/domain/report-forms/save.ts";
import { actions, goesOn } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import { Picker } from "../masters/picker.tsx";
import type { Route } from "./+types/create";
import { FormFields } from "./fields.tsx";

export const loader = ({ request, context }: Route.LoaderArgs) =>
  formToBegin(context.get(sessionContext), new URL(request.url).searchParams.get("from"));
export { clientAction } from "#app/ui/sending.ts";
export const action = actions(({ session }, values) => beginForm(session, values), {
  reply: goesOn<{ id: string; versionId: string }>(({ data }) => `/report/form/update/${data.id}`),
});
export const meta = () => [{ title: "Add report form - Plumbline" }];

export default function CreateForm({ loaderData: from, actionData }: Route.ComponentProps) {
  const asked = useSearchParams()[0].get("kind") ?? "";
  const kind = from?.kind ?? (asked in kindNames ? asked : "calibration");
  return (
    <RecordForm
      id="report-form-new"
      title="Add report form"
      crumbs={[{ label: "Report forms", to: "/report/form/saved-templates" }]}
      back="/report/form/saved-templates"
      values={{ kind, ...(from ? { fromId: from.id, fromName: from.name } : {}) }}
      problem={refusalOf(actionData)}
      verbs={<SubmitButton>Begin draft</SubmitButton>}
    >
      <Panel title="Form">
        <div className="form form-2">
          <FormFields />
        </div>
      </Panel>
      <Panel title="What to begin with">
        <div className="form form-2">
          <Picker
            name="fromId"
            label="Another form"
            list="report-forms"
            shows="fromName"
            hint="Its newest version is copied. Empty: the built-in form of the kind."
          />
        </div>
      </Panel>
    </RecordForm>
  );
}
