import { FormDialog } from "#app/ui/dialog.tsx";
import { SelectField } from "#app/ui/fields.tsx";
import type { Refused } from "#app/ui/form.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import { AboveField, type Place } from "./place-fields.tsx";
import { levels } from "./words.ts";

type Full = Place & {
  version: number;
  code: string | null;
  address: string | null;
  postalCode: string | null;
  lat: number | null;
  lng: number | null;
};
type Props = {
  place: Full;
  into: { id: string; path: string } | null;
  problem: Refused | undefined;
};

/** Moves a place, with all that lies in it, to another. */
export function MovePlace({ place, into, problem }: Props) {
  const { shown } = useDialog();
  const { id, version, name, code, address, postalCode, lat, lng } = place;
  const unchanged = { name, code, address, postalCode, lat, lng };
  return (
    <FormDialog
      {...shown}
      title={`Move ${name}`}
      verb="Move place"
      values={place}
      hidden={{
        intent: "update",
        id,
        version,
        ...Object.fromEntries(Object.entries(unchanged).map(([key, value]) => [key, value ?? ""])),
      }}
      problem={problem}
    >
      <p className="muted">
        Now: {place.path}. Everything in it moves along, and assets stay where they stand in it.
      </p>
      <AboveField place={place} {...(into ? { above: into } : {})} />
      <SelectField name="level" label="Level" options={levels} placeholder={false} />
    </FormDialog>
  );
}
