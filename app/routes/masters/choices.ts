import type { Choice } from "#worker/domain/list.ts";

/** Searches one of the lists pickers know: "vendors", "locations". */
export const searchChoices =
  (list: "categories" | "machine-types" | "locations" | "vendors" | "stores" | "keepers") => async (q: string) => {
    const response = await fetch(`/choices?list=${list}&q=${encodeURIComponent(q)}`);
    if (!response.ok) throw new Error(`${list} could not be searched`);
    return (await response.json()) as Choice[];
  };

/** The choice a record has made, for a picker's first value. */
export const chosenAs = (id: string | null | undefined, name: string | null | undefined): Choice | null =>
  id ? { value: id, label: name ?? id } : null;
