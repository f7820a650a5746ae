import { type ReactNode, useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { PlainForm, type Refused } from "#app/ui/form.tsx";
import { Note } from "#app/ui/states.tsx";
import { notify } from "#app/ui/toaster.tsx";
import type { FormResult } from "#worker/web/forms.ts";

type Props = {
  intent: string;
  values?: Record<string, unknown>;
  /** The answer to a form that was sent without scripts. */
  actionData: FormResult | undefined;
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
  const fetcher = useFetcher<FormResult>();
  const [done, setDone] = useState(0);
  const answer = fetcher.data ?? actionData;
  const refused = answer?.success === false ? answer : undefined;
  const mine = refused?.values.intent === intent ? refused : undefined;
  useEffect(() => {
    if (!fetcher.data?.success) return;
    notify.success(fetcher.data.message);
    setDone((times) => times + 1);
  }, [fetcher.data]);
  return (
    <PlainForm
      key={done}
      fetcher={fetcher}
      problem={mine as Refused | undefined}
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
export function Saved({ actionData }: { actionData: FormResult | undefined }) {
  return actionData?.success ? (
    <div role="status">
      <Note tone="info">{actionData.message}</Note>
    </div>
  ) : null;
}
