import { Link } from "react-router";
import { dayIn } from "#app/shared/company-time.ts";
import { signatureRules } from "#app/shared/flows/signatures.ts";
import { refusalOf } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Menu } from "#app/ui/menu.tsx";
import { MoveEntries } from "#app/ui/move-entries.tsx";
import { MoveDialog } from "#app/ui/moves.tsx";
import { DefinitionList, PageHead, Panel } from "#app/ui/page.tsx";
import { Note } from "#app/ui/states.tsx";
import { DateText } from "#app/ui/time.tsx";
import { Timeline } from "#app/ui/timeline.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import { signatureFlow } from "#worker/domain/calibration/signature-flow.ts";
import { signatureDetail, signatureImage } from "#worker/domain/calibration/signatures.ts";
import { actions } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/signature-detail";
import { SignatureImage } from "./signature-image.tsx";
import { disciplinesText, parametersText, rolesText, SignatureBadge } from "./signature-words.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  return {
    ...(await signatureDetail(session, params.id)),
    today: dayIn(session.company.timeZone),
    now: Date.now(),
  };
}

export const action = actions({
  suspend: ({ session, id }, values) => signatureFlow.move(session, id, "suspend", values),
  reinstate: ({ session, id }, values) => signatureFlow.move(session, id, "reinstate", values),
  revoke: ({ session, id }, values) => signatureFlow.move(session, id, "revoke", values),
  "add-image": ({ session, visit, id, file }) =>
    signatureImage.add(session, visit.env.MEDIA, id, file("picture")),
  "delete-image": ({ session, id }) => signatureImage.remove(session, id),
});

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `Signature of ${loaderData?.signature.name ?? "a person"} - Plumbline` },
];

export default function SignaturePage({ loaderData, actionData }: Route.ComponentProps) {
  const { signature, person, events, moves, mayEdit, isOwn, today, now } = loaderData;
  const { to } = useDialog();
  const problem = refusalOf(actionData);
  const of = { id: signature.id, version: signature.version, moves };
  return (
    <div className="stack">
      <PageHead
        title={signature.name}
        crumbs={[
          { label: "Signatures", to: "/signatures" },
          { label: signature.designation ?? "Signature" },
        ]}
        badges={<SignatureBadge signature={signature} today={today} />}
        actions={
          <>
            {moves.some(({ fits }) => fits) && (
              <Menu label="More actions" className="btn btn-icon">
                <MoveEntries of={of} rules={signatureRules} to={(move) => to({ do: move })} />
              </Menu>
            )}
            {mayEdit && (
              <Link
                className="btn btn-primary"
                to={signatureRules.moves.edit.page(signature.id)}
                prefetch="intent"
              >
                <Icon name="edit" />
                Edit
              </Link>
            )}
          </>
        }
      />
      {isOwn && (
        <Note tone="info" icon="lock">
          This is your own signature. Somebody else changes or reinstates it.
        </Note>
      )}
      <div className="cols cols-2">
        <Panel title="Authorised for">
          <DefinitionList
            entries={[
              ["Roles", rolesText(signature.roles)],
              ["Disciplines", disciplinesText(signature.disciplines) || "None"],
              ["Parameters", parametersText(signature.parameters)],
              ["Valid from", <DateText key="from" on={signature.validFrom} />],
              [
                "Valid until",
                signature.validUntil ? (
                  <DateText key="until" on={signature.validUntil} />
                ) : (
                  "Until it is revoked"
                ),
              ],
            ]}
          />
        </Panel>
        <Panel title="Person">
          <DefinitionList
            entries={[
              ["Person", person?.name],
              ["E-mail", person?.email],
              ["Printed name", signature.name],
              ["Designation", signature.designation],
              ["Qualification", signature.qualification],
            ]}
          />
        </Panel>
        <SignatureImage
          mediaId={signature.imageMediaId}
          name={signature.name}
          may={mayEdit}
          problem={problem}
        />
        <Panel title="What happened">
          <Timeline
            entries={events.map(({ id, at, status, actorName, note }) => ({
              id,
              at,
              state: signatureRules.states[status],
              by: actorName,
              note,
            }))}
            now={now}
            isOver={signature.status === "revoked"}
          />
        </Panel>
      </div>
      <MoveDialog of={of} rules={signatureRules} name={signature.name} problem={problem} />
    </div>
  );
}
