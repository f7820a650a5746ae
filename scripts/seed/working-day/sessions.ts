import { Catalogue } from "#worker/db/catalogue.ts";
import { CompanyDb } from "#worker/db/company-db.ts";
import { CustomerDb } from "#worker/db/customer-db.ts";
import { exporting, ownOf } from "#worker/db/own-rows.ts";
import { resolvePermissions, type ServiceType, wirePermissions } from "#worker/permissions.ts";
import { Session } from "#worker/session.ts";
import type { CompanyPlan } from "../companies.ts";
import type { Actor } from "../context.ts";

export type Opened = { db: D1Database; control: D1Database; companyId: string; plan: CompanyPlan };

/** What a person of the demo may do: everything as an Admin, else what is granted. */
async function grantsOf({ db, companyId }: Opened, userId: string) {
  const { results } = await db
    .prepare(
      "select permission, web, app from user_permissions where company_id = ? and user_id = ?",
    )
    .bind(companyId, userId)
    .all<{ permission: string; web: "allow"; app: "allow" }>();
  return results;
}

/** A person of the demo at work, as a request would find them. */
export async function atWork(opened: Opened, { id, name }: Actor): Promise<Session> {
  const { db, control, companyId, plan } = opened;
  const user = (await db
    .prepare("select email, type, service_type from users where company_id = ? and id = ?")
    .bind(companyId, id)
    .first<{ email: string; type: "admin" | "user"; service_type: ServiceType }>())!;
  const own = await grantsOf(opened, id);
  const type = user.type === "admin" ? ("Admin" as const) : ("User" as const);
  const permissions = wirePermissions(
    resolvePermissions({ type: user.type, serviceType: user.service_type }, own, []),
  );
  const host = `${plan.slug}.localhost`;
  const stamp = {
    ...{ actorKind: "user" as const, actorId: id, actorName: name, via: "web" as const },
    ...{ ip: null, userAgent: null, requestId: `demo-${id.slice(-12)}` },
  };
  return new Session(
    {
      ...{ sessionId: "", userId: id, name, email: user.email, type },
      ...{ serviceType: user.service_type, avatarMediaId: null, mustChangePassword: false },
      ...{ permissions, appPermissions: [], unread: 0 },
    },
    {
      ...{ id: companyId, name: plan.name, status: "active", serviceType: plan.serviceType },
      ...{ country: "IN", currency: "INR", timeZone: "Asia/Kolkata", locale: "en-IN" },
      ...{ periodEnd: null, graceDays: null },
      ...{ logoMediaId: null, primaryHost: host, mapVersion: 1, limits: {} },
      ...{ assetCount: 0, userCount: 0, storageBytes: 0 },
      ...{ settings: {}, counts: {} },
    },
    `http://${host}`,
    (only) =>
      new CompanyDb(
        db,
        companyId,
        stamp,
        null,
        only ? (only === "export" ? exporting : ownOf(only)) : null,
      ),
    new Catalogue(control),
    null,
    () => new CustomerDb(control, companyId, stamp),
    () => null,
    () => "http://localhost",
  );
}
