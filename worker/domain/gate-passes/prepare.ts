import { eq } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { gatePasses, gatePassLines } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer } from "../../db/db.ts";
import { invalid, isRefusal } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { checked } from "../entity/fields.ts";
import { formatQuery } from "../entity/numbers.ts";
import { inputErrors, type PassInput, passInput } from "./input.ts";
import { SEVERAL } from "./submitting.ts";
import { type Device, proveThings, type Things, thingsQueries } from "./things.ts";

export type Saved = { id: string; number?: string };

export const columnsOf = ({ lines: _, isSubmitted: __, ...values }: PassInput) => ({
  ...values,
  expectedReturnOn: values.kind === "returnable" ? values.expectedReturnOn : null,
});
/** What the log compares: the columns, and the lines as people call them. */
export const logged = (values: Record<string, unknown>, names: readonly string[]) => ({
  ...values,
  lines: names.join(", ").slice(0, 500),
});

/** What a command that writes a pass must know, in one trip, and the proof of what it names. */
export async function readPass(db: CompanyDb, session: Session, sent: unknown, own: string | null) {
  const values = checked(passInput, sent);
  const [[before], [format], lines, ...things] = await db.read(
    db.byId(gatePasses, own ?? ""),
    formatQuery(db, "gate_pass"),
    db
      .select({ id: gatePassLines.id, name: gatePassLines.name })
      .from(gatePassLines)
      .where(db.ofOwner(gatePassLines, eq(gatePassLines.gatePassId, own ?? "")))
      .orderBy(gatePassLines.id),
    ...thingsQueries(db, values),
  );
  const today = dayIn(session.company.timeZone, Date.now());
  const prove = (found: Things) => {
    const errors = { ...inputErrors(values, today), ...proveThings(values, found, own ?? "") };
    if (Object.keys(errors).length) invalid(errors);
  };
  return { values, before, format, lines, things: things as unknown as Things, prove };
}

/** Proves a command. One that was carried out before finds its own work in the way: that answers. */
export async function proved(db: CompanyDb, prove: () => void): Promise<Answer<Saved> | null> {
  try {
    prove();
    return null;
  } catch (refusal) {
    const first = await db.firstAnswer<Saved>();
    if (first) return first;
    throw refusal;
  }
}

/** After a refusal: says which of the things named stands in the way now. */
export async function explained(
  db: CompanyDb,
  values: PassInput,
  prove: (things: Things) => void,
  refusal: unknown,
): Promise<never> {
  if (isRefusal(refusal, 409) || isRefusal(refusal, 422))
    prove((await db.read(...thingsQueries(db, values))) as unknown as Things);
  throw refusal;
}

/** The one Location of a pass's devices, `SEVERAL`, or null where it has none. */
export const departmentOf = (devices: readonly Pick<Device, "departmentId">[]) => {
  const all = new Set(devices.map(({ departmentId }) => departmentId));
  return all.size > 1 ? SEVERAL : (devices[0]?.departmentId ?? null);
};
