import { FileField } from "#app/ui/file-field.tsx";
import { PlainForm, refusalOf, SubmitButton } from "#app/ui/form.tsx";
import { Panel } from "#app/ui/page.tsx";
import { Note } from "#app/ui/states.tsx";
import { fillFromDcc } from "#worker/domain/calibrator-certificates/fill.ts";
import { createCertificate } from "#worker/domain/calibrator-certificates/save.ts";
import { certificateToEnter } from "#worker/domain/calibrator-certificates/to-edit.ts";
import { actions, goesOn, stays } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/certificate-create";
import { CertificateForm } from "./certificate-form.tsx";

export const loader = ({ params, context }: Route.LoaderArgs) =>
  certificateToEnter(context.get(sessionContext), params.id);

export const action = actions(
  {
    save: {
      run: ({ session, visit, id, file }, { file: _, ...values }) =>
        createCertificate(session, id, values, { bucket: visit.env.MEDIA, upload: file("file") }),
      reply: goesOn((_, { id }) => `/calibrator/${id}`),
    },
    dcc: {
      run: ({ session, visit, id, file }) => fillFromDcc(session, visit.env.MEDIA, id, file("dcc")),
      reply: stays,
    },
  },
  { otherwise: "save" },
);
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `Certificate of ${loaderData?.calibrator.calibratorNo ?? "calibrator"} - Plumbline` },
];

const MEGABYTE = 1024 * 1024;
type Filled = { id: string; values: Record<string, unknown>; told: string[] };
type Answered = { success: boolean; data?: unknown } | undefined;
/** What a DCC has filled in, where one was read. */
const filledBy = (answer: Answered): Filled | null => {
  const data = answer?.success === true ? (answer.data as Filled | undefined) : undefined;
  return data && "told" in data ? data : null;
};

export default function CreateCertificate({ loaderData, actionData }: Route.ComponentProps) {
  const { calibrator } = loaderData;
  const filled = filledBy(actionData);
  const problem = refusalOf(actionData);
  const isOfDcc = problem?.values?.intent === "dcc";
  return (
    <CertificateForm
      key={filled?.id ?? "typed"}
      title={`Certificate of ${calibrator.name}`}
      calibrator={calibrator}
      values={filled?.values ?? {}}
      problem={isOfDcc ? undefined : problem}
      notes={filled?.told.map((text) => (
        <Note key={text} tone="amber">
          {text}
        </Note>
      ))}
    >
      <PlainForm
        className="stack"
        encType="multipart/form-data"
        problem={isOfDcc ? problem : undefined}
        toldAtFields
      >
        <input type="hidden" name="intent" value="dcc" />
        <Panel title="From a file">
          <div className="form form-3">
            <FileField
              name="dcc"
              label="Digital calibration certificate"
              accept={["xml"]}
              maxSize={5 * MEGABYTE}
              hint="DCC 3. It fills in the form above; nothing is saved or accepted by it."
              className="span-2"
            />
            <div className="field">
              <SubmitButton tone="plain" icon="upload">
                Fill in from the file
              </SubmitButton>
            </div>
          </div>
        </Panel>
      </PlainForm>
    </CertificateForm>
  );
}
