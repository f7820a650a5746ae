import { and, eq, ne, sql } from "drizzle-orm";
import { procedureGaps } from "#app/shared/calibration/procedure-gaps.ts";
import { procedureRules } from "#app/shared/flows/procedures.ts";
import { newId } from "#drizzle/columns.ts";
import { procedureEvents, procedures, procedureVersions as table } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row, Statement } from "../../db/db.ts";
import { conflict, invalid } from "../../refusals.ts";
import { flow } from "../entity/flow.ts";
import { workOn } from "../entity/flow-work.ts";
import { type OfferedRule, rulesQuery } from "./rules.ts";

type Version = Row<typeof table>;
const work = workOn<typeof table>();

/** How the log names a version. */
export const versionTitle = ({
  methodReference,
  versionNo,
}: Pick<Version, "methodReference" | "versionNo">) =>
  `${methodReference || "Procedure"}, version ${versionNo}`;

/** The procedure of a version, as a statement of a read. */
const procedureOf = (db: CompanyDb, id: string) =>
  db.byId(
    procedures,
    sql`(select "own"."procedure_id" from ${table} as "own" where "own"."company_id" = ${db.companyId} and "own"."id" = ${id})`,
  );

/** The version that is in force beside another one. */
const formerOf = (db: CompanyDb, id: string) =>
  db
    .select()
    .from(table)
    .where(
      db.ofOwner(
        table,
        and(
          eq(table.status, "active"),
          ne(table.id, id),
          sql`${table.procedureId} = (select "own"."procedure_id" from ${table} as "own" where "own"."company_id" = ${db.companyId} and "own"."id" = ${id})`,
        ),
      ),
    )
    .limit(1);

const MOST_TOLD = 5;
/** Refuses a version that lacks something. @throws Response 422 with what it lacks, by path */
function refuseGaps(version: Version, rules: readonly OfferedRule[]): void {
  const gaps = procedureGaps(version, rules);
  if (gaps.length === 0) return;
  const errors: Record<string, string[]> = {};
  for (const { path, message } of gaps.slice(0, MOST_TOLD)) {
    errors[path] ??= [];
    errors[path].push(message);
  }
  invalid(errors, undefined, { missing: gaps.length });
}

/** Withdraws the version that another one replaces, with its event and its entry in the log. */
function replacing(db: CompanyDb, former: Version, by: Version, at: number) {
  const { actorId, actorName } = db.stamp;
  const note = `Replaced by version ${by.versionNo}`;
  const withdrawn = { status: "withdrawn" as const, withdrawnAt: at, withdrawnBy: actorId };
  const writes: Statement[] = [
    db.assertUnchanged(table, former, eq(table.status, "active")),
    db.updating(table, eq(table.id, former.id), withdrawn),
    db.inserting(procedureEvents, {
      ...{ id: newId(at), procedureVersionId: former.id, status: "withdrawn", note },
      ...{ actorId, actorName, at },
    }),
  ];
  const activity = {
    ...{ action: "withdraw.procedure_version", kind: "procedure_version", id: former.id },
    label: versionTitle(former),
    changes: [{ field: "status", from: "active", to: "withdrawn" }],
    reason: note,
  };
  return { writes, activity };
}

const submit = work({
  reads: (db, id) => [procedureOf(db, id), rulesQuery(db)],
  stamp: "submitted",
  run({ before, read: [[procedure], rules] }) {
    if (!procedure) conflict("Its procedure was deleted");
    if (procedure!.archivedAt) conflict("Its procedure is archived");
    refuseGaps(before, rules);
    return {};
  },
  message: "Submitted for review",
  summary: "Submit a draft that lacks nothing for review; what it lacks is answered by path",
  example: {},
});

const approve = work({
  reads: (db, id) => [procedureOf(db, id), rulesQuery(db), formerOf(db, id)],
  stamp: "approved",
  run({ db, before, read: [[procedure], rules, [former]], at }) {
    if (!procedure) conflict("Its procedure was deleted");
    refuseGaps(before, rules);
    const replaced = former ? replacing(db, former, before, at) : null;
    return {
      // One version is in force at a time: the former one goes first.
      around: (update) => [...(replaced?.writes ?? []), update],
      writes: [
        db.updating(procedures, eq(procedures.id, before.procedureId), {
          currentVersionId: before.id,
        }),
      ],
      also: replaced ? [replaced.activity] : [],
    };
  },
  message: "Version approved",
  summary: "Put a version in force; the one that was in force is withdrawn",
  example: {},
});

const withdraw = work({
  stamp: "withdrawn",
  run: ({ db, before }) => ({
    writes: [
      db.updating(
        procedures,
        and(eq(procedures.id, before.procedureId), eq(procedures.currentVersionId, before.id))!,
        { currentVersionId: null },
      ),
    ],
  }),
  message: "Version withdrawn",
  summary: "Withdraw the version that is in force: nothing new is calibrated by it",
  example: { reason: "The standard was withdrawn" },
});

/** A version of a procedure, from draft to withdrawn. */
export const procedureFlow = flow({
  name: "procedure_version",
  label: "Procedure version",
  noun: "version",
  table,
  column: "status",
  rules: procedureRules,
  events: { table: procedureEvents, of: "procedureVersionId" },
  title: versionTitle,
  ownerOf: ({ procedureId }) => procedureId,
  logged: ({ status }) => ({ status }),
  moves: {
    submit,
    approve,
    "send-back": work({
      message: "Sent back",
      summary: "Send a version back to be changed",
      example: { reason: "The points do not cover the range" },
    }),
    withdraw,
  },
});
