import { valuesOf } from "./forms.ts";

const LINE = /^(\w+)\.([\w-]{1,64})$/;

/** The values of a transfer's form. Each line's condition and accessories are fields of their own, so that it works without scripts. */
export function transferValues(form: FormData): Record<string, unknown> {
  // The box that finds devices is no field of the transfer.
  const { idempotency_key: _, add: ___, ...values } = valuesOf(form);
  if (values.lines !== undefined) return values;
  const { condition, ...rest } = grouped(values);
  const lines = Object.entries(condition ?? {}).map(([id, condition_out]) => ({
    asset_id: id,
    condition_out,
    accessory_ids: form.getAll(`accessory.${id}`).map(String),
  }));
  const { accessory: __, ...plain } = rest;
  return { ...flat(plain), lines };
}

/** What was said of each line, whoever receives it or gives it back. */
export function linesSaid(form: FormData, kind: "received" | "returned"): Record<string, unknown> {
  const { idempotency_key: _, ...values } = valuesOf(form);
  if (values.lines !== undefined) return values;
  const { condition = {}, decision = {}, discrepancy = {}, ...rest } = grouped(values);
  const ids = Object.keys(condition);
  const lines = ids.map((id) =>
    kind === "returned"
      ? { id, condition_back: condition[id] }
      : { id, decision: decision[id], condition_in: condition[id], discrepancy: discrepancy[id] },
  );
  return { ...flat(rest), lines };
}

type Grouped = Record<string, Record<string, string>>;
const PLAIN = "";

/** Fields named `condition.{id}` by what they say and of which line; those of no line under an empty name. */
function grouped(values: Record<string, string>): Grouped {
  const groups: Grouped = Object.create(null);
  for (const [name, value] of Object.entries(values)) {
    const [, said = PLAIN, id = name] = LINE.exec(name) ?? [];
    groups[said] ??= Object.create(null) as Record<string, string>;
    groups[said][id] = value;
  }
  return groups;
}

/** The fields of no line. A group that nobody knows stays, to be refused by its name. */
const flat = ({ [PLAIN]: plain = {}, ...groups }: Grouped): Record<string, unknown> => ({
  ...plain,
  ...groups,
});
