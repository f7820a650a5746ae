import { and, isNull, type SQL, sql } from "drizzle-orm";
import { plural } from "#app/shared/plural.ts";
import { assets, machines, sampleRows } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer } from "../../db/db.ts";
import { brokenRule } from "../../db/errors.ts";
import { conflict, forbidden, isRefusal } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { templateOf } from "../inhouse/built-in.ts";
import { upserting } from "../settings/save.ts";
import { addLaboratorySamples } from "./laboratory.ts";
import { addAssetSamples, SampleBatch } from "./making.ts";
import { freeNaming, takenNamings } from "./naming.ts";
import { SAMPLE_TEMPLATE } from "./texts.ts";

export type MadeSamples = { made: number };

const THERE = "Sample data is there already";

/** Opens the company's database to an Admin. @throws Response 403 to anybody else, 402 while the company is suspended */
export function openedForSamples(session: Session): CompanyDb {
  if (session.type !== "Admin") forbidden();
  return session.authorize("edit-settings");
}

/** Whether any record is noted as a sample. */
export const anySample = (db: CompanyDb): SQL => db.exists(sampleRows, sql`true`);
/** Whether the company has a device of its own, in use or under calibration. */
const anyDevice = (db: CompanyDb): SQL =>
  sql`(${db.existsAnywhere(assets, isNull(assets.deletedAt))} or ${db.existsAnywhere(machines, and(isNull(machines.deletedAt))!)})`;

/**
 * Makes the sample data of the company's service type, as one batch: each record as its own command writes it, and noted as a sample.
 * Where it is there already nothing is made.
 * @throws Response 403 but for an Admin; 409 for a company with a device of its own, and at the plan's limit of assets
 */
export async function makeSamples(session: Session): Promise<Answer<MadeSamples>> {
  const db = openedForSamples(session);
  const { serviceType, limits } = session.company;
  const look = () =>
    db.read(
      db.rows<{ samples: number; devices: number }>(
        sql`select ${anySample(db)} as "samples", ${anyDevice(db)} as "devices"`,
      ),
      ...takenNamings(db),
    );
  const [[there], ...taken] = await look();
  const already: Answer<MadeSamples> = { status: 200, message: THERE, data: { made: 0 } };
  const asBefore = () =>
    db.commit({
      ...{ writes: [db.assert("state", anySample(db))], activity: [], answer: already },
    });
  if (there?.samples) return asBefore();
  if (there?.devices) conflict("Your company has devices of its own already");
  const batch = new SampleBatch(session, db, freeNaming(taken.flat()));
  if (serviceType !== 1) addAssetSamples(batch);
  const template = serviceType === 0 ? undefined : await templateOf(SAMPLE_TEMPLATE);
  if (template) addLaboratorySamples(batch, template);
  const made = batch.size;
  try {
    return await db.commit({
      writes: [
        db.assert("state", sql`not ${anySample(db)} and not ${anyDevice(db)}`),
        ...batch.writes,
        upserting(db, { sample_data: true }),
      ],
      activity: batch.activity,
      answer: {
        status: 200,
        message: plural(made, "1 sample record added", "{n} sample records added"),
        data: { made },
      },
    });
  } catch (refusal) {
    if (brokenRule(refusal)?.name === "assert_asset_limit")
      conflict(`Your plan allows ${limits.max_assets} assets`);
    if (!isRefusal(refusal, 409)) throw refusal;
    const [[now]] = await look();
    if (now?.samples) return asBefore();
    if (now?.devices) conflict("Your company has devices of its own already");
    throw refusal;
  }
}
