import { calibrators } from "#drizzle/tenant/index.ts";
import type { Answer } from "../../db/db.ts";
import { mediaRow, mustStore } from "../../files/store.ts";
import type { Upload } from "../../files/upload.ts";
import { BrokenXml } from "../../files/xml-tree.ts";
import { conflict, invalid, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { type ReadDcc, readDcc } from "./dcc.ts";

type Filled = Answer<{ id: string; values: ReadDcc["values"]; told: string[] }>;
const same = (a: string, b: string) =>
  a.replace(/\s/g, "").toLowerCase() === b.replace(/\s/g, "").toLowerCase();

function understood(text: string): ReadDcc {
  try {
    return readDcc(text);
  } catch (error) {
    if (error instanceof BrokenXml) return invalid({ dcc: [`${error.message}.`] });
    throw error;
  }
}

/** What a person should know before the certificate is saved. */
function warned({ serials, told }: ReadDcc, serialNo: string): string[] {
  if (serials.length && !serials.some((one) => same(one, serialNo)))
    return [
      `The file is of serial no ${serials.join(", ")}, this calibrator has ${serialNo}.`,
      ...told,
    ];
  return serials.length ? told : ["The file does not tell a serial number.", ...told];
}

/**
 * Reads a digital calibration certificate for the form of a new one. The file is kept; nothing is entered or accepted by it.
 * @throws Response 403; 404; 409 for a calibrator that is retired; 413; 422 for a file that is no such certificate; 503
 */
export async function fillFromDcc(
  session: Session,
  bucket: R2Bucket,
  calibratorId: string,
  upload: Upload | null,
): Promise<Filled> {
  const db = session.authorize("edit-calibrator");
  const [[row]] = await db.read(db.byId(calibrators, calibratorId));
  const calibrator = row ?? notFound("calibrator");
  if (calibrator.status === "retired") conflict("This calibrator is retired");
  if (!upload) return invalid({ dcc: ["Choose the file of the certificate"] });
  // Its size and its beginning are looked at before it is read.
  const stored = await mustStore("file", bucket, session.company.id, upload, "dcc", "dcc");
  const read = understood(await upload.file.text());
  const answer = await db.commit({
    writes: mediaRow(db, stored, { kind: "calibration", ownerKind: "calibration" }),
    activity: {
      ...{ action: "upload.calibrator", kind: "calibrator", id: calibratorId },
      label: calibrator.name,
      changes: [{ field: "DCC", from: null, to: stored.fileName }],
    },
    answer: { status: 200, message: "The form was filled in", data: { id: stored.id } },
  });
  const { id } = answer.data;
  return {
    ...answer,
    data: {
      id,
      values: { ...read.values, dccMediaId: id },
      told: warned(read, calibrator.serialNo),
    },
  };
}
