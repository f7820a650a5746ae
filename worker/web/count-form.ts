import type { Values } from "./actions.ts";

/** The lines of a posted count: sent by scripts as `lines`, and without scripts as a field for each item. */
export const countIn = ({ lines, ...values }: Values) =>
  lines === undefined ? { lines: linesIn(values) } : { ...values, lines };

/** Fields named as JSON of what they count: `["item",version,"batch","expiry"]`; empty ones were not counted. */
const linesIn = (fields: Values) =>
  Object.entries(fields).flatMap(([name, text]) => {
    if (!name.startsWith("[") || !text.trim()) return [];
    try {
      const [id, version, batch_no, expiry_on] = JSON.parse(name) as unknown[];
      return [{ id, version, batch_no, expiry_on, counted: Number(text) }];
    } catch {
      return [];
    }
  });
