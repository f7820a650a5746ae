import { signatureFlow } from "#worker/domain/calibration/signature-flow.ts";
import { signatureImage, signatures } from "#worker/domain/calibration/signatures.ts";
import type { Session } from "#worker/session.ts";
import { at, type Bench, daysBefore } from "./bench.ts";
import { writtenName } from "./ink.ts";
import { uploadOf } from "./shelf.ts";
import { type SignatureRow, signatureRows } from "./tables.ts";

/** Whose training was overdue for a while, in days ago. */
const suspended = { name: "Sneha Patil", from: 431, until: 409 };

async function sign(bench: Bench, { name, ...row }: SignatureRow, who: Session): Promise<void> {
  const { history, head, quality, shelf, random, db, companyId } = bench;
  const by = who === head ? quality : head;
  const person = await db
    .prepare("select designation from users where company_id = ? and id = ?")
    .bind(companyId, who.actor.userId)
    .first<{ designation: string }>();
  const { data } = await signatures.create(by, {
    ...{ userId: who.actor.userId, name, designation: person!.designation },
    qualification: row.qualification,
    roles: row.roles.split(" "),
    disciplines: row.disciplines.split(" "),
    parameters: row.parameters.split("; ").filter(Boolean),
    validFrom: daysBefore(bench, Number(row.made)),
    validUntil: row.until ? daysBefore(bench, -Number(row.until)) : "",
  });
  const picture = uploadOf(writtenName(random), `${name}.png`, "image/png");
  history.plan(at(bench, Number(row.made) - 1, 12), () =>
    signatureImage.add(by, shelf.bucket, data.id, picture),
  );
  if (name !== suspended.name) return;
  history.plan(at(bench, suspended.from, 17), () =>
    signatureFlow.move(by, data.id, "suspend", { reason: "Yearly training is overdue" }),
  );
  history.plan(at(bench, suspended.until, 11), () =>
    signatureFlow.move(by, data.id, "reinstate", {
      reason: "Training was done and its test passed",
    }),
  );
}

/** Who may sign what: made by the head, hers by the quality manager. */
export function planSignatures(bench: Bench): void {
  const { history, head, quality, engineers } = bench;
  const people = new Map([head, quality, ...engineers].map((who) => [who.actor.name, who]));
  for (const row of signatureRows()) {
    const who = people.get(row.name);
    if (who) history.plan(at(bench, Number(row.made), 12), () => sign(bench, row, who));
  }
}
