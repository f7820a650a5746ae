import { redirect } from "react-router";
import { refusalOf, SubmitButton } from "#app/ui/form.tsx";
import { RecordForm } from "#app/ui/record-form.tsx";
import { draftToEdit } from "#worker/domain/procedures/read.ts";
import { saveSentDraft } from "#worker/domain/procedures/sent-draft.ts";
import { actions, goesOn } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/edit";
import { ProcedureEditor } from "./editor.tsx";
import type { Newer } from "./newer-note.tsx";
import "../../css/procedures.css";

/** A draft; a version that is none any more is shown on the procedure's page. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await draftToEdit(context.get(sessionContext), params.id);
  const { version, procedure } = found;
  if (version.status !== "draft")
    throw redirect(`/procedure/${procedure.id}?version=${version.id}`);
  return found;
}

export { clientAction } from "#app/ui/sending.ts";
export const action = actions(({ session, id }, values) => saveSentDraft(session, id, values), {
  // The page stays as it is: its draft is what was saved.
  reply: goesOn((_, { id }) => `/procedure/edit/${id}`),
});
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `Edit ${loaderData?.procedure.code ?? "procedure"} - Plumbline` },
];

const newerOf = (data: unknown): Newer | null =>
  data && typeof data === "object" && "content" in data ? (data as Newer) : null;

export default function EditProcedure({ loaderData, actionData }: Route.ComponentProps) {
  const { version, procedure, rules } = loaderData;
  const problem = refusalOf(actionData);
  const newer = newerOf(problem?.data);
  return (
    <RecordForm
      id="procedure"
      title={`${procedure.name}, version ${version.versionNo}`}
      crumbs={[
        { label: "Procedures", to: "/procedures" },
        {
          label: <span className="code">{procedure.code}</span>,
          to: `/procedure/${procedure.id}?version=${version.id}`,
        },
      ]}
      back={`/procedure/${procedure.id}?version=${version.id}`}
      version={version.version}
      values={{}}
      problem={problem}
      verbs={<SubmitButton>Save draft</SubmitButton>}
    >
      <ProcedureEditor key={version.id} {...{ version, rules, newer }} />
    </RecordForm>
  );
}
