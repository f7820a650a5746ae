import {
  type ComponentProps,
  type FormEvent,
  Fragment,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { type FetcherWithComponents, Form, useNavigation } from "react-router";
import type { Problem } from "#app/shared/refusal.ts";
import { DraftNote } from "./draft-note.tsx";
import { focusWrong } from "./focus-wrong.ts";
import { FormContext, newKey } from "./form-context.ts";
import { currentAddress, dropDraft, keepDraft, readDraft } from "./form-draft.ts";
import { FormSummary } from "./form-summary.tsx";
import { Icon, type IconName } from "./icon.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { notify } from "./toaster.tsx";

export { FormContext, useField } from "./form-context.ts";

export type Refused = Problem & { values?: Record<string, unknown> };

/** The refusal in what an action answered, if it is one. */
export const refusalOf = (answer: { success: boolean } | undefined): Refused | undefined =>
  answer?.success === false ? (answer as Refused) : undefined;

type Props = {
  problem?: Refused | undefined;
  values?: Record<string, unknown> | null | undefined;
  children: ReactNode;
  method?: "post" | "get";
  action?: string;
  encType?: "application/x-www-form-urlencoded" | "multipart/form-data";
  id?: string;
  /** Ask before unsaved work is left, and keep a sent draft in the tab until it is answered. */
  guard?: boolean;
  /** It tells itself that a draft is back. */
  tellsDraft?: boolean;
  /** Its few fields are all in sight and tell what is wrong with them; no summary says it again. */
  toldAtFields?: boolean;
  className?: string;
  /** Send through this fetcher and stay on the page. */
  fetcher?: FetcherWithComponents<unknown>;
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  /** Answered without a problem. */
  onDone?: () => void;
  /** Something in it was changed, or is as it was saved. */
  onDirty?: (dirty: boolean) => void;
};

/** A form that posts with or without scripts, shows refusals at the fields and in toasts, and saves once. */
export function PlainForm(props: Props) {
  const {
    problem,
    children,
    method = "post",
    guard = false,
    tellsDraft = false,
    toldAtFields = false,
    fetcher,
    className,
    onDone,
    onDirty,
    onSubmit,
    values,
    id: ownId,
    ...rest
  } = props;
  const madeId = useId();
  const id = ownId ?? madeId;
  const [key, setKey] = useState("");
  const [dirty, setDirty] = useState(false);
  const [draft, setDraft] = useState<Record<string, unknown> | null>(null);
  /** Where the draft is kept, from when the form is shown. */
  const at = useRef("");
  const summary = useRef<HTMLDivElement>(null);
  const allowed = useRef(false);
  const toasted = useRef<Refused | undefined>(undefined);
  const wasBusy = useRef(false);

  const navigation = useNavigation();
  const { state, formData } = fetcher ?? navigation;
  const busy = state !== "idle" && key !== "" && formData?.get("idempotency_key") === key;

  useEffect(() => setKey(newKey()), []);
  useEffect(() => onDirty?.(dirty), [dirty, onDirty]);

  // A draft is there only when the last answer never came.
  useEffect(() => {
    if (!guard) return;
    const here = currentAddress();
    at.current = here;
    const saved = readDraft(here, id);
    if (saved) {
      setDraft(saved);
      // The same key again: a save whose answer was lost is not done twice.
      if (typeof saved.idempotency_key === "string" && saved.idempotency_key)
        setKey(saved.idempotency_key);
      setDirty(true);
    }
    return () => {
      if (currentAddress() !== here && !location.pathname.startsWith("/login")) dropDraft(id, here);
    };
  }, [guard, id]);

  // A phone may end the tab while its camera is open; a reload comes back to the draft as well.
  useEffect(() => {
    if (!guard || !dirty) return;
    const keep = () => {
      const form = document.getElementById(id);
      if (document.visibilityState === "hidden" && form instanceof HTMLFormElement)
        keepDraft(at.current, form);
    };
    document.addEventListener("visibilitychange", keep);
    return () => document.removeEventListener("visibilitychange", keep);
  }, [guard, dirty, id]);

  useEffect(() => {
    if (!problem || toasted.current === problem) return;
    toasted.current = problem;
    const messages = Object.values(problem.errors ?? {}).flat();
    for (const message of messages.length > 0 ? messages : [problem.message]) notify.error(message);
    focusWrong(document.getElementById(id)) || summary.current?.focus();
  }, [problem, id]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when sending ends, with what is current then
  useEffect(() => {
    if (wasBusy.current && !busy) {
      allowed.current = false;
      // After a refusal the draft stays, with its key: the answer to a save may have been lost.
      if (!problem) {
        dropDraft(id, at.current);
        setDirty(false);
        setKey(newKey());
        onDone?.();
      }
    }
    wasBusy.current = busy;
  }, [busy]);

  const [errors, mend] = useUnmended(problem);
  const touch = useCallback(
    (name?: string) => {
      setDirty(true);
      if (name) mend(name);
    },
    [mend],
  );
  const context = useMemo(
    () => ({
      id,
      values: { ...values, ...draft, ...problem?.values },
      saved: values ?? {},
      errors,
      busy,
      sending: busy ? formData : undefined,
      isDraft: draft !== null,
      touch,
    }),
    [id, values, draft, problem, errors, busy, formData, touch],
  );

  const submitted = (event: FormEvent<HTMLFormElement>) => {
    onSubmit?.(event);
    if (event.defaultPrevented) return;
    if (busy || !navigator.onLine) event.preventDefault();
    if (!navigator.onLine)
      return notify.error(
        "You are offline. What you typed is still here; send it when the line is back.",
      );
    allowed.current = true;
    if (guard) keepDraft(at.current, event.currentTarget);
  };

  const startAgain = () => {
    dropDraft(id, at.current);
    setDraft(null);
    setDirty(false);
    setKey(newKey());
  };

  const Sender = fetcher ? fetcher.Form : Form;
  return (
    <>
      {guard && dirty && <LeaveGuard allowed={allowed} />}
      {/* The server's words are the ones shown, so the browser's own checks are off. */}
      <Sender
        {...rest}
        id={id}
        method={method}
        className={className}
        onSubmit={submitted}
        onChange={({ target }: FormEvent<HTMLFormElement>) =>
          touch((target as unknown as HTMLInputElement).name)
        }
        noValidate
      >
        {method === "post" && <input type="hidden" name="idempotency_key" value={key} />}
        <FormContext value={context}>
          {draft && !problem && !tellsDraft && (
            <DraftNote draft={draft} hasFile={rest.encType !== undefined} onDrop={startAgain} />
          )}
          {problem && !(toldAtFields && problem.errors) && (
            <FormSummary problem={problem} box={summary} />
          )}
          {/* A found draft gives every field a new first value. */}
          <Fragment key={draft ? "draft" : "first"}>{children}</Fragment>
        </FormContext>
      </Sender>
    </>
  );
}

/** The errors of a refusal without those of fields that were changed since, and what takes one off. */
function useUnmended(problem: Refused | undefined) {
  const [mended, setMended] = useState<{ of: Refused | undefined; names: readonly string[] }>();
  const names = mended?.of === problem ? mended?.names : undefined;
  const errors = useMemo(() => {
    const all = Object.entries(problem?.errors ?? {});
    return Object.fromEntries(all.filter(([name]) => !names?.includes(name)));
  }, [problem, names]);
  const mend = useCallback(
    (name: string) => {
      if (!problem?.errors?.[name]) return;
      setMended((before) => ({
        of: problem,
        names: [...(before?.of === problem ? before.names : []), name],
      }));
    },
    [problem],
  );
  return [errors, mend] as const;
}

type ButtonProps = Omit<ComponentProps<"button">, "type"> & {
  tone?: "primary" | "danger" | "plain";
  icon?: IconName;
};

/** Disabled with a spinner while its form is sent; the words stay. */
export function SubmitButton({
  children,
  tone = "primary",
  icon,
  className,
  disabled,
  ...rest
}: ButtonProps) {
  const { busy, sending } = useContext(FormContext);
  const isBusy = busy && (rest.name === undefined || sending?.get(rest.name) === rest.value);
  const look = ["btn", tone !== "plain" && `btn-${tone}`, className].filter(Boolean).join(" ");
  return (
    <button
      {...rest}
      type="submit"
      className={look}
      disabled={busy || disabled}
      aria-busy={isBusy || undefined}
    >
      {isBusy ? <Icon name="spin" spin /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
