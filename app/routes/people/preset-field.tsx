import { plural } from "#app/shared/plural.ts";
import { SelectField } from "#app/ui/fields.tsx";
import type { PresetToGive } from "#worker/domain/people/presets.ts";

/** Rights to begin with; absent for who may not give rights. */
export const PresetField = ({ presets }: { presets: readonly PresetToGive[] }) =>
  presets.length > 0 && (
    <SelectField
      name="preset"
      label="Rights to begin with"
      hint="As far as you hold them. They are changed on the page Permissions."
      options={presets.map(({ name, label, count }) => ({
        value: name,
        label: plural(count, `${label} (1 right)`, `${label} ({n} rights)`),
      }))}
    />
  );
