import { type ReactNode, useEffect, useState } from "react";
import { PlainForm, type Refused } from "#app/ui/form.tsx";
import { Note } from "#app/ui/states.tsx";
import { useSender } from "#app/ui/use-sender.ts";
import type { FormResult } from "#worker/web/forms.ts";

/** The page's answer to a form: the server's, or what the browser says of a line that was lost. */
export type Answered = FormResult | Refused | undefined;

type Props = {
  intent: string;
  values?: Record<string, unknown>;
  /** The answer to a form that was sent without scripts. */
  actionData: Answered;
  className?: string;
  encType?: "multipart/form-data";
  children: ReactNode;
};

/** One of the forms of the profile page: it stays there, says what was saved, and empties itself of passwords. */
export function ProfileForm({
  intent,
  values,
  actionData,
  className = "stack",
  encType,
  children,
}: Props) {
  const { fetcher, problem } = useSender(actionData, intent);
  const [done, setDone] = useState(0);
  useEffect(() => {
    if (fetcher.data?.success) setDone((times) => times + 1);
  }, [fetcher.data]);
  return (
    <PlainForm
      key={done}
      fetcher={fetcher}
      problem={problem}
      {...(values ? { values } : {})}
      className={className}
      {...(encType ? { encType } : {})}
    >
      <input type="hidden" name="intent" value={intent} />
      {children}
    </PlainForm>
  );
}

/** What a form that was sent without scripts has saved. */
export function Saved({ actionData }: { actionData: Answered }) {
  return actionData?.success ? (
    <div role="status">
      <Note tone="info">{actionData.message}</Note>
    </div>
  ) : null;
}
