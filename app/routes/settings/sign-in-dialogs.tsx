import { ConfirmDialog } from "#app/ui/dialog.tsx";
import type { Refused } from "#app/ui/form.tsx";
import { ProofFields } from "#app/ui/proof-fields.tsx";
import { useDialog, useOpenedRow } from "#app/ui/use-dialog.ts";
import type { Page } from "./sign-in.tsx";
import { problemOf } from "./sign-in-problem.ts";

type Props = { page: Page; problem: Refused | undefined };

/** The dialog that the address has open: on the provider, a mail domain or a group. Each asks who acts for a proof. */
export function SignInDialogs({ page, problem }: Props) {
  const { asked, shown } = useDialog();
  const domain = useOpenedRow("on", page.domains);
  const group = useOpenedRow("on", page.groups);
  const intent = asked("do");
  const common = { ...shown, key: intent, intent, problem: problemOf(problem, intent) };
  if (intent === "remove" && page.provider && !page.provider.isEnforced)
    return (
      <ConfirmDialog
        {...common}
        title={`Remove ${page.provider.name}?`}
        verb="Remove the provider"
        keep="Keep it"
      >
        <p>People sign in by their password here. Who has none asks for a link to choose one.</p>
        <ProofFields />
      </ConfirmDialog>
    );
  if (intent === "prove-domain" && domain)
    return (
      <ConfirmDialog
        {...common}
        tone="primary"
        title={`Check ${domain.domain}?`}
        verb="Check the DNS"
        hidden={{ id: domain.id }}
      >
        <p>
          Once its TXT record is found, people with an address of this domain are known by what the
          provider says of them.
        </p>
        <ProofFields />
      </ConfirmDialog>
    );
  if (intent === "remove-domain" && domain)
    return (
      <ConfirmDialog
        {...common}
        title={`Remove ${domain.domain}?`}
        verb="Remove domain"
        keep="Keep it"
        hidden={{ id: domain.id }}
      >
        <p>
          Nobody is found by an address of it any more, and its people may sign in by password
          again.
        </p>
        <ProofFields />
      </ConfirmDialog>
    );
  if (intent !== "remove-group" || !group) return null;
  return (
    <ConfirmDialog
      {...common}
      title={`Remove ${group.groupName}?`}
      verb="Remove group"
      keep="Keep it"
      hidden={{ id: group.id }}
    >
      <p>{`Whoever is in ${group.teamName} stays there. The group decides no more who comes and goes.`}</p>
      <ProofFields />
    </ConfirmDialog>
  );
}
