import { useSearchParams } from "react-router";
import { Combobox } from "#app/ui/combobox.tsx";
import { refusalOf, SubmitButton } from "#app/ui/form.tsx";
import { Panel } from "#app/ui/page.tsx";
import { RecordForm } from "#app/ui/record-form.tsx";
import { Note } from "#app/ui/states.tsx";
import { beginProcedure, templatesToBegin } from "#worker/domain/procedures/begin.ts";
import { actions, goesOn } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/create";
import { ProcedureFields } from "./fields.tsx";

export const loader = ({ context }: Route.LoaderArgs) =>
  templatesToBegin(context.get(sessionContext));
export { clientAction } from "#app/ui/sending.ts";
export const action = actions(({ session }, values) => beginProcedure(session, values), {
  reply: goesOn<{ id: string; versionId: string }>(
    ({ data }) => `/procedure/edit/${data.versionId}`,
  ),
});
export const meta = () => [{ title: "Add procedure - Plumbline" }];

export default function CreateProcedure({ loaderData, actionData }: Route.ComponentProps) {
  const options = loaderData.map(({ id, name }) => ({ value: id, label: name }));
  const asked = useSearchParams()[0].get("template");
  const template = options.find(({ value }) => value === asked);
  return (
    <RecordForm
      id="procedure-new"
      title="Add procedure"
      crumbs={[{ label: "Procedures", to: "/procedures" }]}
      back="/procedures"
      values={{
        discipline: "medical",
        ...(template ? { name: template.label, templateId: template.value } : {}),
      }}
      problem={refusalOf(actionData)}
      verbs={<SubmitButton>Begin draft</SubmitButton>}
    >
      <Panel title="Procedure">
        <div className="form form-2">
          <ProcedureFields />
        </div>
      </Panel>
      <Panel title="What to begin with">
        {options.length === 0 ? (
          <Note tone="info">
            There are no templates yet. The draft begins with the usual surroundings and rounding.
          </Note>
        ) : (
          <div className="form form-2">
            <Combobox
              name="templateId"
              label="Template"
              options={options}
              clearable
              hint="Its points, tolerances, checks and standards become the draft. Empty: begin with nothing but what is usual."
            />
          </div>
        )}
      </Panel>
    </RecordForm>
  );
}
