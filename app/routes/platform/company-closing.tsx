import { FormDialog } from "#app/ui/dialog.tsx";
import { TextArea } from "#app/ui/fields.tsx";
import type { Refused } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { MenuLink } from "#app/ui/menu.tsx";
import { Badge, DefinitionList } from "#app/ui/page.tsx";
import { ProofFields } from "#app/ui/proof-fields.tsx";
import { DateText, TimeText } from "#app/ui/time.tsx";
import { useDialog, useOpenedRow } from "#app/ui/use-dialog.ts";
import type { Row as Listed } from "./companies.tsx";

/** A company with what waits for a second person about it. */
type Row = Pick<
  Listed,
  | "id"
  | "name"
  | "status"
  | "purgeOn"
  | "requestId"
  | "requestKind"
  | "requestReason"
  | "askedBy"
  | "askedByName"
  | "lapsesAt"
>;

/** What closing and opening again are called where they wait for a second person. */
const asked = {
  close: { noun: "Closing", verb: "Close", waits: "Closing to be confirmed" },
  reopen: { noun: "Reopening", verb: "Reopen", waits: "Reopening to be confirmed" },
} as const;

/** When the data of a closed company is removed, and what waits for a second person. */
export function ClosingNote({ company: { purgeOn, requestKind } }: { company: Row }) {
  return (
    <>
      {purgeOn && (
        <span className="muted">
          Removed on <DateText on={purgeOn} />
        </span>
      )}
      {requestKind && (
        <Badge tone="amber" icon="clock">
          {asked[requestKind].waits}
        </Badge>
      )}
    </>
  );
}

/** What can be asked for a company, or decided of what was asked. */
export function ClosingEntries({ company, me }: { company: Row; me: string }) {
  const { to } = useDialog();
  const { id, status, requestKind, askedBy } = company;
  if (!requestKind) {
    const kind = status === "closed" ? "reopen" : "close";
    return (
      <MenuLink to={to({ do: kind, company: id })} icon="lock" danger={kind === "close"}>
        {asked[kind].verb}
      </MenuLink>
    );
  }
  const confirm = `Confirm ${asked[requestKind].noun.toLowerCase()}`;
  return (
    <>
      {askedBy === me ? (
        <button
          className="menu-item"
          type="button"
          disabled
          title="Somebody else confirms what you have asked for"
        >
          <Icon name="ok" />
          {confirm}
        </button>
      ) : (
        <MenuLink
          to={to({ do: "confirm", company: id })}
          icon="ok"
          danger={requestKind === "close"}
        >
          {confirm}
        </MenuLink>
      )}
      <MenuLink to={to({ do: "withdraw", company: id })} icon="cross">
        Withdraw request
      </MenuLink>
    </>
  );
}

type Props = { rows: readonly Row[]; problem: Refused | undefined };

/** Asks to close a company or to open it again, and confirms or withdraws that, as the address says. */
export function ClosingDialog({ rows, problem }: Props) {
  const dialog = useDialog();
  const company = useOpenedRow("company", rows);
  const intent = dialog.asked("do");
  if (!company || !intent) return null;
  const shared = {
    ...dialog.shown,
    problem: problem?.values?.intent === intent ? problem : undefined,
  };
  const key = `${intent} ${company.id}`;
  if (intent === "close" || intent === "reopen")
    return <Ask key={key} shared={shared} company={company} kind={intent} />;
  if ((intent === "confirm" || intent === "withdraw") && company.requestKind)
    return <Decide key={key} shared={shared} company={company} intent={intent} />;
  return null;
}

type Shared = ReturnType<typeof useDialog>["shown"] & { problem: Refused | undefined };
const MeansOfClosing = () => (
  <p>
    Its addresses answer no longer, and everybody is signed out at once. Open orders are cancelled,
    and its subscription ends. Its data is kept for 90 days and then removed; invoices and the
    platform's log are kept. Its Admins get a letter.
  </p>
);
const Password = () => <ProofFields label="Password" />;

type AskProps = { shared: Shared; company: Row; kind: keyof typeof asked };
function Ask({ shared, company, kind }: AskProps) {
  const isClosing = kind === "close";
  return (
    <FormDialog
      {...shared}
      title={`${asked[kind].verb} ${company.name}?`}
      verb={isClosing ? "Ask to close" : "Ask to reopen"}
      keep="Keep as it is"
      tone={isClosing ? "danger" : "primary"}
      hidden={{ intent: kind, id: company.id }}
    >
      {isClosing ? (
        <MeansOfClosing />
      ) : (
        <p>
          It stands as before, with everything that was in it; what has ended meanwhile follows from
          its dates.
        </p>
      )}
      <p className="muted">
        Nothing happens yet: another of the staff confirms it within 24 hours.
      </p>
      <TextArea name="reason" label="Reason" required maxLength={500} rows={2} />
      <Password />
    </FormDialog>
  );
}

type DecideProps = { shared: Shared; company: Row; intent: "confirm" | "withdraw" };
function Decide({ shared, company, intent }: DecideProps) {
  const kind = company.requestKind!;
  const { noun } = asked[kind];
  const isConfirmed = intent === "confirm";
  return (
    <FormDialog
      {...shared}
      title={
        isConfirmed
          ? `Confirm: ${asked[kind].verb} ${company.name}?`
          : `Withdraw: ${asked[kind].verb} ${company.name}?`
      }
      verb={isConfirmed ? `Confirm ${noun.toLowerCase()}` : "Withdraw request"}
      keep="Leave it waiting"
      tone={isConfirmed && kind === "close" ? "danger" : "primary"}
      hidden={{ intent, id: company.id, requestId: company.requestId ?? "" }}
    >
      {isConfirmed && kind === "close" && <MeansOfClosing />}
      <DefinitionList
        entries={[
          ["Asked by", company.askedByName],
          ["Reason", company.requestReason],
          ["Lapses", <TimeText key="lapses" at={company.lapsesAt} />],
        ]}
      />
      {isConfirmed && <Password />}
    </FormDialog>
  );
}
