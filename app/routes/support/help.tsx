import { useFetcher } from "react-router";
import { PlainForm, SubmitButton } from "#app/ui/form.tsx";

type Help = { id: string; question: string; answer: string };

/** A help that opens in its place, and asks whether it helped. */
export function HelpEntry({ help: { id, question, answer } }: { help: Help }) {
  return (
    <details className="more help">
      <summary>{question}</summary>
      <div className="stack">
        <p className="said">{answer}</p>
        <Vote id={id} question={question} />
      </div>
    </details>
  );
}

function Vote({ id, question }: { id: string; question: string }) {
  const fetcher = useFetcher<{ success: boolean }>();
  if (fetcher.data?.success) return <p role="status">Thank you.</p>;
  return (
    <PlainForm id={`help-${id}`} fetcher={fetcher} action="/support/helps" className="help-vote">
      <input type="hidden" name="intent" value="vote" />
      <input type="hidden" name="id" value={id} />
      <span>Did this help?</span>
      <SubmitButton name="helped" value="yes" tone="plain" className="btn-sm">
        Yes
        <span className="sr-only">, {question} helped</span>
      </SubmitButton>
      <SubmitButton name="helped" value="no" tone="plain" className="btn-sm">
        No
        <span className="sr-only">, {question} did not help</span>
      </SubmitButton>
    </PlainForm>
  );
}
