import { Combobox } from "#app/ui/combobox.tsx";
import { NumberField, ReadOnlyField, SelectField, TextArea, TextField } from "#app/ui/fields.tsx";
import { chosenAs, searchChoices } from "../masters/choices.ts";
import { levels, pathAbove } from "./words.ts";

export type Place = {
  id: string;
  parentId: string | null;
  level: string;
  name: string;
  path: string;
};
type Above = { id: string; path: string } | null;
type AboveProps = { place: Place | null; above?: Above; fixed?: boolean };

/** The place that a place lies in. */
export function AboveField({ place, above, fixed = false }: AboveProps) {
  const first = above
    ? chosenAs(above.id, above.path)
    : place
      ? chosenAs(place.parentId, pathAbove(place))
      : null;
  if (fixed && place)
    return (
      <>
        <input type="hidden" name="parentId" value={place.parentId ?? ""} />
        <ReadOnlyField
          label="Lies in"
          value={pathAbove(place) || "At the top"}
          hint="Who sees every Location moves places."
          className="span-all"
        />
      </>
    );
  return (
    <Combobox
      name="parentId"
      label="Lies in"
      load={async (q) =>
        (await searchChoices("places")(q)).filter(({ value }) => value !== place?.id)
      }
      defaultValue={first}
      clearable
      hint="Empty: at the top."
      className="span-all"
    />
  );
}

type Props = {
  place: Place | null;
  above: Above;
  /** People who see some Locations only may not move a place. */
  fixed: boolean;
};

export function PlaceFields({ place, above, fixed }: Props) {
  return (
    <div className="form form-2">
      <TextField name="name" label="Name" required maxLength={100} autoFocus />
      <SelectField name="level" label="Level" required options={levels} />
      <AboveField place={place} fixed={fixed} {...(place ? {} : { above })} />
      <TextField name="code" label="Code" maxLength={20} mono />
      <TextField name="postalCode" label="Postal code" maxLength={12} />
      <TextArea name="address" label="Address" maxLength={500} rows={2} className="span-all" />
      <NumberField name="lat" label="Latitude" step="any" min={-90} max={90} />
      <NumberField name="lng" label="Longitude" step="any" min={-180} max={180} />
    </div>
  );
}
