import { CheckList } from "#app/ui/check-list.tsx";
import { CheckField, SelectField, TextArea, TextField } from "#app/ui/fields.tsx";
import { type Refused, SubmitButton } from "#app/ui/form.tsx";
import { LinkedText } from "#app/ui/linked-text.tsx";
import { Panel } from "#app/ui/page.tsx";
import { RecordForm } from "#app/ui/record-form.tsx";
import { useTyped } from "#app/ui/typed-values.ts";
import { serviceTypes } from "../platform/parts.tsx";
import { audiences } from "./words.tsx";

type Help = { version: number; question: string; answer: string; serviceTypes: readonly number[] };
type Props = { help: Help | null; problem: Refused | undefined };

/** A question with its answer, and how it will read. */
export function HelpForm({ help, problem }: Props) {
  const title = help ? "Edit question" : "Add question";
  return (
    <RecordForm
      title={title}
      crumbs={[{ label: "Help/Faqs", to: "/helps" }]}
      back="/helps"
      version={help?.version}
      values={help ?? { audience: "public", isActive: true }}
      problem={problem}
      verbs={<SubmitButton>{help ? "Save question" : "Add question"}</SubmitButton>}
    >
      <Panel title="Question">
        <div className="form form-2">
          <TextField
            name="question"
            label="Question"
            required
            maxLength={200}
            className="span-all"
          />
          <TextArea
            name="answer"
            label="Answer"
            required
            rows={8}
            maxLength={5000}
            className="span-all"
            hint="Plain text. Addresses that begin with http:// or https:// become links."
          />
          <TextField name="category" label="Category" maxLength={60} />
          <SelectField
            name="audience"
            label="Audience"
            required
            options={audiences}
            placeholder={false}
            hint="Public ones stand on the landing page."
          />
          <CheckList
            name="serviceTypes"
            label="Service types"
            options={serviceTypes}
            defaultChosen={(help?.serviceTypes ?? [0, 1, 2]).map(String)}
            hint="The kinds of company it is for."
          />
          <CheckField name="isActive" label="Active" off="0" hint="Off: it is not shown." />
        </div>
      </Panel>
      <Preview question={help?.question ?? ""} answer={help?.answer ?? ""} />
    </RecordForm>
  );
}

/** The question as it will read. */
function Preview(first: { question: string; answer: string }) {
  const { at, typed } = useTyped<HTMLDivElement>(first);
  const { question, answer } = typed;
  return (
    <Panel title="Preview">
      <div ref={at}>
        <h3>{String(question ?? "") || "The question"}</h3>
        <LinkedText text={String(answer ?? "") || "Its answer"} />
      </div>
    </Panel>
  );
}
