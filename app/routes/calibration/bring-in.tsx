import { useFetcher } from "react-router";
import { PlainForm, type Refused, SubmitButton } from "#app/ui/form.tsx";
import { notify } from "#app/ui/toaster.tsx";

type Answered = Refused | { success: true; message: string; warnings?: string[] };

/** Copies what is built in into the company; what it has is left as it is. */
export function BringIn({ what, isFirst }: { what: string; isFirst: boolean }) {
  const fetcher = useFetcher<Answered>();
  const answer = fetcher.data;
  return (
    <PlainForm
      fetcher={fetcher}
      problem={answer?.success === false ? answer : undefined}
      toldAtFields
      onDone={() => {
        if (!answer?.success) return;
        notify.success(answer.message);
        for (const warning of answer.warnings ?? []) notify.warning(warning);
      }}
    >
      <input type="hidden" name="intent" value="bring-in" />
      <SubmitButton
        tone={isFirst ? "primary" : "plain"}
      >{`Bring in the built-in ${what}`}</SubmitButton>
    </PlainForm>
  );
}
