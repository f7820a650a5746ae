import { useEffect } from "react";
import { useFetcher } from "react-router";
import { PlainForm, type Refused, SubmitButton } from "#app/ui/form.tsx";
import { notify } from "#app/ui/toaster.tsx";

type Answered = Refused | { success: true; message: string; warnings?: string[] };

/**
 * The button that copies what is built in into the company; what it has is left as it is. The page keeps what is answered: the
 * button of its empty list is gone by then.
 */
export function useBringIn(what: string) {
  const fetcher = useFetcher<Answered>();
  const answer = fetcher.data;
  useEffect(() => {
    if (!answer?.success) return;
    notify.success(answer.message);
    for (const warning of answer.warnings ?? []) notify.warning(warning);
  }, [answer]);
  return (isFirst: boolean) => (
    <PlainForm
      fetcher={fetcher}
      problem={answer?.success === false ? answer : undefined}
      toldAtFields
    >
      <input type="hidden" name="intent" value="bring-in" />
      <SubmitButton tone={isFirst ? "primary" : "plain"}>
        {`Bring in the built-in ${what}`}
      </SubmitButton>
    </PlainForm>
  );
}
