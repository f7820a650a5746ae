/** How many accessories the form of a new device takes. */
export const MOST_WITH_DEVICE = 20;

/** The name of a field in a row of the accessories of a new device. */
export const accessoryField = (row: number, field: string) => `accessories.${row}.${field}`;

/** The row and the field that such a name says; null for any other name. */
export function accessoryFieldOf(name: string): { row: number; field: string } | null {
  const [, row, field] = /^accessories\.(\d{1,2})\.(\w+)$/.exec(name) ?? [];
  return row === undefined || field === undefined ? null : { row: Number(row), field };
}
