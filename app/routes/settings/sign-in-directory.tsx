import { CopiedText } from "#app/ui/copied-text.tsx";
import { NumberField, TextField } from "#app/ui/fields.tsx";
import { PlainForm, type Refused, SubmitButton } from "#app/ui/form.tsx";
import { Panel } from "#app/ui/page.tsx";
import { ProofFields } from "#app/ui/proof-fields.tsx";
import { SeedField } from "#app/ui/seed-field.tsx";
import { Note } from "#app/ui/states.tsx";
import { TimeText } from "#app/ui/time.tsx";
import type { Page } from "./sign-in.tsx";
import { problemOf } from "./sign-in-problem.ts";

type Props = {
  page: Page;
  problem: Refused | undefined;
  /** The token that was made just now. */
  made: string | null;
};

/** The tokens by which the company's directory keeps its people and teams. */
export function DirectoryTokens({ page, problem, made }: Props) {
  const { tokens, seed, addresses } = page;
  return (
    <Panel title="Directory">
      <div className="stack">
        <p className="muted">
          Your directory can add people, take them away and keep their teams by SCIM 2.0. It gives
          no rights but those of the teams that it puts people into.
        </p>
        <CopiedText label="Address of the directory" text={addresses.directory} />
        {made && (
          <>
            <CopiedText label="Token" text={made} />
            <Note tone="amber">
              It is shown only now. Whoever has it can add and remove your people.
            </Note>
          </>
        )}
        {tokens.map(({ id, name, expiresAt, lastUsedAt }) => (
          <PlainForm key={id} className="chips" problem={problemOf(problem, "revoke-token", id)}>
            <input type="hidden" name="id" value={id} />
            <span>
              <b>{name}</b>{" "}
              <span className="quiet">
                until <TimeText at={expiresAt} />,{" "}
                {lastUsedAt === null ? (
                  "not used yet"
                ) : (
                  <>
                    last used <TimeText at={lastUsedAt} />
                  </>
                )}
              </span>
            </span>
            <SubmitButton
              name="intent"
              value="revoke-token"
              tone="plain"
              className="btn-sm"
              aria-label={`Revoke ${name}`}
            >
              Revoke
            </SubmitButton>
          </PlainForm>
        ))}
        <PlainForm key={made} className="stack" problem={problemOf(problem, "make-token")}>
          <SeedField seed={seed} />
          <TextField name="name" label="Name of the token" required maxLength={60} />
          <NumberField name="days" label="Days it works" required min={1} max={730} />
          <ProofFields />
          <div>
            <SubmitButton name="intent" value="make-token">
              Make token
            </SubmitButton>
          </div>
        </PlainForm>
      </div>
    </Panel>
  );
}
