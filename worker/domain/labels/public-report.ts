import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { dayIn } from "#app/shared/company-time.ts";
import { workedOn } from "#app/shared/flows/service-calls.ts";
import { pick } from "#app/shared/pick.ts";
import { newId } from "#drizzle/columns.ts";
import { assets, breakdowns } from "#drizzle/tenant/index.ts";
import { sha256 } from "../../auth/tokens.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer } from "../../db/db.ts";
import { brokenRule } from "../../db/errors.ts";
import type { Visit } from "../../env.ts";
import { mediaRow, StorageDown, type StoredFile, storeFile } from "../../files/store.ts";
import { bytesOf, type Upload } from "../../files/upload.ts";
import { conflict } from "../../refusals.ts";
import { checked, text } from "../entity/fields.ts";
import { optionalPhone } from "../entity/formats.ts";
import { numberingOf } from "../entity/numbers.ts";
import { followPath, isSeed, newSeed, tokenOf } from "../following/link.ts";
import { remarked, remarkText } from "../following/remark.ts";
import { loggedCall, newCall, problemText, tellOfCall } from "../service-calls/new-call.ts";
import { workedOnOf } from "../service-calls/open-of.ts";
import { openingOf, openingQueries } from "../service-calls/opening.ts";
import { originAt } from "./public-device.ts";
import { alreadyReported, counted, opened, refused, refuseMore } from "./public-limits.ts";
import { pinField } from "./public-pin.ts";

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
  pin: pinField,
  /** What the form was opened with, of which the link is made. */
  seed: z.string().max(100).optional(),
  website,
});
const remark = z.strictObject({
  remark: remarkText,
  name: text("Your name", 100),
  pin: pinField,
  website,
});

const isOpenOn = (db: CompanyDb, assetId: string) => db.exists(breakdowns, workedOnOf(assetId));

type ReportedCall = { id: string; number?: string; followTokenHash?: string | null };

const numberQuery = (db: CompanyDb, id: string) =>
  db
    .select(pick(breakdowns, ["number", "followTokenHash"]))
    .from(breakdowns)
    .where(db.ofOwner(breakdowns, eq(breakdowns.id, id)));

/** What this very request was answered before; null when it is new. */
async function firstReport(db: CompanyDb): Promise<Answer<ReportedCall> | null> {
  const first = await db.firstAnswer<ReportedCall>();
  if (!first) return null;
  const [[row]] = await db.read(numberQuery(db, first.data.id));
  return { ...first, data: { ...first.data, ...row } };
}

/** What whoever sent a report is told of it. */
type Told = {
  number: string;
  /** The private link. Null for a report that was sent before with another form, as nobody knows its link. */
  link: string | null;
};

async function toldOf(
  { data: { id, number = "", followTokenHash }, ...answer }: Answer<ReportedCall>,
  origin: string,
  seed: string,
): Promise<Answer<Told>> {
  const token = await tokenOf(seed, id);
  const isIts = followTokenHash === (await sha256(token));
  return { ...answer, data: { number, link: isIts ? `${origin}${followPath(token)}` : null } };
}

/**
 * Stores a problem somebody without an account reports at a device: a call, counted on the device and in the company, and
 * the hash of the private link by which it is followed.
 * @throws Response 402 or 403 where reports are not taken, 404, 409 while a call is open, 413/422, also for a wrong PIN, 429
 */
export async function reportProblem(
  visit: Visit,
  token: string,
  input: unknown,
  photo: Upload | null,
): Promise<Answer<Told>> {
  const { db, asset, company, call, network, now, proven, format, isTooMany, isRoom } =
    await opened(visit, token, photo ? bytesOf(photo) : 0);
  const values = checked(report, input);
  const isPinRight = await proven(values.pin);
  const origin = originAt(visit);
  const seed = isSeed(values.seed) ? values.seed : newSeed();
  if (call || isTooMany) {
    const first = await firstReport(db);
    return first ? toldOf(first, origin, seed) : call ? alreadyReported() : refuseMore();
  }
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
  const followTokenHash = await sha256(await tokenOf(seed, id));
  try {
    const answered = await db.commit<ReportedCall>({
      writes: [
        ...isPinRight,
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
            followTokenHash,
          },
          company,
          opening,
        ),
        ...(stored
          ? mediaRow(db, stored, { kind: "photo", ownerKind: "breakdown", breakdownId: id })
          : []),
        ...tellOfCall(db, origin, asset, {
          id,
          problem,
          equipmentDown,
        }),
      ],
      activity: loggedCall(asset, { id, problem, equipmentDown, reportedByName: name }),
      answer,
      assigned: (data) => numberQuery(db, data.id),
    });
    return toldOf(answered, origin, seed);
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
  const { db, asset, call, network, now, proven, isTooMany } = await opened(visit, token);
  const values = checked(remark, input);
  const isPinRight = await proven(values.pin);
  const noneOpen = () => conflict("The earlier report is closed. Report the problem anew.");
  if (!call || isTooMany)
    return (await db.firstAnswer<null>()) ?? (call ? refuseMore() : noneOpen());
  try {
    return await db.commit<null>({
      ...remarked(db, originAt(visit), { call, asset, open: workedOn }, { ...values, at: now }, [
        ...isPinRight,
        ...counted(db, asset.id, network, now),
      ]),
      answer: { status: 200, message: "Your remark was added", data: null },
    });
  } catch (error) {
    if (brokenRule(error)?.name === "assert_no_overlap") noneOpen();
    return refused(error);
  }
}
