import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useFetcher, useLocation } from "react-router";
import { PlainForm, type Refused, SubmitButton } from "./form.tsx";
import { addressOf, currentAddress } from "./form-draft.ts";
import { LeaveQuestion } from "./leave-guard.tsx";
import { Dialog } from "./modal.tsx";
import { newerOf, StaleNote } from "./stale-note.tsx";
import { notify } from "./toaster.tsx";

type Props = {
  open: boolean;
  title: ReactNode;
  children: ReactNode;
  onClose: () => void;
  /** Verb and thing: "Save store". */
  verb: string;
  /** The way out. */
  keep?: string;
  action?: string;
  encType?: "application/x-www-form-urlencoded" | "multipart/form-data";
  /** First values of the fields. */
  values?: Record<string, unknown> | null | undefined;
  /** Hidden fields: the intent, the id, the version. */
  hidden?: Record<string, string | number>;
  tone?: "danger" | "primary";
  /** Saved: with what the server answered. */
  onDone?: (data?: unknown) => void;
  /** Address without the dialog, for a dialog that has an address of its own. */
  closeTo?: string;
  /** The refusal of a form that was sent without scripts. */
  problem?: Refused | undefined;
  wide?: boolean;
};

/** A form in a dialog: sent to the route's action, refused here, closed with the server's message when it is done. */
export function FormDialog(props: Props) {
  const {
    open,
    title,
    children,
    onClose,
    verb,
    keep = "Cancel",
    action,
    values,
    hidden = {},
    tone = "primary",
    onDone,
  } = props;
  const { closeTo, problem, wide, encType } = props;
  const fetcher = useFetcher<
    Refused | { success: true; message?: string; data?: unknown; warnings?: string[] } | null
  >();
  const answer = fetcher.data;
  const refused = answer?.success === false ? answer : undefined;
  const shown = refused ?? (answer ? undefined : problem);
  const newer = hidden.version === undefined ? null : newerOf(shown?.data);
  const [dirty, setDirty] = useState(false);
  const [asks, setAsks] = useState(false);
  // Escape is easily one too many; Cancel is meant.
  const escaped = () => (dirty && tone !== "danger" ? setAsks(true) : onClose());
  const left = () => {
    setAsks(false);
    onClose();
  };
  const here = useLocation();
  const settled = useRef<typeof answer>(undefined);
  const settle = () => {
    if (!answer?.success || settled.current === answer) return;
    settled.current = answer;
    if (answer.message) notify.success(answer.message);
    for (const warning of answer.warnings ?? []) notify.warning(warning);
    // Who went elsewhere meanwhile stays there.
    if (currentAddress() !== addressOf(here)) return;
    onClose();
    onDone?.(answer.data);
  };
  const last = useRef(settle);
  useEffect(() => {
    last.current = settle;
  });
  // What was saved may have taken away what the dialog is shown for, and the dialog with it: it is told and closed all the same.
  useEffect(() => () => last.current(), []);
  return (
    <Dialog
      open={open}
      title={title}
      onClose={escaped}
      className={wide ? "dialog-form dialog-wide" : "dialog-form"}
    >
      <PlainForm
        fetcher={fetcher}
        problem={shown}
        values={values}
        onDirty={setDirty}
        {...(action === undefined ? {} : { action })}
        {...(encType === undefined ? {} : { encType })}
        onDone={answer ? settle : onClose}
      >
        {newer && <StaleNote newer={newer} />}
        {Object.entries(newer ? { ...hidden, version: newer.version } : hidden).map(
          ([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ),
        )}
        {children}
        <div className="dialog-foot">
          {closeTo === undefined ? (
            <button className="btn" type="button" onClick={onClose}>
              {keep}
            </button>
          ) : (
            <Link className="btn" to={closeTo} replace preventScrollReset>
              {keep}
            </Link>
          )}
          <SubmitButton tone={tone}>{verb}</SubmitButton>
        </div>
      </PlainForm>
      <LeaveQuestion open={asks} onStay={() => setAsks(false)} onLeave={left} />
    </Dialog>
  );
}

/** Asks before something is done to a thing. The title is a question that names it, the text says the consequence. */
export function ConfirmDialog({
  intent,
  hidden,
  tone = "danger",
  ...rest
}: Props & { /** Sent as `intent`. */ intent: string }) {
  return <FormDialog {...rest} tone={tone} hidden={{ intent, ...hidden }} />;
}
