/** The company as its papers name it. */
import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { DocumentFile } from "#app/shared/certificates/document-file.ts";
import { pick } from "#app/shared/pick.ts";
import { companyProfiles, media } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Row } from "../../db/db.ts";

/** A file as documents name it, as SQL of its JSON; null where there is none. @param id of the file */
export const fileFacts = (db: ReadingDb, id: SQL): SQL<string | null> =>
  sql<
    string | null
  >`(select json_object('id', "f"."id", 'name', "f"."file_name", 'mime', "f"."mime", 'bytes', "f"."bytes", 'sha256', "f"."sha256")
    from ${media} as "f" where "f"."company_id" = ${db.companyId} and "f"."id" = ${id} and "f"."deleted_at" is null)`;

/** What documents say of a file, as columns of its row. */
export const fileColumns = pick(media, ["id", "fileName", "mime", "bytes", "sha256"]);
type FileRow = Pick<Row<typeof media>, keyof typeof fileColumns>;
/** A stored file as documents name it. */
export const documentFile = ({ id, fileName, mime, bytes, sha256 }: FileRow): DocumentFile => ({
  ...{ id, name: fileName, mime, bytes, sha256 },
});

/** What `fileFacts` says. */
export const fileOf = (facts: string | null): DocumentFile | undefined =>
  facts === null ? undefined : (JSON.parse(facts) as DocumentFile);

/** The company with its logo, as a statement of a read. */
export const laboratoryQuery = (db: ReadingDb) =>
  db
    .select({
      ...getTableColumns(companyProfiles),
      logo: fileFacts(db, sql`${companyProfiles.logoMediaId}`).as("logo_file"),
    })
    .from(companyProfiles)
    .where(db.ofOwner(companyProfiles))
    .limit(1);
export type Laboratory = Row<typeof companyProfiles> & { logo: string | null };
