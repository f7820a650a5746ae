import { Catalogue } from "../db/catalogue.ts";
import type { CompanyDb } from "../db/company-db.ts";
import type { Statement } from "../db/db.ts";
import type { Visit } from "../env.ts";
import { type Company, Session } from "../session.ts";
import { originOf } from "../tenancy/hosts.ts";

/**
 * Somebody without an account who holds the private link of one record. They hold no permission: `authorize` refuses them, and
 * a flow lets them make the moves that its rules open to the link (`byLink`), through a database that writes for nobody's account.
 */
export class Guest extends Session {
  constructor(
    visit: Pick<Visit, "env" | "control">,
    /** The company's database, whose stamp says that the public wrote. */
    readonly db: CompanyDb,
    company: Company,
    /** The name they gave. */
    name: string,
    /** The hash of the link's secret, as the record keeps it. */
    readonly link: string,
    /** What the batch of a move begins with: limits, each of which may stop it. */
    readonly limits: readonly Statement[] = [],
  ) {
    const actor = {
      sessionId: "",
      userId: "",
      name,
      email: "",
      type: "User" as const,
      serviceType: company.serviceType,
      avatarMediaId: null,
      mustChangePassword: false,
      permissions: [],
      appPermissions: [],
      unread: 0,
    };
    const origin = originOf(visit.env, company.primaryHost);
    super(actor, company, origin, () => db, new Catalogue(visit.control), null);
  }
}
