import { ConfirmDialog } from "#app/ui/dialog.tsx";
import type { Refused } from "#app/ui/form.tsx";
import { MenuLink } from "#app/ui/menu.tsx";
import { ProofFields } from "#app/ui/proof-fields.tsx";
import { useDialog, useOpenedRow } from "#app/ui/use-dialog.ts";
import type { Contact } from "./consumer-parts.tsx";

/** What may be done with a contact's account of the portal. */
export function PortalEntries({ contact, isAdmin }: { contact: Contact; isAdmin: boolean }) {
  const { to } = useDialog();
  const { id, portalStatus: portal, lostDeviceAt, archivedAt } = contact;
  return (
    <>
      {!archivedAt && portal !== "active" && (
        <MenuLink to={to({ do: "invite-to-portal", on: id })} icon="mail">
          {portal === "invited" ? "Send portal invitation again" : "Invite to the portal"}
        </MenuLink>
      )}
      {lostDeviceAt !== null && isAdmin && (
        <MenuLink to={to({ do: "new-factors", on: id })} icon="lock">
          Allow a new second factor
        </MenuLink>
      )}
      {portal && (
        <MenuLink to={to({ do: "end-portal", on: id })} icon="x">
          Take portal account away
        </MenuLink>
      )}
    </>
  );
}

/** The dialogs about a contact's account of the portal. */
export function PortalDialogs({
  contacts,
  problem,
}: {
  contacts: Contact[];
  problem: Refused | undefined;
}) {
  const { asked, shown } = useDialog();
  const intent = asked("do");
  const contact = useOpenedRow("on", contacts);
  if (!contact) return null;
  if (intent === "invite-to-portal")
    return (
      <ConfirmDialog
        {...shown}
        problem={problem}
        title={`Invite ${contact.name} to the portal?`}
        intent={intent}
        hidden={{ contact: contact.id }}
        verb="Send invitation"
        tone="primary"
        keep="Cancel"
      >
        <p>
          {contact.email
            ? `A letter goes to ${contact.email}, with a link that lasts 72 hours. The contact sees certificates and machines of this consumer alone, and can ask for recalibration.`
            : "The contact has no e-mail yet. Enter it first."}
        </p>
      </ConfirmDialog>
    );
  if (intent === "new-factors")
    return (
      <ConfirmDialog
        {...shown}
        problem={problem}
        title={`Allow ${contact.name} a new second factor?`}
        intent={intent}
        hidden={{ contact: contact.id }}
        verb="Allow"
        tone="primary"
        keep="Cancel"
      >
        <p>
          {`Whoever asked knows the password: speak to ${contact.name} by a telephone number you know. They get a letter with a link that removes their second factors. It works a day after they asked; until then they can refuse.`}
        </p>
        <ProofFields />
      </ConfirmDialog>
    );
  if (intent !== "end-portal") return null;
  return (
    <ConfirmDialog
      {...shown}
      problem={problem}
      title={`Take the portal account of ${contact.name} away?`}
      intent={intent}
      hidden={{ contact: contact.id }}
      verb="Take account away"
      keep="Keep account"
    >
      <p>Whoever has signed in with it is signed out at once. What was asked for stays.</p>
    </ConfirmDialog>
  );
}
