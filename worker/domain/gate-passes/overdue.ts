import { and, eq, inArray, sql } from "drizzle-orm";
import { addDays } from "#app/shared/company-time.ts";
import { dateText } from "#app/shared/dates.ts";
import { pick } from "#app/shared/pick.ts";
import { plural } from "#app/shared/plural.ts";
import {
  companyProfiles,
  gatePassEvents,
  gatePasses,
  gatePassLines,
  vendors,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row, Statement } from "../../db/db.ts";
import { among } from "../../db/predicates.ts";
import { mailing } from "../../mail/outbox.ts";
import type { Company } from "../../session.ts";
import { bump } from "../entity/counters.ts";
import { type Notice, notifying } from "../notifications/notify.ts";
import { settingOf } from "../settings/vocabulary.ts";
import { countersOf } from "./counts.ts";
import { letterOf } from "./letter.ts";
import { SEVERAL } from "./submitting.ts";

const AT_ONCE = 25;
/** Parts of one morning. */
const MOST_PARTS = 40;
/** After so many days a pass that is still overdue is asked for again. */
const AGAIN_DAYS = 7;

type Told = { origin: string; today: string; company: Pick<Company, "settings" | "country"> };

const departmentOfPass = sql<
  string | null
>`(select case count(distinct "of"."department_id") when 0 then null when 1 then max("of"."department_id") else ${SEVERAL} end
  from "gate_pass_lines" as "line" join "assets" as "of" on "of"."company_id" = "line"."company_id" and "of"."id" = "line"."asset_id"
  where "line"."company_id" = "gate_passes"."company_id" and "line"."gate_pass_id" = "gate_passes"."id")`;

/** A part of what is overdue and was not asked for lately, with its vendors. */
const overdueQuery = (db: CompanyDb, today: string) =>
  db
    .select({
      ...pick(gatePasses, ["id", "number", "status", "expectedReturnOn", "chasedOn"]),
      ...pick(gatePasses, ["version", "partyName", "createdBy"]),
      vendorName: sql<string | null>`${vendors.name}`.as("vendor_name"),
      email: vendors.email,
      contactName: vendors.contactName,
      departmentId: departmentOfPass.as("pass_department"),
    })
    .from(gatePasses)
    .leftJoin(
      vendors,
      and(eq(vendors.companyId, gatePasses.companyId), eq(vendors.id, gatePasses.vendorId)),
    )
    .where(
      db.ofOwner(
        gatePasses,
        and(
          inArray(gatePasses.status, ["out", "partially_returned"]),
          sql`${gatePasses.expectedReturnOn} < ${today}`,
          sql`(${gatePasses.chasedOn} is null or ${gatePasses.chasedOn} <= ${addDays(today, -AGAIN_DAYS)}
            or ${gatePasses.chasedOn} <= ${gatePasses.expectedReturnOn})`,
        ),
      ),
    )
    .limit(AT_ONCE);
type Overdue = Awaited<ReturnType<typeof overdueQuery>>[number];

const openLines = (db: CompanyDb, ids: readonly string[]) =>
  db
    .select(pick(gatePassLines, ["gatePassId", "name", "serialNo", "qty", "returnedQty", "isOpen"]))
    .from(gatePassLines)
    .where(
      db.ofOwner(
        gatePassLines,
        and(inArray(gatePassLines.gatePassId, among(ids)), eq(gatePassLines.isOpen, true)),
      ),
    )
    .orderBy(gatePassLines.id);
type OpenLine = Pick<
  Row<typeof gatePassLines>,
  "gatePassId" | "name" | "serialNo" | "qty" | "returnedQty" | "isOpen"
>;

function noticeOf(pass: Overdue, lines: number, today: string, format: string): Notice {
  const { id, number, expectedReturnOn, createdBy, departmentId } = pass;
  const party = pass.vendorName ?? pass.partyName ?? "";
  return {
    key: `pass.overdue:${id}:${expectedReturnOn}:${today}`,
    series: `pass.overdue:${id}:${expectedReturnOn}:`,
    title: `Gate pass ${number} is overdue: ${party}`.slice(0, 200),
    body: plural(
      lines,
      `1 line was to be back by ${dateText(expectedReturnOn!, format)}.`,
      `{n} lines were to be back by ${dateText(expectedReturnOn!, format)}.`,
    ),
    link: `/gate-pass/${id}`,
    entityKind: "gate_pass",
    entityId: id,
    departmentId,
    userIds: [createdBy],
  };
}

/** What asking for one pass writes: its day, its counters, its letter where an address is known. */
function asking(
  db: CompanyDb,
  pass: Overdue,
  lines: readonly OpenLine[],
  { origin, today, company, name, at }: Told & { name: string; at: number },
): Statement[] {
  const { id, email, status } = pass;
  const before = countersOf(pass);
  const counted = countersOf({ ...pass, chasedOn: today });
  const party = pass.vendorName ? { ...pass, vendorName: pass.vendorName } : null;
  const { to: _, letter, subject } = letterOf({ ...pass, party, lines }, { ...company, name });
  const { actorId, actorName } = db.stamp;
  return [
    db.assertUnchanged(gatePasses, pass),
    db.updating(gatePasses, eq(gatePasses.id, id), { chasedOn: today }),
    ...counted.filter((one) => !before.includes(one)).map((one) => bump(db, one, 1)),
    ...(email
      ? [
          mailing(db, { to: email, subject, text: letter, origin }, `pass.overdue:${id}:${today}`),
          db.inserting(gatePassEvents, {
            ...{ gatePassId: id, status, note: `Letter to ${email}: ${subject}` },
            ...{ actorId, actorName, at },
          }),
        ]
      : []),
  ];
}

/**
 * Asks for what is overdue, on the first morning and then weekly: a notice to those who look after passes, a letter to the
 * vendor. A later day of return ends it until that day is over too. Two runs ask once: the pass is asserted as it was read.
 */
export async function askForOverdue(db: CompanyDb, told: Told, now: number): Promise<void> {
  for (let part = 0; part < MOST_PARTS; part++) {
    const [passes, [profile]] = await db.read(
      overdueQuery(db, told.today),
      db
        .select({ name: companyProfiles.name })
        .from(companyProfiles)
        .where(db.ofOwner(companyProfiles))
        .limit(1),
    );
    if (!passes.length) return;
    const [lines] = await db.read(
      openLines(
        db,
        passes.map(({ id }) => id),
      ),
    );
    const format = settingOf(told.company, "date_format");
    const linesOf = ({ id }: Overdue) => lines.filter(({ gatePassId }) => gatePassId === id);
    const notices = passes.map((pass) => noticeOf(pass, linesOf(pass).length, told.today, format));
    const name = profile?.name ?? "";
    const writes = passes.flatMap((pass) =>
      asking(db, pass, linesOf(pass), { ...told, name, at: now }),
    );
    const [first, ...others] = [
      ...writes,
      ...notifying(db, told.origin, "pass.overdue", notices, now),
    ];
    await db.read(first!, ...others);
    if (passes.length < AT_ONCE) return;
  }
}
