import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { dayIn } from "#app/shared/company-time.ts";
import { workedOn } from "#app/shared/flows/service-calls.ts";
import { newId } from "#drizzle/columns.ts";
import { assets, breakdownEvents, breakdowns } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer } from "../../db/db.ts";
import { brokenRule } from "../../db/errors.ts";
import type { Visit } from "../../env.ts";
import { mediaRow, StorageDown, type StoredFile, storeFile } from "../../files/store.ts";
import { bytesOf, type Upload } from "../../files/upload.ts";
import { conflict } from "../../refusals.ts";
import { originOf } from "../../tenancy/hosts.ts";
import { checked, multiline, text } from "../entity/fields.ts";
import { optionalPhone } from "../entity/formats.ts";
import { numberingOf } from "../entity/numbers.ts";
import { loggedCall, newCall, problemText, tellOfCall } from "../service-calls/new-call.ts";
import { openingOf, openingQueries } from "../service-calls/opening.ts";
import { alreadyReported, counted, opened, refused, refuseMore } from "./public-limits.ts";

const PHOTO_LOST = "The photo could not be stored. Your report was sent without it.";

/** Filled by machines only: people do not see the field. */
const website = z.string().max(0, "Leave this field empty").optional();
const report = z.strictObject({
  problem: problemText,
  equipmentDown: z
    .enum(["yes", "no"], "Say whether the equipment is down")
    .transform((word) => word === "yes"),
  name: text("Your name", 100),
  phone: optionalPhone("Phone"),
  website,
});
const remark = z.strictObject({
  remark: multiline("Remark", 2000).pipe(z.string().min(5, "Write at least 5 characters")),
  name: text("Your name", 100),
  website,
});

const isOpenOn = (db: CompanyDb, assetId: string) =>
  db.exists(
    breakdowns,
    and(eq(breakdowns.assetId, assetId), inArray(breakdowns.status, [...workedOn]))!,
  );

type ReportedCall = { id: string; number?: string };

const numberQuery = (db: CompanyDb, id: string) =>
  db
    .select({ number: breakdowns.number })
    .from(breakdowns)
    .where(db.ofOwner(breakdowns, eq(breakdowns.id, id)));

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
  const opening = openingOf(
    await db.read(...openingQueries(db, asset.id, dayIn(company.timeZone, now))),
  );
  const id = newId(now);
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
        ...newCall(
          db,
          asset,
          numbering,
          {
            id,
            source: "qr",
            reportedByName: name,
            reportedByPhone: phone,
            reportedAt: now,
            problem,
            equipmentDown,
          },
          company,
          opening,
        ),
        ...(stored
          ? mediaRow(db, stored, { kind: "photo", ownerKind: "breakdown", breakdownId: id })
          : []),
        ...tellOfCall(db, originOf(visit.env, asked.primaryHost), asset, {
          id,
          problem,
          equipmentDown,
        }),
      ],
      activity: loggedCall(asset, { id, problem, equipmentDown, reportedByName: name }),
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
