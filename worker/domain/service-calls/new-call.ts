import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { proposedPriority } from "#app/shared/call-words.ts";
import { type assets, breakdownEvents, breakdowns } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Row, Statement } from "../../db/db.ts";
import { bump } from "../entity/counters.ts";
import { multiline } from "../entity/fields.ts";
import { type Numbering, takeNumber, takenNumber } from "../entity/numbers.ts";
import { notifying } from "../notifications/notify.ts";
import { indexed } from "../search/search.ts";
import { countersOf, deviceFollows, isConfirmed } from "./effects.ts";

/** What is wrong, as whoever stands at the device describes it. */
export const problemText = multiline("Problem", 2000).pipe(
  z.string().min(5, "Describe the problem in at least 5 characters"),
);

type Device = Pick<
  Row<typeof assets>,
  "id" | "assetCode" | "name" | "criticality" | "departmentId"
>;
type Call = Pick<
  Row<typeof breakdowns>,
  "id" | "source" | "reportedByName" | "reportedAt" | "problem" | "equipmentDown"
> &
  Partial<
    Pick<
      Row<typeof breakdowns>,
      "reportedByPhone" | "reporterUserId" | "raisedByReportId" | "followTokenHash"
    >
  >;

const titleOf = ({ assetCode, name }: Device) => `${assetCode} ${name}`;

/** The statements that begin a call: its number, its row and first event, what it makes of its device, its counter and its words. */
export const newCall = (
  db: CompanyDb,
  asset: Device,
  numbering: Numbering,
  call: Call,
): Statement[] => [
  takeNumber(db, numbering, { table: breakdowns, column: breakdowns.number }),
  db.inserting(breakdowns, {
    ...call,
    number: takenNumber(db, numbering),
    assetId: asset.id,
    departmentId: asset.departmentId,
    priority: proposedPriority(asset.criticality, call.equipmentDown),
    status: "new",
  }),
  db.inserting(breakdownEvents, {
    breakdownId: call.id,
    status: "new",
    note: null,
    actorId: call.reporterUserId ?? null,
    actorName: call.reportedByName,
    at: call.reportedAt,
  }),
  ...deviceFollows(
    db,
    asset.id,
    call.equipmentDown && isConfirmed({ ...call, status: "new" }) ? "not_working" : null,
  ),
  ...countersOf({ status: "new" }).map((name) => bump(db, name, 1)),
  db.run(
    indexed(
      db,
      "breakdown",
      call.id,
      sql`(select concat_ws(' ', ${breakdowns.number}, ${breakdowns.problem}) from ${breakdowns} where ${db.ofOwner(breakdowns, eq(breakdowns.id, call.id))})`,
    ),
  ),
];

/** Tells those who look after the device of a new call. */
export const tellOfCall = (
  db: CompanyDb,
  origin: string,
  asset: Device,
  { id, problem, equipmentDown }: Pick<Call, "id" | "problem" | "equipmentDown">,
): Statement[] =>
  notifying(db, origin, "problem.reported", [
    {
      key: `problem.reported:${id}`,
      title: `Problem reported: ${titleOf(asset)}`.slice(0, 200),
      body: problem.slice(0, 300),
      link: `/asset/detail/${asset.id}`,
      severity: equipmentDown ? "critical" : "warning",
      entityKind: "breakdown",
      entityId: id,
      departmentId: asset.departmentId,
    },
  ]);

/** The log's entry of a new call. */
export const loggedCall = (
  asset: Device,
  { id, ...fields }: Pick<Call, "id" | "problem" | "equipmentDown" | "reportedByName">,
): Activity => ({
  action: "create.breakdown",
  kind: "breakdown",
  id,
  assetId: asset.id,
  label: titleOf(asset),
  changes: Object.entries(fields).map(([field, to]) => ({ field, from: null, to })),
});
