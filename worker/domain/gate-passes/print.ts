import { eq, sql } from "drizzle-orm";
import { gatePasses } from "#drizzle/tenant/index.ts";
import type { Answer } from "../../db/db.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";

/** Counts that a pass was printed. It stays as it was for whoever has it open. @throws Response 403, 404 */
export async function countPrint(session: Session, id: string): Promise<Answer<{ id: string }>> {
  const may = session.may("create-gate-pass") ? "create-gate-pass" : "edit-gate-pass";
  const db = session.authorize(may);
  const [[pass]] = await db.read(db.byId(gatePasses, id));
  if (!pass) return notFound("gate pass");
  return db.commit({
    writes: [
      db.updating(gatePasses, eq(gatePasses.id, id), {
        printedCount: sql`${gatePasses.printedCount} + 1`,
        version: sql`${gatePasses.version}`,
      }),
    ],
    activity: { action: "print.gate_pass", kind: "gate_pass", id, label: pass.number },
    answer: { status: 200, message: "", data: { id } },
  });
}
