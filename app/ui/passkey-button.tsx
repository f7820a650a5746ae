import { type ReactNode, useEffect, useRef, useState } from "react";
import { RefusedAnswer } from "./ask.ts";
import { Icon, type IconName } from "./icon.tsx";
import { type AskedPasskey, hasPasskeys, type Outcome, showPasskey } from "./passkey.ts";
import { Note } from "./states.tsx";

const UNREACHED = "The server could not be reached. Try again.";

type Props = {
  children: string;
  /** What the button says while the person's device is asked. */
  waiting: string;
  icon: IconName;
  className: string;
  /** Names of the fields that hold the answer and its challenge. */
  fields: readonly [answer: string, challenge: string];
  work: () => Promise<Outcome>;
  /** The passkey stands for what is typed beside it, and is sent without it; else the form has to be filled in first. */
  isAlone: boolean;
  /** What a browser without passkeys shows. */
  otherwise?: ReactNode;
};

/** Sends the form it stands in with what a passkey has answered. Without scripts nothing is shown. */
export function PasskeyWork(props: Props) {
  const { children, waiting, icon, className, fields, work, isAlone, otherwise = null } = props;
  const [isThere, setThere] = useState<boolean | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const answer = useRef<HTMLInputElement>(null);
  const challenge = useRef<HTMLInputElement>(null);
  useEffect(() => setThere(hasPasskeys()), []);
  if (!isThere) return isThere === false ? otherwise : null;

  const send = async () => {
    const form = answer.current?.form;
    if (!form || !(isAlone || form.reportValidity())) return;
    setBusy(true);
    setProblem(null);
    const outcome = await work().catch((error: unknown) => ({
      problem: error instanceof RefusedAnswer ? error.message : UNREACHED,
    }));
    setBusy(false);
    if ("problem" in outcome) return setProblem(outcome.problem);
    if (!answer.current || !challenge.current) return;
    answer.current.value = outcome.fields.proofCredential;
    challenge.current.value = outcome.fields.proofChallenge;
    const before = form.noValidate;
    if (isAlone) form.noValidate = true;
    // By its first button, which may say what is asked for.
    const button = [...form.elements].find(
      (one): one is HTMLButtonElement => one instanceof HTMLButtonElement && one.type === "submit",
    );
    form.requestSubmit(button ?? null);
    form.noValidate = before;
    // What is typed and sent later goes without it.
    setTimeout(() => {
      if (answer.current) answer.current.value = "";
      if (challenge.current) challenge.current.value = "";
    });
  };

  return (
    <>
      <input type="hidden" name={fields[0]} ref={answer} />
      <input type="hidden" name={fields[1]} ref={challenge} />
      <button className={className} type="button" onClick={send} disabled={isBusy}>
        <Icon name={icon} />
        {isBusy ? waiting : children}
      </button>
      {problem && (
        <div role="alert">
          <Note tone="amber">{problem}</Note>
        </div>
      )}
    </>
  );
}

type ShowProps = {
  children: string;
  /** What the passkey is asked: known already, or fetched when it is wanted. */
  ask: () => AskedPasskey | Promise<AskedPasskey>;
  className?: string;
  /** False where the password is typed all the same. */
  isAlone?: boolean;
};

/** Shows a passkey in place of what is typed. */
export const PasskeyButton = ({
  ask,
  className = "btn btn-block",
  isAlone = true,
  children,
}: ShowProps) => (
  <PasskeyWork
    waiting="Waiting for your passkey..."
    icon="lock"
    className={className}
    fields={["proofCredential", "proofChallenge"]}
    work={async () => showPasskey(await ask())}
    isAlone={isAlone}
  >
    {children}
  </PasskeyWork>
);
