import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { assets } from "#drizzle/tenant/index.ts";
import type { Session } from "../../session.ts";

export type Taken = { assetCode: Other | null; serialNo: Other | null };
type Other = { id: string; assetCode: string };
const LONGEST = 100;

/** Which other device has a code, or a serial of the same make and model. One round trip. */
export async function takenBy(session: Session, params: URLSearchParams): Promise<Taken> {
  const db = session.authorize("view-asset");
  const typed = (name: string) => (params.get(name) ?? "").trim().slice(0, LONGEST) || null;
  const [make, model] = [typed("make"), typed("model")];
  const other = (where: ReturnType<typeof and>) =>
    db
      .select({ id: assets.id, assetCode: assets.assetCode })
      .from(assets)
      .where(
        db.ofOwner(assets, and(where, ne(assets.id, typed("id") ?? ""), isNull(assets.deletedAt))),
      )
      .limit(1);
  const [[byCode], [bySerial]] = await db.read(
    other(eq(assets.assetCode, typed("code") ?? "")),
    other(
      and(
        eq(assets.serialNo, typed("serial") ?? ""),
        sql`${assets.make} is ${make} and ${assets.model} is ${model}`,
      ),
    ),
  );
  return { assetCode: byCode ?? null, serialNo: bySerial ?? null };
}
