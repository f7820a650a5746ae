import { type ComponentProps, useContext } from "react";
import type { Choice } from "#app/shared/list.ts";
import { Combobox } from "#app/ui/combobox.tsx";
import { FormContext } from "#app/ui/form-context.ts";
import { chosenAs, searchChoices } from "./choices.ts";

type Props = Omit<ComponentProps<typeof Combobox>, "load" | "options" | "defaultValue"> & {
  list: Parameters<typeof searchChoices>[0];
  /** The form's value that names the record already chosen: "vendorName". */
  shows?: string;
  /** Only those inside this record. */
  of?: string;
  /** The first choice, where the form's values do not hold it. */
  chosen?: Choice | null;
};

/** One record of another list, by typing. */
export function Picker({ list, shows = "", of, chosen, ...field }: Props) {
  const { saved } = useContext(FormContext);
  const [id, name] = [saved[field.name], saved[shows]] as (string | null | undefined)[];
  return (
    <Combobox
      clearable={!field.required}
      {...field}
      load={searchChoices(list, of)}
      defaultValue={chosen === undefined ? chosenAs(id, name) : chosen}
    />
  );
}
