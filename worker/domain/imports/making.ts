import type { CompanyDb } from "../../db/company-db.ts";
import type { Permission } from "../../permissions.ts";
import type { Session } from "../../session.ts";
import type { AnyEntity } from "../entity/entity.ts";
import { checked } from "../entity/fields.ts";
import { categories } from "../masters/categories.ts";
import { departments } from "../masters/departments.ts";
import { stores } from "../masters/stores.ts";
import { subCategories } from "../masters/sub-categories.ts";
import { vendors } from "../masters/vendors.ts";
import type { Made, MasterName } from "./masters.ts";

/** A vendor of whom only the name is known: it supplies, and its phone is still to be asked. */
const UNKNOWN_PHONE = "-";

type Maker = { resource: AnyEntity; values?: (made: Made) => Record<string, unknown> };
/** How a master of which only the name is known is added: by its own schema, as its own form would. */
export const makers: Partial<Record<MasterName, Maker>> = {
  category: { resource: categories },
  department: { resource: departments },
  vendor: {
    resource: vendors,
    values: ({ name }) => ({ name, phone: UNKNOWN_PHONE, isSupplier: true }),
  },
  subCategory: {
    resource: subCategories as unknown as AnyEntity,
    values: ({ name, categoryId }) => ({ name, categoryId }),
  },
  store: { resource: stores },
};
/** What is needed to add a master; undefined for one that no import adds. */
export const makerPermission = (master: MasterName): Permission | undefined =>
  makers[master]?.resource.permissions.create as Permission | undefined;

/** The statements that add the masters rows name. @throws Response 403 without the permission to add one, 422 for a name that cannot be */
export function makingMasters(session: Session, db: CompanyDb, made: readonly Made[]) {
  const prepared = made.map((one) => {
    const { resource, values = ({ name }) => ({ name }) } = makers[one.master]!;
    session.authorize(makerPermission(one.master)!);
    return resource.adding(
      db,
      one.id,
      checked(resource.input, values(one)) as Record<string, unknown>,
    );
  });
  return {
    writes: prepared.flatMap(({ writes }) => writes),
    activity: prepared.map(({ activity }) => activity),
  };
}
