import { PlainForm, SubmitButton } from "#app/ui/form.tsx";
import { Panel } from "#app/ui/page.tsx";
import { ProofFields } from "#app/ui/proof-fields.tsx";
import { TimeText } from "#app/ui/time.tsx";
import { useSender } from "#app/ui/use-sender.ts";
import type { MadeSecret } from "#worker/domain/webhooks/endpoints.ts";
import type { FormResult } from "#worker/web/forms.ts";
import { NewSecret } from "./webhook-parts.tsx";

type Props = {
  actionData: FormResult | undefined;
  /** Until when the secret before signs as well; null where there is none. */
  until: number | null;
};

/** Gives a webhook another secret, which is shown once. */
export function RotateSecret({ actionData, until }: Props) {
  const { fetcher, problem } = useSender(actionData, "rotate");
  const done = (fetcher.data ?? actionData) as FormResult | undefined;
  const made = done?.success ? (done.data as Partial<MadeSecret> | null) : null;
  return (
    <>
      {made?.secret && <NewSecret secret={made.secret} />}
      <Panel title="Another secret">
        <div className="stack">
          <p className="muted">
            For a day both sign what is sent, so that your software can change over without losing
            anything.
          </p>
          {until !== null && until > Date.now() && (
            <p>
              The secret before signs as well until <TimeText at={until} />.
            </p>
          )}
          <PlainForm key={made?.secret ?? ""} fetcher={fetcher} problem={problem} className="stack">
            <input type="hidden" name="intent" value="rotate" />
            <ProofFields />
            <div>
              <SubmitButton>Make another secret</SubmitButton>
            </div>
          </PlainForm>
        </div>
      </Panel>
    </>
  );
}
