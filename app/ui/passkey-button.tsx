import { useEffect, useRef, useState } from "react";
import { Icon } from "./icon.tsx";
import { type AskedPasskey, hasPasskeys, showPasskey } from "./passkey.ts";
import { Note } from "./states.tsx";

type Props = {
  children: string;
  /** What the passkey is asked: known already, or fetched when it is wanted. */
  ask: () => AskedPasskey | Promise<AskedPasskey>;
  className?: string;
};

/**
 * Sends the form it stands in with a passkey in place of what is typed. Browsers without passkeys or scripts show nothing.
 */
export function PasskeyButton({ children, ask, className = "btn btn-block" }: Props) {
  const [isThere, setThere] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const credential = useRef<HTMLInputElement>(null);
  const challenge = useRef<HTMLInputElement>(null);
  useEffect(() => setThere(hasPasskeys()), []);
  if (!isThere) return null;

  const show = async () => {
    setBusy(true);
    setProblem(null);
    const outcome = await Promise.resolve(ask())
      .then((asked) => showPasskey(asked))
      .catch(() => ({ problem: "The server could not be reached. Try again." }));
    setBusy(false);
    if ("problem" in outcome) return setProblem(outcome.problem);
    const form = credential.current?.form;
    if (!form || !credential.current || !challenge.current) return;
    credential.current.value = outcome.fields.proofCredential;
    challenge.current.value = outcome.fields.proofChallenge;
    // The passkey stands for the fields beside it.
    const before = form.noValidate;
    form.noValidate = true;
    // By its first button, which may say what is asked for.
    const button = [...form.elements].find(
      (one): one is HTMLButtonElement => one instanceof HTMLButtonElement && one.type === "submit",
    );
    form.requestSubmit(button ?? null);
    form.noValidate = before;
    // What is typed and sent later goes without it.
    setTimeout(() => {
      if (credential.current) credential.current.value = "";
      if (challenge.current) challenge.current.value = "";
    });
  };

  return (
    <>
      <input type="hidden" name="proofCredential" ref={credential} />
      <input type="hidden" name="proofChallenge" ref={challenge} />
      <button className={className} type="button" onClick={show} disabled={isBusy}>
        <Icon name="lock" />
        {isBusy ? "Waiting for your passkey..." : children}
      </button>
      {problem && (
        <div role="alert">
          <Note tone="amber">{problem}</Note>
        </div>
      )}
    </>
  );
}
