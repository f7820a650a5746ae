import type { Choice } from "#app/shared/list.ts";

/** Searches one of the lists pickers know: "vendors", "locations". */
export const searchChoices =
  (
    list:
      | "categories"
      | "sub-categories"
      | "machine-types"
      | "locations"
      | "places"
      | "vendors"
      | "stores"
      | "spares"
      | "keepers"
      | "people"
      | "colleagues"
      | "members"
      | "teams",
    of = "",
  ) =>
  async (q: string) => {
    const response = await fetch(
      `/choices?list=${list}&q=${encodeURIComponent(q)}${of && `&of=${of}`}`,
    );
    if (!response.ok) throw new Error(`${list} could not be searched`);
    return (await response.json()) as Choice[];
  };

/** The choice a record has made, for a picker's first value. */
export const chosenAs = (
  id: string | null | undefined,
  name: string | null | undefined,
): Choice | null => (id ? { value: id, label: name ?? id } : null);
