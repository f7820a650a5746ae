import { EmailField, TextArea, TextField } from "#app/ui/fields.tsx";
import { FileField } from "#app/ui/file-field.tsx";
import { PlainForm, refusalOf, SubmitButton } from "#app/ui/form.tsx";
import { Trap } from "#app/ui/trap.tsx";
import type { QueryKind } from "#worker/domain/platform/query-input.ts";

type Props = {
  kind: QueryKind;
  /** What the page's action answered. */
  answer: { success: boolean; message: string } | undefined;
};

/** What the message is about, where people say it themselves. */
const subjects: Partial<Record<QueryKind, { label: string; required: boolean }>> = {
  contact: { label: "Subject, optional", required: false },
  career: { label: "What you apply for", required: true },
};
const hints: Record<QueryKind, string> = {
  contact: "10 to 2000 characters. No patient data.",
  career: "10 to 2000 characters: what you have done, and what you would like to do.",
  product: "10 to 2000 characters: how many machines, of how many sites, and what you use today.",
  training: "10 to 2000 characters: for how many people, and what they do today.",
};
/** The fields as they stand, one under the other. */
const order = ["name", "email", "phone", "organisation", "subject", "message", "cv"];
const MOST_CV = 5 * 1024 * 1024;

/** What the browser goes to when the answer comes: it is a new page, which else begins at its top. */
const cursor = { autoFocus: true };

/** The form of a public page, sent as it is: nothing of it needs a script. The first wrong field has the cursor. */
export function QueryForm({ kind, answer }: Props) {
  if (answer?.success)
    return (
      <div className="query-sent" role="status" tabIndex={-1} {...cursor}>
        <h2>{answer.message}</h2>
      </div>
    );
  const problem = refusalOf(answer);
  // What is wrong with the whole stands over the first field.
  const first = order.find((name) => problem?.errors?.[name]) ?? (problem ? order[0] : null);
  const at = (name: string) => (first === name ? cursor : {});
  const subject = subjects[kind];
  return (
    <PlainForm
      className="form query-form"
      id="query"
      problem={problem}
      toldAtFields
      {...(kind === "career" ? { encType: "multipart/form-data" as const } : {})}
    >
      <TextField
        name="name"
        label="Your name"
        required
        maxLength={100}
        autoComplete="name"
        {...at("name")}
      />
      <div className="query-reach">
        <EmailField
          name="email"
          label="E-mail"
          hint="This or a phone number"
          autoComplete="email"
          {...at("email")}
        />
        <TextField
          name="phone"
          label="Phone"
          type="tel"
          maxLength={30}
          autoComplete="tel"
          {...at("phone")}
        />
      </div>
      {kind !== "career" && (
        <TextField
          name="organisation"
          label="Organisation, optional"
          maxLength={150}
          autoComplete="organization"
          {...at("organisation")}
        />
      )}
      {subject && <TextField name="subject" maxLength={150} {...subject} {...at("subject")} />}
      <TextArea
        name="message"
        label="Message"
        hint={hints[kind]}
        required
        minLength={10}
        maxLength={2000}
        rows={6}
        {...at("message")}
      />
      {kind === "career" && (
        <FileField name="cv" label="CV" accept={["pdf"]} maxSize={MOST_CV} required {...at("cv")} />
      )}
      <Trap />
      <p>
        <SubmitButton>{kind === "career" ? "Send application" : "Send message"}</SubmitButton>
      </p>
      <p className="hint">
        It goes to our own address, to answer you and for nothing else.{" "}
        <a href="/privacy">Privacy</a>
      </p>
    </PlainForm>
  );
}
