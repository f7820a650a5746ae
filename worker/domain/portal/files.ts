import { and, desc, eq, gte, inArray, isNull, lte, sql } from "drizzle-orm";
import type { CertificateDocument } from "#app/shared/certificates/document.ts";
import { certificateWords } from "#app/shared/flows/certificate-reports.ts";
import { pick } from "#app/shared/pick.ts";
import { machines, media, certificateReports as table } from "#drizzle/tenant/index.ts";
import type { ContactSession } from "../../contact-session.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Row } from "../../db/db.ts";
import { among, pointsTo } from "../../db/predicates.ts";
import { objectAt } from "../../files/stored.ts";
import { invalid, notFound, unavailable } from "../../refusals.ts";
import { watermarks } from "../certificates/preview.ts";
import { isDay } from "../entity/fields.ts";
import { fileOf } from "../evidence/part.ts";

/** What of a certificate is taken: as it was made when it was issued. */
export const portalFiles = { pdf: "pdf", xml: "dcc", json: "document" } as const;
export type PortalFile = keyof typeof portalFiles;
const isFile = (name: string): name is PortalFile => Object.hasOwn(portalFiles, name);

/** So many certificates an archive holds. */
export const MOST_PACKED = 200;

type Stored = Pick<Row<typeof media>, "id" | "mime" | "fileName" | "objectKey" | "sha256">;
const columns = pick(media, ["id", "mime", "fileName", "objectKey", "sha256"]);

/** Some of the files that certificates name, as a statement. */
const filesOf = (db: ReadingDb, ids: ReturnType<typeof sql>, most: number) =>
  db
    .select(columns)
    .from(media)
    .where(db.ofOwner(media, and(sql`${media.id} in ${ids}`, isNull(media.deletedAt))))
    .limit(most);

/**
 * A file of a certificate of the contact's consumer. One that no longer holds comes with its document, to be drawn with its mark.
 * @throws Response 404 for another consumer's, for a draft's and for one that is not issued; 503 while it is being drawn
 */
export async function portalFile(session: ContactSession, id: string, name: string) {
  const db = session.reading();
  const kind = isFile(name) ? name : notFound("file");
  const of = sql`(select "f"."value" from ${table} as "its" cross join json_each("its"."files") as "f" where "its"."company_id" = ${db.companyId} and "its"."id" = ${id})`;
  const [[found], files] = await db.read(db.byId(table, id), filesOf(db, of, 3));
  const certificate = found ?? notFound("certificate");
  const file = (one: PortalFile): Stored =>
    files.find((row) => row.id === certificate.files[portalFiles[one]]) ??
    unavailable("It is still being drawn. Try again in a moment.");
  const { status, documentSha256 } = certificate;
  const watermark =
    kind === "pdf" && Object.hasOwn(watermarks, status)
      ? watermarks[status as keyof typeof watermarks]
      : null;
  return {
    file: file(kind),
    marked:
      watermark && documentSha256 ? { watermark, documentSha256, document: file("json") } : null,
  };
}

/** The document that an issued certificate was drawn from. @throws Response 503 while the object store does not answer */
export async function storedDocument(bucket: R2Bucket, { objectKey }: Stored) {
  const object = await objectAt(bucket, objectKey);
  if (!object) return unavailable();
  return JSON.parse(await object.text()) as CertificateDocument;
}

/** What an address asks to be packed: chosen certificates, or those issued in a period. @throws Response 422 for neither */
function packedIn(params: URLSearchParams) {
  const ids = [...new Set(params.getAll("id"))].slice(0, MOST_PACKED + 1);
  if (ids.length) return inArray(table.id, among(ids));
  const [from, to] = [params.get("from") ?? "", params.get("to") ?? ""];
  if (!isDay(from) || !isDay(to) || from > to)
    return invalid({ from: ["Choose certificates, or the days of a period"] });
  return and(gte(table.issuedOn, from), lte(table.issuedOn, to));
}

const wordOf = (status: keyof typeof certificateWords) =>
  status === "issued" ? "Valid" : certificateWords[status];
const plainName = (text: string) => text.replace(/[^\p{L}\p{N}._-]+/gu, "-");

/**
 * Certificates of the contact's consumer with their files, for an archive. What no longer holds says so in its name.
 * @throws Response 404 where there is none; 422 for more than an archive holds
 */
export async function portalPack(session: ContactSession, params: URLSearchParams) {
  const db = session.reading();
  const where = and(eq(table.consumerId, session.actor.consumerId), packedIn(params));
  const chosen = db
    .select({ id: table.id })
    .from(table)
    .where(db.ofOwner(table, where))
    .orderBy(desc(table.id))
    .limit(MOST_PACKED + 1);
  const of = sql`(select "f"."value" from ${table} as "its" cross join json_each("its"."files") as "f" where "its"."company_id" = ${db.companyId} and "its"."id" in ${chosen})`;
  const [rows, files] = await db.read(
    db
      .select({
        ...pick(table, ["id", "certificateNo", "status", "issuedOn", "nextDueOn", "voidReason"]),
        files: table.files,
        machineNo: machines.machineNo,
        serialNo: machines.serialNo,
        machineName: sql<string>`${machines.name}`.as("machine_name"),
      })
      .from(table)
      .innerJoin(machines, pointsTo(table.machineId, machines))
      .where(db.ofOwner(table, where))
      .orderBy(desc(table.id))
      .limit(MOST_PACKED + 1),
    filesOf(db, of, 3 * (MOST_PACKED + 1)),
  );
  if (rows.length > MOST_PACKED)
    invalid({
      from: [`An archive holds at most ${MOST_PACKED} certificates. Choose a shorter period`],
    });
  if (!rows.length) invalid({ from: ["No certificate was issued in this period"] });
  const wanted: readonly PortalFile[] = params.get("all") ? ["pdf", "xml", "json"] : ["pdf"];
  const byId = new Map(files.map((file) => [file.id, file]));
  const packed = rows.flatMap((row) =>
    wanted.map((kind) => {
      const mark = row.status === "issued" ? "" : `-${wordOf(row.status).toUpperCase()}`;
      const name = `${plainName(row.certificateNo ?? row.id)}${mark}.${kind}`;
      return { name, file: byId.get(row.files[portalFiles[kind]] ?? "") };
    }),
  );
  const list = await fileOf({
    ...{ key: "certificates", title: "Certificates", shown: [] },
    head: [
      "Certificate",
      "State",
      "Why void",
      "Machine",
      "Name",
      "Serial no",
      "Issued on",
      "Next due",
    ],
    rows: rows.map((row) => [
      ...[row.certificateNo, wordOf(row.status), row.voidReason, row.machineNo, row.machineName],
      ...[row.serialNo, row.issuedOn, row.nextDueOn],
    ]),
  });
  return {
    about: {
      ...{
        kind: "certificates",
        company: session.company.name,
        consumer: session.actor.consumerName,
      },
      made_at: new Date().toISOString(),
    },
    wholes: [list],
    made: [],
    files: packed.flatMap(({ name, file }) =>
      file ? [{ name, objectKey: file.objectKey, sha256: file.sha256 }] : [],
    ),
    leftOut: packed.flatMap(({ name, file }) => (file ? [] : [`${name} is still being drawn.`])),
  };
}

/** The row of the company's logo; undefined where it has none. */
export const logoOf = (session: ContactSession) =>
  session.reading().find(media, session.company.logoMediaId ?? "");
