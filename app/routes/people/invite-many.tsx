import { Link, useFetcher } from "react-router";
import { PlainForm, type Refused, refusalOf, SubmitButton } from "#app/ui/form.tsx";
import { Dialog } from "#app/ui/modal.tsx";
import { Badge } from "#app/ui/page.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import type { Invited } from "#worker/domain/people/invite.ts";
import { ManyFields, type PersonRules } from "./person-fields.tsx";

type Answer = Refused | { success: true; message: string; data: unknown };
type Props = {
  rules: PersonRules;
  team?: { value: string; label: string } | null;
  answer: Answer | undefined;
};

/** Invites many from a pasted list, and says of each line what came of it. */
export function InviteMany({ rules, team, answer }: Props) {
  const { asked, shown } = useDialog();
  const { closeTo, onClose } = shown;
  const fetcher = useFetcher<Answer>();
  const reply = fetcher.data ?? answer;
  if (asked("do") !== "invite-many") return null;
  const done = reply?.success ? { message: reply.message, ...(reply.data as Invited) } : null;
  if (done)
    return (
      <Dialog
        open
        title={done.message}
        onClose={onClose}
        className="dialog-form dialog-wide"
        footer={
          <Link className="btn btn-primary" to={closeTo} replace preventScrollReset>
            Done
          </Link>
        }
      >
        <ul className="own-sessions" aria-label="What came of each line">
          {done.results.map(({ line, problem }) => (
            <li key={line}>
              <span className="anywhere">{line}</span>
              <Badge tone={problem ? "amber" : "in-date"} icon={problem ? "alert" : "mail"}>
                {problem ?? "Invited"}
              </Badge>
            </li>
          ))}
        </ul>
      </Dialog>
    );
  return (
    <Dialog open title="Invite many people" onClose={onClose} className="dialog-form dialog-wide">
      <PlainForm
        fetcher={fetcher}
        problem={refusalOf(reply)}
        values={{ serviceType: rules.serviceTypes.at(-1) }}
      >
        <input type="hidden" name="intent" value="invite-many" />
        <ManyFields rules={rules} team={team ?? null} />
        <div className="dialog-foot">
          <Link className="btn" to={closeTo} replace preventScrollReset>
            Cancel
          </Link>
          <SubmitButton>Send invitations</SubmitButton>
        </div>
      </PlainForm>
    </Dialog>
  );
}
