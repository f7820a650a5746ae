import type { ReactNode } from "react";
import { PlainForm, SubmitButton } from "#app/ui/form.tsx";
import { newerOf, StaleNote } from "#app/ui/stale-note.tsx";
import { Panel } from "#app/ui/states.tsx";
import { useSender } from "#app/ui/use-sender.ts";
import { Version } from "#app/ui/version.tsx";
import type { FormResult } from "#worker/web/forms.ts";

type Props = {
  intent: string;
  title: string;
  /** What the section is for, in a sentence. */
  about?: ReactNode;
  values?: Record<string, unknown>;
  version?: number;
  mayEdit: boolean;
  actionData: FormResult | undefined;
  encType?: "multipart/form-data";
  save?: string;
  children: ReactNode;
};

/** One section of the settings: it saves alone and stays on its page. */
export function SectionForm({
  intent,
  title,
  about,
  values,
  version,
  mayEdit,
  actionData,
  encType,
  save,
  children,
}: Props) {
  const { fetcher, problem } = useSender(actionData, intent);
  const newer = newerOf(problem?.data);
  return (
    <Panel title={title}>
      <PlainForm
        fetcher={fetcher}
        problem={problem}
        guard
        {...(values ? { values } : {})}
        className="stack"
        id={`settings-${intent}`}
        {...(encType ? { encType } : {})}
      >
        {newer && <StaleNote newer={newer} />}
        <input type="hidden" name="intent" value={intent} />
        <Version key={version} of={version} newer={newer?.version} />
        {about && <p className="muted">{about}</p>}
        <fieldset className="stack" disabled={!mayEdit}>
          {children}
        </fieldset>
        {mayEdit && (
          <div>
            <SubmitButton>{save ?? `Save ${title.toLowerCase()}`}</SubmitButton>
          </div>
        )}
      </PlainForm>
    </Panel>
  );
}
