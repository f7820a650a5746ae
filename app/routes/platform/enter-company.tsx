import { CheckField } from "#app/ui/choice-fields.tsx";
import { FormDialog } from "#app/ui/dialog.tsx";
import { SelectField, TextArea } from "#app/ui/fields.tsx";
import type { Refused } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { MenuLink } from "#app/ui/menu.tsx";
import { ProofFields } from "#app/ui/proof-fields.tsx";
import { useDialog, useOpenedRow } from "#app/ui/use-dialog.ts";

type Company = { id: string; name: string; status: string; host: string | null };

const whyNot = ({ status, host }: Company) => {
  if (status === "closed" || status === "pending_verification")
    return "Not while it is closed or waits for verification";
  return host ? null : "It has no host";
};

/** The entry of a company's menu that opens the dialog. */
export function EnterLink({ company }: { company: Company }) {
  const { to } = useDialog();
  const why = whyNot(company);
  return why ? (
    <button className="menu-item" type="button" disabled title={why}>
      <Icon name="lock" />
      Enter
    </button>
  ) : (
    <MenuLink to={to({ do: "enter", company: company.id })} icon="lock">
      Enter
    </MenuLink>
  );
}

const hours = ["1 hour", "2 hours", "3 hours", "4 hours"].map((label, at) => ({
  value: String(at + 1),
  label,
}));

/** Asks why and for how long staff enter a company, as the address says. */
export function EnterDialog({
  companies,
  problem,
}: {
  companies: readonly Company[];
  problem: Refused | undefined;
}) {
  const { asked, shown } = useDialog();
  const company = useOpenedRow("company", companies);
  if (!company || asked("do") !== "enter") return null;
  return (
    <FormDialog
      {...shown}
      key={company.id}
      title={`Enter ${company.name}`}
      verb="Enter company"
      hidden={{ intent: "enter", id: company.id }}
      problem={problem?.values?.intent === "enter" ? problem : undefined}
    >
      <p className="muted">
        The company sees in its log who entered, why, and what was changed. Its Admins get a notice.
      </p>
      <TextArea
        name="reason"
        label="Reason"
        hint="At least 10 characters"
        required
        minLength={10}
        maxLength={500}
        rows={2}
      />
      <SelectField name="hours" label="For" options={hours} defaultValue="1" required />
      <CheckField name="isWrite" label="May also write" hint="Otherwise you only read" />
      <ProofFields label="Password" hint="Only to write" isOptional />
    </FormDialog>
  );
}
