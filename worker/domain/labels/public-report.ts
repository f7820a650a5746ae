import { and, count, eq, gt, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { workedOn } from "#app/shared/flows/service-calls.ts";
import { newId } from "#drizzle/columns.ts";
import { assets, breakdownEvents, breakdowns, publicReports } from "#drizzle/tenant/index.ts";
import type { criticalities } from "#drizzle/words.ts";
import { networkOf } from "../../auth/attempts.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer, Statement } from "../../db/db.ts";
import { brokenRule } from "../../db/errors.ts";
import type { Visit } from "../../env.ts";
import { hasRoom, mediaRow, StorageDown, type StoredFile, storeFile } from "../../files/store.ts";
import { bytesOf, type Upload } from "../../files/upload.ts";
import { conflict, forbidden, refuse, tooMany } from "../../refusals.ts";
import { originOf } from "../../tenancy/hosts.ts";
import { bump } from "../entity/counters.ts";
import { checked, multiline, optionalText, text } from "../entity/fields.ts";
import { formatQuery, numberingOf, takeNumber, takenNumber } from "../entity/numbers.ts";
import { notifying } from "../notifications/notify.ts";
import { indexed } from "../search/search.ts";
import { countersOf, deviceFollows } from "../service-calls/effects.ts";
import { publicDoor, readDevice, reportsIn } from "./public-device.ts";

const WINDOW_MS = 15 * 60_000;
const MOST_A_DEVICE = 5;
const MOST_A_NETWORK = 20;
const PHOTO_LOST = "The photo could not be stored. Your report was sent without it.";

/** Filled by machines only: people do not see the field. */
const website = z.string().max(0, "Leave this field empty").optional();
const report = z.strictObject({
  problem: multiline("Problem", 2000).pipe(
    z.string().min(5, "Describe the problem in at least 5 characters"),
  ),
  equipmentDown: z
    .enum(["yes", "no"], "Say whether the equipment is down")
    .transform((word) => word === "yes"),
  name: text("Your name", 100),
  phone: optionalText(30, "Phone"),
  website,
});
const remark = z.strictObject({
  remark: multiline("Remark", 2000).pipe(z.string().min(5, "Write at least 5 characters")),
  name: text("Your name", 100),
  website,
});

/** Priorities from the most urgent; a device that still works is one less urgent. */
const priorities = ["critical", "high", "medium", "low"] as const;
const ranks: Record<(typeof criticalities)[number], number> = {
  life_support: 0,
  high: 1,
  medium: 2,
  low: 3,
};
const priorityOf = (criticality: keyof typeof ranks, isDown: boolean) =>
  priorities[Math.min(3, ranks[criticality] + (isDown ? 0 : 1))]!;

const sentIn = (db: CompanyDb, where: SQL, now: number) =>
  db.mine(publicReports, and(where, gt(publicReports.at, now - WINDOW_MS)));

/** The counts of what came of late, about a device and from a network, as statements of the reads before a command. */
const counting = (db: CompanyDb, assetId: SQL, network: string, now: number) =>
  [sql`${publicReports.assetId} = ${assetId}`, eq(publicReports.network, network)].map((where) =>
    db
      .select({ sent: count() })
      .from(publicReports)
      .where(sentIn(db, where, now)),
  );

/** Counts this one, and lets the batch pass only while there are not too many. */
const counted = (db: CompanyDb, assetId: string, network: string, now: number): Statement[] => [
  ...(
    [
      [eq(publicReports.assetId, assetId), MOST_A_DEVICE],
      [eq(publicReports.network, network), MOST_A_NETWORK],
    ] as const
  ).map(([where, most]) =>
    db.assert(
      "user_limit",
      sql`(select count(*) from ${publicReports} where ${sentIn(db, where, now)}) < ${sql.raw(String(most))}`,
    ),
  ),
  db.inserting(publicReports, { assetId, network, at: now }),
];

const refuseMore = (): never =>
  tooMany(
    WINDOW_MS / 1000,
    "Too many reports came in a short time. Try again in 15 minutes, or call.",
  );
const alreadyReported = (): never =>
  conflict("This was reported meanwhile. Add a remark to it instead.");

/** What both commands begin with: the device, whether reports are taken, and how many came of late. */
async function opened(visit: Visit, token: string, bytes = 0) {
  const db = publicDoor(visit);
  const network = networkOf(visit.ip);
  const now = Date.now();
  const { asset, company, call, rest } = await readDevice(
    db,
    token,
    (id) =>
      [
        ...counting(db, id, network, now),
        formatQuery(db, "call"),
        db.rows<{ ok: number }>(sql`select ${hasRoom(db, bytes)} as "ok"`),
      ] as const,
  );
  const reports = reportsIn(company);
  if (reports === "suspended")
    refuse(402, "The subscription of this company has ended. Reports are not taken here.");
  if (reports === "off") forbidden("Reports are not taken here");
  const [[byDevice], [byNetwork], [format], [room]] = rest as unknown as [
    { sent: number }[],
    { sent: number }[],
    Parameters<typeof numberingOf>[2][],
    { ok: number }[],
  ];
  const isTooMany =
    (byDevice?.sent ?? 0) >= MOST_A_DEVICE || (byNetwork?.sent ?? 0) >= MOST_A_NETWORK;
  return { db, asset, company, call, network, now, format, isTooMany, isRoom: Boolean(room?.ok) };
}

const isOpenOn = (db: CompanyDb, assetId: string) =>
  db.exists(
    breakdowns,
    and(eq(breakdowns.assetId, assetId), inArray(breakdowns.status, [...workedOn]))!,
  );

/** What a refused batch says; a request that was carried out before answers as it did then. */
function refused(error: unknown): never {
  const rule = brokenRule(error)?.name;
  if (rule === "assert_user_limit") refuseMore();
  if (rule === "assert_no_overlap") alreadyReported();
  throw error;
}

type ReportedCall = { id: string; number?: string };

const numberQuery = (db: CompanyDb, id: string) =>
  db
    .select({ number: breakdowns.number })
    .from(breakdowns)
    .where(db.mine(breakdowns, eq(breakdowns.id, id)));

/** What this very request was answered before; null when it is new. */
async function firstReport(db: CompanyDb): Promise<Answer<ReportedCall> | null> {
  const first = await db.firstAnswer<ReportedCall>();
  if (!first) return null;
  const [[row]] = await db.read(numberQuery(db, first.data.id));
  return { ...first, data: { ...first.data, ...row } };
}

/**
 * Stores a problem somebody without an account reports at a device: a call, counted on the device and in the company.
 * @throws Response 402 or 403 where reports are not taken, 404, 409 while a call is open, 413/422, 429
 */
export async function reportProblem(
  visit: Visit,
  token: string,
  input: unknown,
  photo: Upload | null,
): Promise<Answer<ReportedCall>> {
  const { db, asset, company, call, network, now, format, isTooMany, isRoom } = await opened(
    visit,
    token,
    photo ? bytesOf(photo) : 0,
  );
  const values = checked(report, input);
  if (call || isTooMany)
    return (await firstReport(db)) ?? (call ? alreadyReported() : refuseMore());
  const stored =
    photo && isRoom
      ? await storeFile(visit.env.MEDIA, db.companyId, photo, "photo", "photo").catch(lost)
      : null;
  const numbering = numberingOf("call", company, format);
  const id = newId(now);
  const label = `${asset.assetCode} ${asset.name}`;
  const answer = {
    status: 201,
    message: "Your report was sent",
    data: { id },
    ...(photo && !stored ? { warnings: [PHOTO_LOST] } : {}),
  };
  const { problem, equipmentDown, name, phone } = values;
  const asked = visit.place as Extract<Visit["place"], { kind: "company" }>;
  try {
    return await db.commit<ReportedCall>({
      writes: [
        db.assert(
          "all_found",
          db.exists(
            assets,
            and(eq(assets.id, asset.id), eq(assets.qrToken, token), isNull(assets.deletedAt))!,
          ),
        ),
        db.assert("no_overlap", sql`not ${isOpenOn(db, asset.id)}`),
        ...counted(db, asset.id, network, now),
        takeNumber(db, numbering, { table: breakdowns, column: breakdowns.number }),
        db.inserting(breakdowns, {
          id,
          number: takenNumber(db, numbering),
          assetId: asset.id,
          departmentId: asset.departmentId,
          source: "qr",
          reportedByName: name,
          reportedByPhone: phone,
          reportedAt: now,
          problem,
          equipmentDown,
          priority: priorityOf(asset.criticality, equipmentDown),
          status: "new",
        }),
        db.inserting(breakdownEvents, {
          breakdownId: id,
          status: "new",
          note: null,
          actorName: name,
          at: now,
        }),
        ...deviceFollows(db, asset.id, equipmentDown ? "not_working" : null),
        ...countersOf({ status: "new" }).map((name) => bump(db, name, 1)),
        db.run(
          indexed(
            db,
            "breakdown",
            id,
            sql`(select concat_ws(' ', ${breakdowns.number}, ${breakdowns.problem}) from ${breakdowns} where ${db.mine(breakdowns, eq(breakdowns.id, id))})`,
          ),
        ),
        ...(stored
          ? mediaRow(db, stored, { kind: "photo", ownerKind: "breakdown", breakdownId: id })
          : []),
        ...notifying(db, originOf(visit.env, asked.primaryHost), "problem.reported", [
          {
            key: `problem.reported:${id}`,
            title: `Problem reported: ${label}`.slice(0, 200),
            body: problem.slice(0, 300),
            link: `/asset/detail/${asset.id}`,
            severity: equipmentDown ? "critical" : "warning",
            entityKind: "breakdown",
            entityId: id,
            departmentId: asset.departmentId,
          },
        ]),
      ],
      activity: {
        action: "create.breakdown",
        kind: "breakdown",
        id,
        assetId: asset.id,
        label,
        changes: Object.entries({ problem, equipmentDown, reportedByName: name }).map(
          ([field, to]) => ({ field, from: null, to }),
        ),
      },
      answer,
      assigned: (data) => numberQuery(db, data.id),
    });
  } catch (error) {
    return refused(error);
  }
}

/** A photo that cannot be kept must not cost the report. */
function lost(error: unknown): StoredFile | null {
  if (error instanceof StorageDown) return null;
  throw error;
}

/** Adds a remark to the call that is open on a device. @throws as `reportProblem`; 409 when none is open any more */
export async function addRemark(
  visit: Visit,
  token: string,
  input: unknown,
): Promise<Answer<null>> {
  const { db, asset, call, network, now, isTooMany } = await opened(visit, token);
  const values = checked(remark, input);
  const noneOpen = () => conflict("The earlier report is closed. Report the problem anew.");
  if (!call || isTooMany)
    return (await db.firstAnswer<null>()) ?? (call ? refuseMore() : noneOpen());
  try {
    return await db.commit<null>({
      writes: [
        db.assert(
          "no_overlap",
          db.exists(
            breakdowns,
            and(eq(breakdowns.id, call.id), eq(breakdowns.status, call.status))!,
          ),
        ),
        ...counted(db, asset.id, network, now),
        db.inserting(breakdownEvents, {
          breakdownId: call.id,
          status: call.status,
          note: values.remark,
          actorName: values.name,
          at: now,
        }),
      ],
      activity: {
        action: "remark.breakdown",
        kind: "breakdown",
        id: call.id,
        assetId: asset.id,
        label: `${asset.assetCode} ${asset.name}`,
        changes: [{ field: "remark", from: null, to: values.remark }],
      },
      answer: { status: 200, message: "Your remark was added", data: null },
    });
  } catch (error) {
    if (brokenRule(error)?.name === "assert_no_overlap") noneOpen();
    return refused(error);
  }
}
