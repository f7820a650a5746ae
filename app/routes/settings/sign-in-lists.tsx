import { CopiedText } from "#app/ui/copied-text.tsx";
import { EmailField, TextField } from "#app/ui/fields.tsx";
import { PlainForm, type Refused, SubmitButton } from "#app/ui/form.tsx";
import { Badge, Panel } from "#app/ui/page.tsx";
import { TimeText } from "#app/ui/time.tsx";
import { Picker } from "../masters/picker.tsx";
import type { Page } from "./sign-in.tsx";
import { problemOf } from "./sign-in-problem.ts";

type Problem = { problem: Refused | undefined };

/** The domains of the company's e-mail addresses, with what is to stand in their zones. */
export function Domains({ domains, problem }: Pick<Page, "domains"> & Problem) {
  return (
    <Panel title="Mail domains">
      <div className="stack">
        <p className="muted">
          People are found by their e-mail address only where its domain is yours. Add a TXT record
          where the DNS of the domain is kept, and check it here.
        </p>
        {domains.map((one) => (
          <Domain key={one.id} of={one} problem={problem} />
        ))}
        <PlainForm className="stack" problem={problemOf(problem, "add-domain")}>
          <TextField
            name="domain"
            label="Mail domain"
            required
            mono
            maxLength={253}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            hint="What stands after the @, such as hospital.example"
          />
          <div>
            <SubmitButton name="intent" value="add-domain">
              Add domain
            </SubmitButton>
          </div>
        </PlainForm>
      </div>
    </Panel>
  );
}

function Domain({ of, problem }: { of: Page["domains"][number] } & Problem) {
  const { id, domain, proof, provedAt } = of;
  const wrong = problemOf(problem, "prove-domain", id) ?? problemOf(problem, "remove-domain", id);
  return (
    <PlainForm className="stack" problem={wrong}>
      <input type="hidden" name="id" value={id} />
      <p>
        <b>{domain}</b>{" "}
        {provedAt === null ? (
          <Badge tone="amber" icon="clock">
            Not proved
          </Badge>
        ) : (
          <>
            <Badge tone="in-date" icon="ok" calm>
              Proved
            </Badge>{" "}
            <span className="quiet">
              <TimeText at={provedAt} />
            </span>
          </>
        )}
      </p>
      {provedAt === null && (
        <>
          <CopiedText label={`Name of the TXT record of ${domain}`} text={`_plumbline.${domain}`} />
          <CopiedText label={`Value of the TXT record of ${domain}`} text={proof} />
        </>
      )}
      <div className="chips">
        {provedAt === null && (
          <SubmitButton name="intent" value="prove-domain" aria-label={`Check ${domain}`}>
            Check
          </SubmitButton>
        )}
        <SubmitButton
          name="intent"
          value="remove-domain"
          tone="plain"
          aria-label={`Remove ${domain}`}
        >
          Remove
        </SubmitButton>
      </div>
    </PlainForm>
  );
}

/** Which groups at the provider are which teams. */
export function Groups({ groups, problem }: Pick<Page, "groups"> & Problem) {
  return (
    <Panel title="Groups and teams">
      <div className="stack">
        <p className="muted">
          At each sign-in people come into the teams of their groups, and leave those whose group
          they are no longer in. Teams that stand here with no group are left as they are.
        </p>
        {groups.map(({ id, groupName, teamName }) => (
          <PlainForm key={id} className="row" problem={problemOf(problem, "remove-group", id)}>
            <input type="hidden" name="id" value={id} />
            <span>
              <code>{groupName}</code> {teamName}
            </span>
            <SubmitButton
              name="intent"
              value="remove-group"
              tone="plain"
              className="btn-sm"
              aria-label={`Remove ${groupName}`}
            >
              Remove
            </SubmitButton>
          </PlainForm>
        ))}
        <PlainForm className="stack" problem={problemOf(problem, "add-group")}>
          <TextField
            name="groupName"
            label="Group"
            required
            maxLength={200}
            autoCapitalize="none"
            spellCheck={false}
            hint="Just as the provider sends it; some send an id in place of the name"
          />
          <Picker name="teamId" label="Team" list="teams" required />
          <div>
            <SubmitButton name="intent" value="add-group">
              Add group
            </SubmitButton>
          </div>
        </PlainForm>
      </div>
    </Panel>
  );
}

/** For a person who has another account at the provider now. */
export const Unlinking = ({ problem }: Problem) => (
  <Panel title="Forget a link">
    <PlainForm className="stack" problem={problemOf(problem, "unlink")}>
      <p className="muted">
        A person is known by their account at the provider, whatever its address. If they have
        another account there now, forget the old one: their sessions end, and the next sign-in
        finds them by their address.
      </p>
      <EmailField name="email" label="E-mail of the person" required autoComplete="off" />
      <div>
        <SubmitButton name="intent" value="unlink" tone="plain">
          Forget link
        </SubmitButton>
      </div>
    </PlainForm>
  </Panel>
);
