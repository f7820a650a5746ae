import { ConfirmDialog, FormDialog } from "#app/ui/dialog.tsx";
import { EmailField, TextArea } from "#app/ui/fields.tsx";
import { refusalOf } from "#app/ui/form.tsx";
import { ProofFields } from "#app/ui/proof-fields.tsx";
import { useDialog, useOpened } from "#app/ui/use-dialog.ts";
import type { DutyName } from "#worker/domain/people/leave.ts";
import { Picker } from "../masters/picker.tsx";
import { PersonFields, type PersonRules } from "./person-fields.tsx";

type DialogPerson = {
  id: string;
  name: string;
  email: string;
  version: number;
  status: string;
} & Record<string, unknown>;
type Duty = { name: DutyName; things: string; n: number };
type Props = {
  person: DialogPerson | null;
  rules: PersonRules;
  duties?: Duty[];
  /** What the page's action answered to a form that was sent without scripts. */
  answer: { success: boolean } | undefined;
  /** The team new people join. */
  team?: { value: string; label: string } | null;
};

/** The dialog the address has open: `do` says which, `person` on whom. */
export function PersonDialogs({ person: record, rules, duties, answer, team }: Props) {
  const { asked, shown } = useDialog();
  const what = asked("do");
  const person = useOpened(asked("person") || (record?.id ?? ""), record);
  const shared = { ...shown, problem: refusalOf(answer) };
  if (what === "invite")
    return (
      <FormDialog
        {...shared}
        title="Invite a person"
        verb="Send invitation"
        hidden={{ intent: "invite" }}
        values={{ type: "user", serviceType: rules.serviceTypes.at(-1) }}
        wide
      >
        <PersonFields rules={rules} isNew team={team ?? null} />
      </FormDialog>
    );
  if (!person) return null;
  const { id, name, email } = person;
  const of = { person: id };
  if (what === "edit")
    return (
      <FormDialog
        {...shared}
        key={id}
        title={`Edit ${name}`}
        verb="Save person"
        hidden={{ ...of, intent: "edit", version: person.version }}
        values={person}
        wide
      >
        <PersonFields rules={rules} />
        {rules.makeAdmin && <ProofFields hint="Only for another type" isOptional />}
      </FormDialog>
    );
  if (what === "email")
    return (
      <FormDialog
        {...shared}
        key={id}
        title={`New address of ${name}`}
        verb="Send link"
        hidden={{ ...of, intent: "email" }}
      >
        <p className="muted">
          It counts once the link that is sent there is opened. {email} is told, and {name} signs in
          anew.
        </p>
        <EmailField name="newEmail" label="New address" required autoFocus autoComplete="off" />
        <ProofFields />
      </FormDialog>
    );
  if (what === "leave")
    return (
      <FormDialog
        {...shared}
        key={id}
        title={`Mark ${name} as left?`}
        verb="Mark as left"
        keep="Keep person"
        tone="danger"
        hidden={{ ...of, intent: "leave" }}
        wide={Boolean(duties?.length)}
      >
        <p>
          {name} can no longer sign in and leaves every team. Everything they did stays as it is.
        </p>
        {duties?.map((duty) => (
          <Picker
            key={duty.name}
            name={duty.name}
            label={`${duty.n > 100 ? "100+" : duty.n} ${duty.things} go to`}
            list="colleagues"
            placeholder="Nobody"
          />
        ))}
        <TextArea name="reason" label="Reason" maxLength={500} rows={2} />
      </FormDialog>
    );
  const question = Object.hasOwn(questions, what) ? questions[what] : undefined;
  if (!question) return null;
  return (
    <ConfirmDialog
      {...shared}
      key={`${what} ${id}`}
      title={question.title(name)}
      intent={what}
      hidden={of}
      verb={question.verb}
      keep="Keep as it is"
      tone={question.calm ? "primary" : "danger"}
    >
      <p>{question.text(person)}</p>
      {question.asksProof && <ProofFields />}
    </ConfirmDialog>
  );
}

type Question = {
  title: (name: string) => string;
  verb: string;
  text: (person: DialogPerson) => string;
  calm?: true;
  /** The person who acts proves again who they are. */
  asksProof?: true;
};
const questions: Record<string, Question> = {
  suspend: {
    title: (name) => `Suspend ${name}?`,
    verb: "Suspend person",
    text: ({ name }) =>
      `${name} is signed out at once and cannot sign in until an Admin reactivates them. What they answer for stays theirs.`,
  },
  reactivate: {
    title: (name) => `Reactivate ${name}?`,
    verb: "Reactivate person",
    text: ({ name }) => `${name} can sign in again with the rights they had.`,
    calm: true,
  },
  withdraw: {
    title: (name) => `Withdraw the invitation of ${name}?`,
    verb: "Withdraw invitation",
    text: ({ email }) => `The link that was sent to ${email} no longer works.`,
  },
  "send-link": {
    title: (name) => `Send a link to ${name}?`,
    verb: "Send link",
    text: ({ email, status }) =>
      status === "invited"
        ? `${email} gets the invitation again; the one sent before no longer works.`
        : `${email} gets a link to choose a new password. The password of now works until then.`,
    calm: true,
  },
  "new-factors": {
    title: (name) => `Allow ${name} a new second factor?`,
    verb: "Allow",
    text: ({ name }) =>
      `${name} gets a letter with a link that removes their second factors. It works a day after they asked; until then they can refuse.`,
    calm: true,
    asksProof: true,
  },
  "sign-out": {
    title: (name) => `Sign ${name} out everywhere?`,
    verb: "Sign out everywhere",
    text: ({ name }) => `Every session of ${name} ends at once.`,
  },
};
