/** Standards of a company that has no screens of calibrators: added and accepted in the form of an in-house calibration, by the laboratory's own commands. */
import { and, eq, inArray, sql } from "drizzle-orm";
import { certificateRules } from "#app/shared/flows/calibrator-certificates.ts";
import { movesOf } from "#app/shared/flows/rules.ts";
import { pick } from "#app/shared/pick.ts";
import {
  calibratorCertificates,
  measurementStandards,
  inhouseCalibrations as table,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Answer, Row } from "../../db/db.ts";
import type { Upload } from "../../files/upload.ts";
import { keepsOwnStandards } from "../../inhouse-rights.ts";
import { conflict, invalid, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { certificateFlow } from "../calibrator-certificates/flow.ts";
import { certificateInput } from "../calibrator-certificates/input.ts";
import { entering, storedPaper } from "../calibrator-certificates/save.ts";
import { addingStandard, knownNumber, numberReads } from "../calibrators/calibrators.ts";
import { calibratorInput } from "../calibrators/input.ts";
import { checked } from "../entity/fields.ts";
import { own } from "./record-reads.ts";

type Added = { id: string; calibratorNo: string; name: string };
type Sent = Record<string, unknown>;

const ofStandard = ["name", "manufacturer", "model", "serialNo", "roleCodes"] as const;
const ofCertificate = [
  ...(["certificateNo", "issuedBy", "route", "calibratedOn", "issuedOn", "dueOn"] as const),
  ...(["asFound", "ranges"] as const),
];

/** What a form says of the standard, and of its certificate. @throws Response 422 also for what is neither's */
function parted(sent: Sent) {
  const known = new Set<string>([...ofStandard, ...ofCertificate]);
  const strange = Object.keys(sent).filter((name) => !known.has(name));
  const rest = Object.fromEntries(strange.map((name) => [name, sent[name]]));
  const standard = pick(sent, ofStandard as readonly string[]);
  return {
    standard: checked(calibratorInput, { ...standard, kind: "working_standard", ...rest }),
    certificate: checked(certificateInput, {
      ...pick(sent, ofCertificate as readonly string[]),
      adjusted: "0",
    }),
  };
}

/** @throws Response 404; 409 for what is no draft */
function draftOf([row]: Row<typeof table>[]): Row<typeof table> {
  const calibration = row ?? notFound("calibration");
  if (calibration.status !== "draft") conflict("Only a draft takes a standard");
  return calibration;
}

/**
 * Adds a standard with its certificate and paper, in the form of a draft that is to be measured with it. Somebody else accepts the
 * certificate; until then it may be measured with, and is not verified.
 * @throws Response 403; 404; 409 for what is no draft, or over the plan's storage; 413; 422; 503 while files cannot be stored
 */
export async function addOwnStandard(
  session: Session,
  bucket: R2Bucket,
  id: string,
  upload: Upload | null,
  sent: Sent,
): Promise<Answer<Added>> {
  session.authorize("edit-inhouse-calibration");
  const keeper = session.inHouse();
  const db = keeper.authorize("create-calibrator");
  const [found, ...numbers] = await db.read(db.byId(table, id), ...numberReads(db));
  const calibration = draftOf(found);
  const { standard, certificate } = parted(sent);
  if (!upload) return invalid({ file: ["Choose the PDF of the certificate"] });
  const file = await storedPaper(keeper, { bucket, upload });
  return addingStandard(keeper, db, standard, knownNumber(numbers), (made) => {
    const entered = entering(db, keeper, made, certificate, file, []);
    return {
      writes: [
        db.assert("state", db.exists(table, and(eq(table.id, id), eq(table.status, "draft"))!)),
        ...entered.writes,
      ],
      activity: [
        entered.activity,
        {
          ...{ action: "add_standard.inhouse_calibration", kind: "inhouse_calibration", id },
          ...{ label: calibration.inhouseNo, assetId: calibration.assetId },
          changes: [
            { field: "standards", from: null, to: `${made.calibratorNo} ${standard.name}` },
          ],
        },
      ],
      answer: {
        ...{ status: 201, message: "Standard added. Somebody else accepts its certificate." },
        data: { ...made, name: standard.name },
      },
    };
  });
}

const MOST_WAITING = 20;
/** Certificates of the measurement's standards that wait for acceptance, as a statement of its page. */
export const waitingQuery = (db: ReadingDb, id: string) =>
  db
    .select(
      pick(calibratorCertificates, [
        ...(["id", "version", "calibratorId", "certificateNo", "issuedBy", "dueOn"] as const),
        ...(["status", "enteredBy", "mediaId"] as const),
      ]),
    )
    .from(calibratorCertificates)
    .where(
      db.ofOwner(
        calibratorCertificates,
        and(
          inArray(
            calibratorCertificates.id,
            sql`(select ${measurementStandards.calibratorCertificateId} from ${measurementStandards} where ${db.ofOwner(measurementStandards, eq(measurementStandards.measurementSetId, own(db, id, "measurement_set_id")))})`,
          ),
          sql`+${calibratorCertificates.status} = 'entered'`,
        ),
      ),
    )
    .limit(MOST_WAITING);
type Waiting = Awaited<ReturnType<typeof waitingQuery>>[number];

/** Those certificates with what this person may do about them in the form. */
export const waitingFor = (session: Session, rows: readonly Waiting[]) =>
  keepsOwnStandards(session)
    ? rows.map((row) => ({
        ...row,
        moves: movesOf(certificateRules, row, certificateFlow.moverOf(session.inHouse())).filter(
          ({ move }) => move === "accept",
        ),
      }))
    : [];

/** The standard of the measurement that a certificate is of, as a statement. */
const standardOf = (db: ReadingDb, id: string, certificate: string) =>
  db
    .select({ calibratorNo: measurementStandards.calibratorNo })
    .from(measurementStandards)
    .where(
      db.ofOwner(
        measurementStandards,
        and(
          eq(measurementStandards.measurementSetId, own(db, id, "measurement_set_id")),
          eq(measurementStandards.calibratorCertificateId, certificate),
        ),
      ),
    )
    .limit(1);

/**
 * Accepts the certificate of a standard of this measurement, by the command of the laboratory. Whoever accepts it has no part in the measurement by that.
 * The log has it as the calibration's too, since nobody there may see calibrators.
 * @throws Response 403 also for who has entered it; 404; 409
 */
export async function acceptOwnStandard(
  session: Session,
  id: string,
  { certificate = "", ...values }: Record<string, string>,
): Promise<Answer<unknown>> {
  const db = session.authorize("edit-inhouse-calibration");
  const [[row], waiting, [standard]] = await db.read(
    db.byId(table, id),
    waitingQuery(db, id),
    standardOf(db, id, certificate),
  );
  const { inhouseNo, assetId } = row ?? notFound("calibration");
  const accepted = waiting.find((one) => one.id === certificate);
  if (!accepted || !standard) return (await db.firstAnswer()) ?? notFound("certificate");
  const to = `${standard.calibratorNo} ${accepted.certificateNo}`;
  const inCalibration = {
    ...{ action: "accept_standard.inhouse_calibration", kind: "inhouse_calibration", id },
    ...{ label: inhouseNo, assetId, changes: [{ field: "certificate", from: null, to }] },
  };
  const keeper = session.inHouse();
  return certificateFlow.move(
    keeper,
    certificate,
    "accept",
    values,
    undefined,
    [],
    [inCalibration],
  );
}
