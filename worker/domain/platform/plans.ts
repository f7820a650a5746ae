import type { SQL } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { pick } from "#app/shared/pick.ts";
import { newId } from "#drizzle/columns.ts";
import { plans as table } from "#drizzle/control/index.ts";
import type { Answer } from "../../db/db.ts";
import type { AnySession, StaffSession } from "../../session.ts";
import { entity } from "../entity/entity.ts";
import { checked } from "../entity/fields.ts";
import { newPlanInput, planInput, versionFields } from "./plan-input.ts";
import { addingVersion, companiesOnPlan, offered } from "./plan-versions.ts";

const manage = "manage-plan";

const { remove: _, ...verbs } = entity({
  table,
  noun: ["plan", "plans"],
  permissions: { view: manage, create: manage, edit: manage, delete: manage },
  input: planInput,
  search: { words: ["name", "code"], codes: ["code"] },
  list: {
    sorts: { order: table.sort, name: table.name },
    more: { offered, companies: companiesOnPlan.as("companies") as SQL.Aliased<number> },
  },
});

/** What can be bought. A plan that was offered is archived, never deleted: its versions stay. */
export const plans = {
  ...verbs,
  input: newPlanInput,

  /** With what each costs and allows now, and how many companies have it. */
  async list(session: AnySession, params: URLSearchParams, record?: string) {
    const list = await verbs.list(session, params, record);
    return {
      ...list,
      today: dayIn("UTC"),
      rows: list.rows.map(({ offered: offer, ...row }) => ({ ...offer, ...row })),
    };
  },

  /** Adds a plan with its first version. */
  async create(session: AnySession, sent: unknown): Promise<Answer<{ id: string }>> {
    const db = (session as StaffSession).authorize(manage);
    const values = checked(newPlanInput, sent);
    const id = newId();
    const { writes, activity } = verbs.adding(db, id, values);
    const version = pick(values, Object.keys(versionFields) as (keyof typeof versionFields)[]);
    return db.commit({
      writes: [...writes, addingVersion(db, id, version)],
      activity,
      answer: { status: 201, message: "Plan added", data: { id } },
    });
  },
};
