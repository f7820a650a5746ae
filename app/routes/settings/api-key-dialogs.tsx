import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { SelectField, TextField } from "#app/ui/fields.tsx";
import { refusalOf } from "#app/ui/form.tsx";
import { MenuLink } from "#app/ui/menu.tsx";
import { ProofFields } from "#app/ui/proof-fields.tsx";
import { RowMenu } from "#app/ui/row-menu.tsx";
import { useDialog, useOpenedRow } from "#app/ui/use-dialog.ts";
import type { FormResult } from "#worker/web/forms.ts";
import type { ShownKey } from "./api-keys.tsx";

/** How long a key can be made for, in days. */
const lifetimes = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "180", label: "180 days" },
  { value: "365", label: "1 year" },
  { value: "730", label: "2 years" },
];

/** How long a key works, and who makes or replaces it. */
export const TermAndProof = () => (
  <>
    <SelectField
      name="days"
      label="Works for"
      placeholder={false}
      defaultValue="90"
      options={lifetimes}
    />
    <ProofFields />
  </>
);

/** What can be done with a key of the list. */
export function KeyMenu({ row: { id, name } }: { row: ShownKey }) {
  const { to } = useDialog();
  return (
    <RowMenu label={`Actions for ${name}`}>
      <MenuLink to={to({ do: "rename", on: id })} icon="edit">
        Rename
      </MenuLink>
      <MenuLink to={to({ do: "replace", on: id })} icon="refresh">
        Replace
      </MenuLink>
      <MenuLink to={to({ do: "revoke", on: id })} icon="cross" danger>
        Revoke
      </MenuLink>
    </RowMenu>
  );
}

type Props = {
  rows: readonly ShownKey[];
  actionData: FormResult | undefined;
  /** Takes what was answered to a key that was replaced. */
  onReplaced: (data: unknown) => void;
};

/** The dialog that the address has open on a key. */
export function KeyDialogs({ rows, actionData, onReplaced }: Props) {
  const { asked, shown } = useDialog();
  const key = useOpenedRow("on", rows);
  const intent = asked("do");
  if (!key) return null;
  const refused = refusalOf(actionData);
  const common = {
    ...shown,
    key: intent,
    intent,
    problem: refused?.values?.intent === intent ? refused : undefined,
  };
  const { id, version, name } = key;
  if (intent === "rename")
    return (
      <ConfirmDialog
        {...common}
        tone="primary"
        title={`Rename ${name}`}
        verb="Rename"
        hidden={{ id, version }}
        values={{ name }}
      >
        <TextField name="name" label="Name" required maxLength={60} />
      </ConfirmDialog>
    );
  if (intent === "replace")
    return (
      <ConfirmDialog
        {...common}
        tone="primary"
        title={`Replace ${name}?`}
        verb="Replace key"
        hidden={{ id }}
        onDone={onReplaced}
      >
        <p>
          You get another key with the same permissions. The one before works for 24 hours more, so
          that you can give the program the new one.
        </p>
        <TermAndProof />
      </ConfirmDialog>
    );
  if (intent !== "revoke") return null;
  return (
    <ConfirmDialog
      {...common}
      title={`Revoke ${name}?`}
      verb="Revoke key"
      keep="Keep it"
      hidden={{ id }}
    >
      <p>The program that uses it is refused from its next request on. It cannot be undone.</p>
    </ConfirmDialog>
  );
}
