import { useState } from "react";
import { useFetcher } from "react-router";
import { ticketFiles } from "#app/shared/ticket-words.ts";
import { TextArea } from "#app/ui/fields.tsx";
import { FileField } from "#app/ui/file-field.tsx";
import { PlainForm, type Refused, SubmitButton } from "#app/ui/form.tsx";
import { Panel } from "#app/ui/page.tsx";
import { notify } from "#app/ui/toaster.tsx";

/** Files of a message. */
export const MessageFiles = () => (
  <FileField
    name="files"
    label="Files"
    accept={[...ticketFiles.endings]}
    maxSize={ticketFiles.bytes}
    hint={`At most ${ticketFiles.most}, together 25 MB`}
    multiple
  />
);

/** The field for a message, which is empty again once the message is there. */
export function MessageForm({
  intent,
  title,
  label,
  verb,
  tone,
  problem,
  className,
}: {
  intent: string;
  title: string;
  label: string;
  verb: string;
  tone: "primary" | "plain";
  problem: Refused | undefined;
  className?: string;
}) {
  const fetcher = useFetcher<Refused | { success: true; message?: string }>();
  const [sent, setSent] = useState(0);
  const answer = fetcher.data;
  const refused = answer?.success === false ? answer : undefined;
  const first = problem?.values?.intent === intent ? problem : undefined;
  return (
    <Panel title={title} {...(className ? { className } : {})}>
      <PlainForm
        key={sent}
        id={`message-${intent}`}
        fetcher={fetcher}
        problem={refused ?? (answer ? undefined : first)}
        encType="multipart/form-data"
        className="stack"
        onDone={() => {
          if (!answer?.success) return;
          if (answer.message) notify.success(answer.message);
          setSent(sent + 1);
        }}
      >
        <input type="hidden" name="intent" value={intent} />
        <TextArea name="body" label={label} required rows={4} maxLength={5000} />
        <MessageFiles />
        <div>
          <SubmitButton tone={tone}>{verb}</SubmitButton>
        </div>
      </PlainForm>
    </Panel>
  );
}
