import { and, eq } from "drizzle-orm";
import { departments, locations } from "#drizzle/tenant/index.ts";
import { pointsTo } from "../../db/predicates.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { settingOf } from "../settings/vocabulary.ts";

/** What hangs on the wall of a ward: how a problem is reported there. */
export type Poster = {
  company: string;
  location: string;
  /** Where it is; null where nobody has said. */
  place: string | null;
  /** What the public form asks for; null where the company has set none. */
  pin: string | null;
  phone: string | null;
  /** Whether labels take reports at all. */
  isTaken: boolean;
};

/** The poster of a Location, for everybody who sees Locations. @throws Response 403, 404 */
export async function posterOf(session: Session, id: string): Promise<Poster> {
  const db = session.authorize("view-department");
  const [[row], [place]] = await db.read(
    db.byId(departments, id),
    db
      .select({ path: locations.path })
      .from(locations)
      .innerJoin(departments, pointsTo(departments.locationId, locations))
      .where(and(db.ofOwner(departments, eq(departments.id, id)), db.ofOwner(locations)))
      .limit(1),
  );
  const { name, headPhone } = row ?? notFound("location");
  const { company } = session;
  return {
    company: company.name,
    location: name,
    place: place?.path ?? null,
    pin: settingOf(company, "qr_report_pin"),
    phone: headPhone,
    isTaken: Boolean(
      settingOf(company, "qr_public_enabled") && settingOf(company, "qr_public_report"),
    ),
  };
}
