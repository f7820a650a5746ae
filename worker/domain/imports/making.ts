import type { CompanyDb } from "../../db/company-db.ts";
import type { Permission } from "../../permissions.ts";
import type { Session } from "../../session.ts";
import type { AnyEntity } from "../entity/entity.ts";
import { checked } from "../entity/fields.ts";
import { UNKNOWN_PHONE } from "../entity/formats.ts";
import { resources } from "../index.ts";
import { together, type Values } from "./kind.ts";
import { type Made, type MasterName, masters } from "./masters.ts";

/** Masters that an import adds when only their name is known, with what else their form needs: a vendor supplies, and its phone is still to be asked. */
const makeable: Partial<Record<MasterName, Values>> = {
  category: {},
  department: {},
  vendor: { phone: UNKNOWN_PHONE, isSupplier: true },
  subCategory: {},
  store: {},
};
/** The entity whose records are a master's. */
export const entityOfMaster = (name: MasterName): AnyEntity =>
  Object.values(resources).find(({ table }) => table === masters[name].table)!;

/** Whether a person may have an import add records of a master. */
export const mayMake = (session: Session, name: MasterName): boolean =>
  name in makeable && session.can(entityOfMaster(name).permissions.create as Permission);

/** The statements that add the masters rows name. @throws Response 403 without the permission to add one, 422 for a name that cannot be */
export const makingMasters = (session: Session, db: CompanyDb, made: readonly Made[]) =>
  together(
    made.map(({ master, id, ...named }) => {
      const entity = entityOfMaster(master);
      session.authorize(entity.permissions.create as "create-asset");
      const values = checked(entity.input, { ...named, ...makeable[master] });
      return entity.adding(db, id, values as Values);
    }),
  );
