import { Link } from "react-router";
import { FormDialog } from "#app/ui/dialog.tsx";
import { refusalOf } from "#app/ui/form.tsx";
import { type ProofAsked, ProofFields } from "#app/ui/proof-fields.tsx";
import { Panel } from "#app/ui/states.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import type { OwnSession } from "#worker/domain/account/profile.ts";
import type { Answered } from "./profile-form.tsx";
import { SessionList } from "./session-list.tsx";

type Props = {
  sessions: OwnSession[];
  now: number;
  actionData: Answered;
  /** What is asked besides the password, where the page knows it. */
  given?: ProofAsked | undefined;
};

const END_ONE = "end-session";
const END_OTHERS = "end-others";

/** Where the person is signed in, and the way out of each. */
export function OwnSessions({ sessions, now, actionData, given }: Props) {
  const { to } = useDialog();
  return (
    <Panel
      title="Where you are signed in"
      foot={
        sessions.length > 1 && (
          <Link className="btn" to={to({ do: END_OTHERS })} preventScrollReset>
            Sign out everywhere else
          </Link>
        )
      }
    >
      <SessionList
        sessions={sessions}
        now={now}
        here="active now"
        ending={({ id, device }) => (
          <Link
            className="btn btn-sm"
            to={to({ do: END_ONE, on: id })}
            preventScrollReset
            aria-label={`Sign out ${device}`}
          >
            Sign out
          </Link>
        )}
      />
      <EndSession sessions={sessions} actionData={actionData} given={given} />
    </Panel>
  );
}

/** The dialog the address has open: who ends sessions shows who they are. */
function EndSession({ sessions, actionData, given }: Omit<Props, "now">) {
  const { asked, shown } = useDialog();
  const what = asked("do");
  const one = sessions.find(({ id, isThis }) => id === asked("on") && !isThis);
  if (what !== END_OTHERS && !(what === END_ONE && one)) return null;
  const [title, text, hidden]: [string, string, Record<string, string>] =
    what === END_ONE && one
      ? [
          `Sign out ${one.device}?`,
          "That session ends at once. What is not saved there is lost.",
          { intent: END_ONE, id: one.id },
        ]
      : [
          "Sign out everywhere else?",
          "Every session but this one ends at once. What is not saved there is lost.",
          { intent: END_OTHERS },
        ];
  return (
    <FormDialog
      {...shown}
      key={title}
      title={title}
      hidden={hidden}
      verb="Sign out"
      keep="Stay signed in"
      tone="danger"
      problem={refusalOf(actionData)}
    >
      <p>{text}</p>
      <ProofFields name="currentPassword" label="Current password" given={given} />
    </FormDialog>
  );
}
