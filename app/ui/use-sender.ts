import { useEffect } from "react";
import { useFetcher } from "react-router";
import { type Refused, refusalOf } from "./form.tsx";
import { notify } from "./toaster.tsx";

/**
 * Sends a form that stays on its page, and says what was done.
 * @param first what the page's action answered to a form that was sent without scripts
 * @param intent which of the page's forms it is, where there are several
 * @returns the fetcher, and the refusal of this form
 */
export function useSender(first: { success: boolean } | undefined, intent?: string) {
  const fetcher = useFetcher<Refused | { success: true; message: string }>();
  const answer = fetcher.data;
  useEffect(() => {
    if (answer?.success) notify.success(answer.message);
  }, [answer]);
  const refused = refusalOf(answer ?? first);
  const isOfThis = intent === undefined || refused?.values?.intent === intent;
  return { fetcher, problem: isOfThis ? refused : undefined };
}
