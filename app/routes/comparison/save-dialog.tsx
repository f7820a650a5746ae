import { FormDialog } from "#app/ui/dialog.tsx";
import { CheckField, SegmentedField, TextField } from "#app/ui/fields.tsx";
import type { Refused } from "#app/ui/form.tsx";
import type { useDialog } from "#app/ui/use-dialog.ts";
import type { Opened } from "./compare.tsx";

type Props = {
  opened: Opened;
  shown: ReturnType<typeof useDialog>["shown"];
  problem: Refused | undefined;
};

/** Keeps what is compared under a name: in place of what was saved, or as a comparison of its own. */
export function SaveDialog({ opened, shown, problem }: Props) {
  const { saved, devices, period, keys, may } = opened;
  const replaces = saved !== null && may.edit;
  return (
    <FormDialog
      {...shown}
      title="Save comparison"
      verb="Save comparison"
      problem={problem}
      values={{
        name: replaces || !saved ? (saved?.name ?? "") : `${saved.name} (copy)`.slice(0, 120),
        isShared: saved?.isShared ?? false,
      }}
      hidden={{
        assetIds: devices.map(({ id }) => id).join(","),
        periodFrom: period.from,
        periodTo: period.to,
        metrics: keys.join(","),
        ...(replaces ? { id: saved.id, version: saved.version } : {}),
        ...(replaces && may.save ? {} : { intent: replaces ? "update" : "create" }),
      }}
    >
      <TextField name="name" label="Name" required maxLength={120} autoFocus />
      <CheckField
        name="isShared"
        label="Shared"
        hint="Everybody who may see comparisons can open it; only you and Admins change it."
      />
      {replaces && may.save && (
        <SegmentedField
          name="intent"
          label="Save as"
          defaultValue="update"
          options={[
            { value: "update", label: "This comparison" },
            { value: "create", label: "A new one" },
          ]}
        />
      )}
    </FormDialog>
  );
}
