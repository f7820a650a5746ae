import { type ReactNode, useEffect, useState } from "react";
import { PlainForm, refusalOf } from "#app/ui/form.tsx";
import type { Answered } from "./profile-form.tsx";

type Props = { intent: string; actionData: Answered; id?: string; children: ReactNode };

/** One of the forms about second factors: what it answers may be shown once only, so the page itself takes it. */
export function FactorForm({ intent, actionData, id, children }: Props) {
  const [done, setDone] = useState(0);
  useEffect(() => {
    if (actionData?.success) setDone((times) => times + 1);
  }, [actionData]);
  const refused = refusalOf(actionData);
  return (
    <PlainForm
      key={done}
      problem={refused?.values?.intent === intent ? refused : undefined}
      className="stack"
      {...(id ? { id } : {})}
    >
      <input type="hidden" name="intent" value={intent} />
      {children}
    </PlainForm>
  );
}
