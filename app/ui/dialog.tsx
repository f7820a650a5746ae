import type { ReactNode } from "react";
import { useFetcher } from "react-router";
import { PlainForm, type Refused, SubmitButton } from "./form.tsx";
import { Dialog } from "./modal.tsx";

export { Dialog } from "./modal.tsx";

type ConfirmProps = {
  open: boolean;
  /** A question that names the thing: "Archive Main Store?" */
  title: ReactNode;
  /** The consequence, and fields if something must be said. */
  children: ReactNode;
  onClose: () => void;
  /** Sent as `intent`. */
  intent: string;
  /** Verb and thing: "Archive store". */
  verb: string;
  /** The way out: "Keep store". */
  keep?: string;
  action?: string;
  /** More hidden fields: the id, the version. */
  hidden?: Record<string, string | number>;
  tone?: "danger" | "primary";
  onDone?: () => void;
};

/** Asks before something is done to a thing; sends `intent` to the route's action and shows its refusal here. */
export function ConfirmDialog(props: ConfirmProps) {
  const { open, title, children, onClose, intent, verb, keep = "Cancel", action, hidden = {}, tone = "danger", onDone } = props;
  const fetcher = useFetcher<Refused | { success?: true } | null>();
  const answer = fetcher.data;
  const refused = answer && "message" in answer && answer.success === false ? answer : undefined;
  return (
    <Dialog open={open} title={title} onClose={onClose} className="dialog-form">
      <PlainForm
        fetcher={fetcher}
        problem={refused}
        {...(action === undefined ? {} : { action })}
        onDone={() => {
          onClose();
          onDone?.();
        }}
      >
        <input type="hidden" name="intent" value={intent} />
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {children}
        <div className="dialog-foot">
          <button className="btn" type="button" onClick={onClose}>
            {keep}
          </button>
          <SubmitButton tone={tone}>{verb}</SubmitButton>
        </div>
      </PlainForm>
    </Dialog>
  );
}
