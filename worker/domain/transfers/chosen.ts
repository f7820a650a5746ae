import type { Choice } from "#app/shared/list.ts";
import type { Session } from "../../session.ts";
import { chosenOf } from "../lists/chosen.ts";
import type { TransferRow } from "./list.ts";

/** The Location of a row that a filter names. */
const locationIn = (rows: readonly TransferRow[], id: string): Choice | undefined => {
  for (const row of rows) {
    if (row.fromDepartmentId === id) return { value: id, label: row.fromName };
    if (row.toDepartmentId === id) return { value: id, label: row.toName };
  }
  return undefined;
};

/** The records that the filters of the list name, as choices: read where the list's own rows do not tell. */
export async function transferChoices(
  session: Session,
  rows: readonly TransferRow[],
  { location, asset }: Record<string, string>,
): Promise<{ location?: Choice; asset?: Choice }> {
  const known = location ? locationIn(rows, location) : undefined;
  if ((!location || known) && !asset) return known ? { location: known } : {};
  const db = session.authorize("view-asset-transfer");
  return chosenOf(db, { location, asset });
}
