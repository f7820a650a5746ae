import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { proposedPriority } from "#app/shared/call-words.ts";
import { type assets, breakdownEvents, breakdowns } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Row, Statement } from "../../db/db.ts";
import { snapshotOf } from "../contracts/cover.ts";
import { multiline } from "../entity/fields.ts";
import { type Numbering, takeNumber, takenNumber } from "../entity/numbers.ts";
import { notifying } from "../notifications/notify.ts";
import { indexed } from "../search/search.ts";
import { tellOpened } from "../webhooks/told.ts";
import { type ClockCompany, promised } from "./clocks.ts";
import { recounted } from "./counts.ts";
import { downtimeBegins } from "./downtimes.ts";
import { deviceFollows, holds } from "./effects.ts";
import type { Opening } from "./opening.ts";

/** What is wrong, as whoever stands at the device describes it. */
export const problemText = multiline("Problem", 2000).pipe(
  z.string().min(5, "Describe the problem in at least 5 characters"),
);

type Device = Pick<
  Row<typeof assets>,
  "id" | "assetCode" | "name" | "make" | "model" | "criticality" | "departmentId"
>;
export type NewCall = Pick<
  Row<typeof breakdowns>,
  "id" | "source" | "reportedByName" | "reportedAt" | "problem" | "equipmentDown"
> &
  Partial<
    Pick<
      Row<typeof breakdowns>,
      | "reportedByPhone"
      | "reporterUserId"
      | "raisedByReportId"
      | "failedAt"
      | "patientImpact"
      | "priority"
      | "followTokenHash"
    >
  >;

const titleOf = ({ assetCode, name }: Device) => `${assetCode} ${name}`;

/**
 * The statements that begin a call: its number, its row and first event, what it makes of its device, its counters and its words.
 * What is promised and what covers the device are frozen into it. Its priority follows the device unless it names one.
 * @param opening what `openingOf` gave
 */
export const newCall = (
  db: CompanyDb,
  asset: Device,
  numbering: Numbering,
  call: NewCall,
  company: ClockCompany,
  { cover, team }: Opening,
): Statement[] => {
  const priority = call.priority ?? proposedPriority(asset.criticality, call.equipmentDown);
  const row = { ...call, status: "new" as const, assignedTeamId: team?.id ?? null };
  const holdsIt = holds(row);
  return [
    takeNumber(db, numbering, { table: breakdowns, column: breakdowns.number }),
    db.inserting(breakdowns, {
      ...row,
      priority,
      number: takenNumber(db, numbering),
      assetId: asset.id,
      departmentId: asset.departmentId,
      ...promised(company, priority, call.reportedAt),
      contractId: cover?.contractId ?? null,
      vendorId: cover?.vendorId ?? null,
      coverSnapshot: cover && snapshotOf(cover),
    }),
    db.inserting(breakdownEvents, {
      breakdownId: call.id,
      status: "new",
      note: null,
      actorId: call.reporterUserId ?? null,
      actorName: call.reportedByName,
      at: call.reportedAt,
    }),
    ...deviceFollows(db, asset.id, holdsIt ? "not_working" : null),
    ...(holdsIt
      ? downtimeBegins(db, {
          assetId: asset.id,
          callId: call.id,
          at: call.failedAt ?? call.reportedAt,
        })
      : []),
    ...recounted(db, [], [row]),
    db.run(
      indexed(
        db,
        "breakdown",
        call.id,
        sql`(select concat_ws(' ', ${breakdowns.number}, ${breakdowns.problem}, ${asset.assetCode}, ${asset.name}, ${asset.make ?? ""}, ${asset.model ?? ""}) from ${breakdowns} where ${db.ofOwner(breakdowns, eq(breakdowns.id, call.id))})`,
      ),
    ),
  ];
};

/** Tells those who look after the device of a new call, and the company's webhooks. */
export const tellOfCall = (
  db: CompanyDb,
  origin: string,
  asset: Device,
  { id, problem, equipmentDown }: Pick<NewCall, "id" | "problem" | "equipmentDown">,
): Statement[] => [
  tellOpened(db, origin, id, Date.now()),
  ...notifying(db, origin, "problem.reported", [
    {
      key: `problem.reported:${id}`,
      title: `Problem reported: ${titleOf(asset)}`.slice(0, 200),
      body: problem.slice(0, 300),
      link: `/asset-breakdown/${id}`,
      severity: equipmentDown ? "critical" : "warning",
      entityKind: "breakdown",
      entityId: id,
      departmentId: asset.departmentId,
    },
  ]),
];

/** The log's entry of a new call. */
export const loggedCall = (
  asset: Device,
  { id, ...fields }: Pick<NewCall, "id" | "problem" | "equipmentDown" | "reportedByName">,
): Activity => ({
  action: "create.breakdown",
  kind: "breakdown",
  id,
  assetId: asset.id,
  label: titleOf(asset),
  changes: Object.entries(fields).map(([field, to]) => ({ field, from: null, to })),
});
