import type { Choice } from "#app/shared/list.ts";
import { Combobox } from "#app/ui/combobox.tsx";
import { FormDialog } from "#app/ui/dialog.tsx";
import { EmailField, TextArea, TextField } from "#app/ui/fields.tsx";
import type { Refused } from "#app/ui/form.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import { searchPlatform } from "./search-choices.ts";

/** Invites a further Admin: of the company that the list is narrowed to, unless another is chosen. */
export function InviteDialog({
  company,
  problem,
}: {
  company: Choice | null;
  problem: Refused | undefined;
}) {
  const { asked, shown } = useDialog();
  return (
    <FormDialog
      {...shown}
      open={asked("do") === "invite"}
      title="Invite an Admin"
      verb="Send invitation"
      hidden={{ intent: "invite" }}
      problem={problem?.values?.intent === "invite" ? problem : undefined}
    >
      <p>
        They get a link that lasts 72 hours and choose their password. The company's own log says
        who invited them.
      </p>
      <Combobox
        key={company?.value}
        name="companyId"
        label="Company"
        required
        load={searchPlatform("companies")}
        defaultValue={company}
      />
      <TextField name="name" label="Name" required maxLength={100} autoComplete="off" />
      <EmailField name="email" label="E-mail" required />
      <TextArea name="reason" label="Reason" required maxLength={500} rows={2} />
    </FormDialog>
  );
}
