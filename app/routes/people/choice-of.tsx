import type { ComponentProps } from "react";
import type { Choice } from "#app/shared/list.ts";
import { Combobox } from "#app/ui/combobox.tsx";
import { searchChoices } from "../masters/choices.ts";

type Props = Pick<
  ComponentProps<typeof Combobox>,
  "name" | "label" | "hint" | "placeholder" | "clearable"
> & {
  list: "locations" | "teams" | "colleagues";
  chosen: Choice | null;
};

/** One of the company's Locations, teams or people, by typing. */
export const ChoiceOf = ({ list, chosen, ...field }: Props) => (
  <Combobox clearable {...field} load={searchChoices(list)} defaultValue={chosen} />
);
