import { newId } from "#drizzle/columns.ts";
import type { Visit } from "../env.ts";
import { realmOf } from "./realm.ts";

/** Another company's token or cookie was shown on this host: the company sees it in its log. */
export async function logForeignCredential(visit: Visit, door: "web" | "api") {
  const realm = realmOf(visit, door);
  if (!realm) return;
  await realm.db.commit({
    writes: [],
    activity: { action: "refused.session", kind: "session", id: newId(), label: "A session of another company was refused" },
    answer: { status: 401, message: "", data: null },
  });
}
