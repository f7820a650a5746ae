import { disciplineChoices } from "#app/shared/calibration/disciplines.ts";
import { dayIn } from "#app/shared/company-time.ts";
import { MenuLink } from "#app/ui/menu.tsx";
import { PageHead, Tabs } from "#app/ui/page.tsx";
import { RecordDialogs } from "#app/ui/record-dialogs.tsx";
import { RecordList } from "#app/ui/record-list.tsx";
import { signatures, whoSigns } from "#worker/domain/calibration/signatures.ts";
import { sessionContext } from "#worker/web/context.ts";
import { entityActions, entityLoader } from "#worker/web/entity-page.ts";
import type { Route } from "./+types/signatures";
import { disciplinesText, roleChoices, rolesText, SignatureBadge } from "./signature-words.tsx";
import { SigningMatrix } from "./signing-matrix.tsx";

const signatureList = entityLoader(signatures);
/** Signatures, or who may do what in a tab of its own. */
export async function loader(args: Route.LoaderArgs) {
  const session = args.context.get(sessionContext);
  const today = dayIn(session.company.timeZone);
  const userId = session.actor.userId;
  const isMatrix = new URL(args.request.url).searchParams.get("tab") === "matrix";
  return isMatrix
    ? { list: null, matrix: await whoSigns(session), today, userId }
    : { list: await signatureList(args), matrix: null, today, userId };
}
export const action = entityActions(signatures);
export const meta = () => [{ title: "Signatures - Plumbline" }];

const statuses = [
  { value: "active", label: "Active or expired" },
  { value: "suspended", label: "Suspended" },
  { value: "revoked", label: "Revoked" },
];

export default function Signatures({ loaderData, actionData }: Route.ComponentProps) {
  const { list, matrix, today, userId } = loaderData;
  const tabs = (
    <Tabs
      label="Signatures"
      tabs={[
        { label: "Signatures", to: "/signatures", current: matrix === null },
        { label: "Who may do what", to: "/signatures?tab=matrix", current: matrix !== null },
      ]}
    />
  );
  if (!list)
    return (
      <>
        <PageHead title="Signatures" isWide />
        <div className="stack">
          {tabs}
          <SigningMatrix rows={matrix.rows} isCut={matrix.isCut} today={today} />
        </div>
      </>
    );
  return (
    <>
      <RecordList
        list={list}
        searchLabel="Printed name or designation"
        about="Who may sign certificates, in which role and for what. Nobody authorises themselves."
        formHref={{ add: "/signature/create", edit: (row) => `/signature/update/${row.id}` }}
        rowHref={(row) => `/signature/detail/${row.id}`}
        fixed={(row) => row.userId === userId || row.status === "revoked"}
        filters={[
          { key: "status", label: "Status", options: statuses },
          { key: "role", label: "Role", options: roleChoices },
          { key: "discipline", label: "Discipline", options: disciplineChoices },
        ]}
        columns={[
          { key: "name", label: "Printed name", card: "c-name", sortable: true },
          { key: "designation", label: "Designation", card: "c-meta" },
          {
            key: "roles",
            label: "Roles",
            card: "c-due",
            long: true,
            show: (row) => rolesText(row.roles),
          },
          {
            key: "disciplines",
            label: "Disciplines",
            card: "c-due",
            long: true,
            show: (row) => disciplinesText(row.disciplines),
          },
          { key: "until", label: "Valid until", card: "c-due", as: "day", field: "validUntil" },
          { key: "person", label: "Person", field: "userName", optional: true },
        ]}
        state={(row) => <SignatureBadge signature={row} today={today} />}
        rowMenu={(row) => (
          <MenuLink to={`/signature/detail/${row.id}`} icon="eye">
            Show
          </MenuLink>
        )}
      >
        {tabs}
      </RecordList>
      <RecordDialogs
        list={list}
        answer={actionData}
        archiving="It signs nothing until it is restored. What was signed stays valid."
        restoring="It signs again, as far as it is valid."
        deleting="It is no longer listed. What was signed stays valid."
      />
    </>
  );
}
