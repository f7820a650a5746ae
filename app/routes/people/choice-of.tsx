import type { Choice } from "#app/shared/list.ts";
import { Combobox } from "#app/ui/combobox.tsx";

const load = (list: string) => async (q: string) => {
  const response = await fetch(`/choices?list=${list}&q=${encodeURIComponent(q)}`);
  return response.ok ? ((await response.json()) as Choice[]) : [];
};
const loads: Record<string, (q: string) => Promise<Choice[]>> = {
  locations: load("locations"),
  teams: load("teams"),
  people: load("colleagues"),
};

type Props = {
  name: string;
  label: string;
  list: "locations" | "teams" | "people";
  chosen: Choice | null;
  hint?: string;
  placeholder?: string;
  clearable?: boolean;
};

/** One of the company's Locations, teams or people, by typing. */
export function ChoiceOf({
  name,
  label,
  list,
  chosen,
  hint,
  placeholder,
  clearable = true,
}: Props) {
  return (
    <Combobox
      name={name}
      label={label}
      load={loads[list]!}
      defaultValue={chosen}
      clearable={clearable}
      {...(hint ? { hint } : {})}
      {...(placeholder ? { placeholder } : {})}
    />
  );
}

/** For filters. */
export const loadChoices = loads;
