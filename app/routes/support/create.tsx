import { useState } from "react";
import { plural } from "#app/shared/plural.ts";
import { ticketCategories, ticketPriorities } from "#app/shared/ticket-words.ts";
import { SelectField, TextArea, TextField } from "#app/ui/fields.tsx";
import { PlainForm, refusalOf, SubmitButton } from "#app/ui/form.tsx";
import { PageHead, Panel } from "#app/ui/page.tsx";
import { newTicketAction } from "#worker/web/support-actions.ts";
import type { Route } from "./+types/create";
import "#app/css/calls.css";
import "#app/css/support.css";
import { MessageFiles } from "./message-form.tsx";
import { HELPS, SuggestedHelps, useHelps } from "./suggested.tsx";

export { clientAction } from "#app/ui/sending.ts";
export const action = newTicketAction;
export const meta = () => [{ title: "New ticket - Plumbline" }];

/** A question to the platform; helps are suggested while its subject is typed. */
export default function CreateTicket({ actionData }: Route.ComponentProps) {
  const [subject, setSubject] = useState("");
  const helps = useHelps(subject);
  return (
    <>
      <PageHead
        title="New ticket"
        crumbs={[{ label: "Support Ticket", to: "/supports" }, { label: "New" }]}
      />
      <div className="cols cols-32">
        <Panel>
          <PlainForm
            id="new-ticket"
            problem={refusalOf(actionData)}
            encType="multipart/form-data"
            className="stack"
            guard
          >
            <TextField
              name="subject"
              label="Subject"
              required
              minLength={5}
              maxLength={150}
              hint={
                helps.length > 0 && (
                  <a href={`#${HELPS}`}>
                    {plural(helps.length, "1 help may answer it", "{n} helps may answer it")}
                  </a>
                )
              }
              onChange={(event) => setSubject(event.currentTarget.value)}
            />
            <div className="form form-2">
              <SelectField name="category" label="Category" required options={ticketCategories} />
              <SelectField
                name="priority"
                label="Priority"
                required
                placeholder={false}
                defaultValue="normal"
                options={ticketPriorities}
              />
            </div>
            <TextArea
              name="body"
              label="Message"
              hint="No patient data"
              required
              rows={6}
              maxLength={5000}
            />
            <MessageFiles />
            <div>
              <SubmitButton>Send ticket</SubmitButton>
            </div>
          </PlainForm>
        </Panel>
        <SuggestedHelps helps={helps} />
      </div>
    </>
  );
}
