import type { Choice } from "#app/shared/list.ts";
import { users } from "#drizzle/tenant/index.ts";
import type { Session } from "../../session.ts";

/** The person by whom a list of calibrators is filtered; null for none. */
export async function personChosen(session: Session, id: string | null): Promise<Choice | null> {
  if (!id) return null;
  const person = await session.authorize("view-calibrator").find(users, id.slice(0, 64));
  return person ? { value: person.id, label: person.name } : null;
}
