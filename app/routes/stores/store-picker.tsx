import type { Choice } from "#app/shared/list.ts";
import { SelectField } from "#app/ui/fields.tsx";
import { Picker } from "../masters/picker.tsx";

/** At so many stores there may be more than the page was given. */
export const MOST_STORES = 50;

type Props = { name: string; label: string; stores: readonly Choice[]; hint?: string };

/** One store: of a few by a list, of many by typing. */
export const StorePicker = ({ stores, ...field }: Props) =>
  stores.length < MOST_STORES ? (
    <SelectField {...field} options={[...stores]} required />
  ) : (
    <Picker {...field} list="stores" shows="storeName" required />
  );
