import { sql } from "drizzle-orm";
import { departments, teamMembers, teams, users } from "#drizzle/tenant/index.ts";
import type { Row } from "../../db/db.ts";
import { namedBy } from "../lists/more-columns.ts";

const shown = {
  id: users.id,
  name: users.name,
  email: users.email,
  phone: users.phone,
  type: users.type,
  serviceType: users.serviceType,
  departmentId: users.departmentId,
  designation: users.designation,
  employeeCode: users.employeeCode,
  avatarMediaId: users.avatarMediaId,
  status: users.status,
  lastLoginAt: users.lastLoginAt,
  secondFactorSince: users.secondFactorSince,
  createdAt: users.createdAt,
  createdBy: users.createdBy,
  updatedAt: users.updatedAt,
  version: users.version,
};

/** A person as others see them: never what they sign in with. */
export type PersonRow = Pick<Row<typeof users>, keyof typeof shown> & {
  departmentName: string | null;
  teams: string[];
};
export const shownColumns = Object.keys(shown);

const teamNames = sql`(select json_group_array(${teams.name}) from ${teamMembers} join ${teams}
  on ${teams.companyId} = ${teamMembers.companyId} and ${teams.id} = ${teamMembers.teamId} and ${teams.deletedAt} is null
  where ${teamMembers.companyId} = ${users.companyId} and ${teamMembers.userId} = ${users.id})`;

export const personColumns = {
  ...shown,
  departmentName: namedBy(departments, departments.name, users.departmentId),
  teams: sql<string[]>`${teamNames}`
    .mapWith((names: string) => JSON.parse(names) as string[])
    .as("team_names"),
};
