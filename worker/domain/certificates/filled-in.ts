/** What people fill in of a form's own fields, and the files that they attach: records and files of the company only, as their rows say. */
import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import {
  type NamedRecord,
  type OwnField,
  type OwnValue,
  type OwnValues,
  type RecordType,
  recordTypes,
} from "#app/shared/certificates/own-fields.ts";
import { pick } from "#app/shared/pick.ts";
import { isSignature } from "#app/shared/signature.ts";
import type { Attachment } from "#drizzle/tenant/certificates.ts";
import {
  calibrators,
  certificateUploads,
  consumers,
  machines,
  media,
  users,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Results, Statement } from "../../db/db.ts";
import { hidingFiles } from "../../files/store.ts";
import { invalid, notFound } from "../../refusals.ts";
import { documentFile, fileColumns } from "../measurement/laboratory.ts";
import type { DraftInput } from "./input.ts";

const isRecord = (value: OwnValue): value is NamedRecord =>
  typeof value === "object" && !Array.isArray(value);
/** The ids of records that are named, each once, as SQL. */
const idsIn = (values: OwnValues): SQL => {
  const ids = Object.values(values).flatMap((value) => (isRecord(value) ? [value.id] : []));
  return sql`(select "value" from json_each(${JSON.stringify([...new Set(ids)])}))`;
};

/** The records and files that a draft names, as statements of a read. */
export const namedReads = (
  db: ReadingDb,
  { ownFields, attachments }: Pick<DraftInput, "ownFields" | "attachments">,
) => {
  const ids = idsIn(ownFields);
  const files = JSON.stringify(attachments.map(({ id }) => id));
  return [
    db
      .select(pick(users, ["id", "name"]))
      .from(users)
      .where(db.ofOwner(users, inArray(users.id, ids))),
    db
      .select(pick(calibrators, ["id", "name", "calibratorNo"]))
      .from(calibrators)
      .where(db.ofOwner(calibrators, inArray(calibrators.id, ids))),
    db
      .select(pick(machines, ["id", "name", "machineNo"]))
      .from(machines)
      .where(db.ofOwner(machines, inArray(machines.id, ids))),
    db
      .select(pick(consumers, ["id", "name"]))
      .from(consumers)
      .where(db.ofOwner(consumers, inArray(consumers.id, ids))),
    db
      .select({
        ...fileColumns,
        storedFor: certificateUploads.certificateReportId,
      })
      .from(media)
      .innerJoin(
        certificateUploads,
        and(
          eq(certificateUploads.companyId, media.companyId),
          eq(certificateUploads.mediaId, media.id),
        ),
      )
      .where(
        db.ofOwner(
          media,
          and(
            sql`${media.id} in (select "value" from json_each(${files}))`,
            isNull(media.deletedAt),
          ),
        ),
      ),
  ] as const;
};
type Named = Readonly<Results<ReturnType<typeof namedReads>>>;

const titled = (no: string, name: string) => `${no}, ${name}`;
/** Names of records by their ids. */
const namesOf = ([people, standards, devices, customers]: Named): Record<
  RecordType,
  ReadonlyMap<string, string>
> => ({
  user: new Map(people.map(({ id, name }) => [id, name])),
  calibrator: new Map(standards.map((one) => [one.id, titled(one.calibratorNo, one.name)])),
  machine: new Map(devices.map((one) => [one.id, titled(one.machineNo, one.name)])),
  consumer: new Map(customers.map(({ id, name }) => [id, name])),
});

/**
 * What was filled in, with the names that records have.
 * @param fields of the form; values of other keys are kept as they are
 * @throws Response 404 for a record that the company does not have; 422 for what is no drawn signature
 */
export function ownValues(values: OwnValues, fields: readonly OwnField[], named: Named): OwnValues {
  const names = namesOf(named);
  const checkedValue = (key: string, value: OwnValue): OwnValue => {
    const field = fields.find((one) => one.key === key);
    if (
      field?.type === "signature" &&
      value !== "" &&
      !(typeof value === "string" && isSignature(value))
    )
      return invalid({ ownFields: [`${field.label} is no drawn signature`] });
    if (!isRecord(value)) return value;
    const [type] = recordTypes.filter((one) => names[one].has(value.id));
    const wanted = recordTypes.find((one) => one === field?.type) ?? type;
    const name = wanted && names[wanted].get(value.id);
    return name ? { id: value.id, name } : notFound(field?.label.toLowerCase() ?? "record");
  };
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, checkedValue(key, value)]),
  );
}

type Holder = { id: string; attachments: readonly Attachment[] };
/** The files that a draft names, as their rows say: those that were stored for it, and those that it took over. @throws Response 404 for one that is neither */
export const attachedFiles = (
  asked: DraftInput["attachments"],
  before: Holder,
  [, , , , files]: Named,
): Attachment[] =>
  asked.map(({ id, caption }) => {
    const file = files.find((one) => one.id === id);
    const isTaken = before.attachments.some((one) => one.id === id);
    if (!file || (file.storedFor !== before.id && !isTaken)) return notFound("file");
    return { ...documentFile(file), caption };
  });

/** Hides files that were stored for a draft and that it does not name any more; those that it took over are of another certificate. */
export function droppingFiles(
  db: CompanyDb,
  before: Holder,
  after: readonly Attachment[],
): Statement[] {
  const gone = before.attachments.filter(({ id }) => !after.some((one) => one.id === id));
  if (gone.length === 0) return [];
  const ids = JSON.stringify(gone.map(({ id }) => id));
  const own = db
    .select({ id: certificateUploads.mediaId })
    .from(certificateUploads)
    .where(
      db.ofOwner(
        certificateUploads,
        and(
          eq(certificateUploads.certificateReportId, before.id),
          sql`${certificateUploads.mediaId} in (select "value" from json_each(${ids}))`,
        ),
      ),
    );
  return [hidingFiles(db, inArray(media.id, own))];
}
