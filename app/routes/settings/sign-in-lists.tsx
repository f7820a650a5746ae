import { Link } from "react-router";
import { CopiedText } from "#app/ui/copied-text.tsx";
import { EmailField, TextField } from "#app/ui/fields.tsx";
import { PlainForm, type Refused, SubmitButton } from "#app/ui/form.tsx";
import { Badge, Panel } from "#app/ui/page.tsx";
import { ProofFields } from "#app/ui/proof-fields.tsx";
import { TimeText } from "#app/ui/time.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
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
          <Domain key={one.id} of={one} />
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

function Domain({ of }: { of: Page["domains"][number] }) {
  const { id, domain, proof, provedAt } = of;
  const { to } = useDialog();
  return (
    <div className="stack">
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
          <Link
            className="btn btn-primary"
            to={to({ do: "prove-domain", on: id })}
            aria-label={`Check ${domain}`}
            preventScrollReset
          >
            Check
          </Link>
        )}
        <Link
          className="btn"
          to={to({ do: "remove-domain", on: id })}
          aria-label={`Remove ${domain}`}
          preventScrollReset
        >
          Remove
        </Link>
      </div>
    </div>
  );
}

/** Which groups at the provider are which teams. */
export function Groups({ groups, problem }: Pick<Page, "groups"> & Problem) {
  const { to } = useDialog();
  return (
    <Panel title="Groups and teams">
      <div className="stack">
        <p className="muted">
          At each sign-in people come into the teams of their groups, and leave those whose group
          they are no longer in. Teams that stand here with no group are left as they are.
        </p>
        {groups.map(({ id, groupName, teamName }) => (
          <p key={id} className="chips">
            <span>
              <code>{groupName}</code> {teamName}
            </span>
            <Link
              className="btn btn-sm"
              to={to({ do: "remove-group", on: id })}
              aria-label={`Remove ${groupName}`}
              preventScrollReset
            >
              Remove
            </Link>
          </p>
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
          <ProofFields />
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
      <ProofFields />
      <div>
        <SubmitButton name="intent" value="unlink" tone="plain">
          Forget link
        </SubmitButton>
      </div>
    </PlainForm>
  </Panel>
);
