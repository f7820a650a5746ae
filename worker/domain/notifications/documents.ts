import { and, eq, inArray, sql } from "drizzle-orm";
import { dateText } from "#app/shared/dates.ts";
import { dueDayPath } from "#app/shared/due-links.ts";
import { plural } from "#app/shared/plural.ts";
import { assets, contracts, endingMediaWhere, media, vendors } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import { pointsTo } from "../../db/predicates.ts";
import { type Asked, ending } from "./endings.ts";

const columns = {
  id: sql<string>`${media.id}`.as("file_id"),
  fileName: media.fileName,
  endOn: sql<string>`${media.validUntil}`.as("end_on"),
};
const within = (db: CompanyDb, { after, until, from }: Asked) =>
  db.ofOwner(
    media,
    and(
      sql.raw(endingMediaWhere.replaceAll(/(valid_until|deleted_at)/g, '"media"."$1"')),
      eq(media.isCurrent, true),
      sql`${media.validUntil} > ${after} and ${media.validUntil} <= ${until}`,
      sql`(${media.validUntil}, ${media.id}) > (${from.on}, ${from.id})`,
    ),
  );
const said = (fileName: string, endOn: string, when: string, dateFormat: string) => ({
  title: `Document ends ${when}: ${fileName}`,
  until: `It is valid until ${dateText(endOn, dateFormat)}.`,
});

/** Licences and documents of devices that are valid until a day. */
export const assetDocumentEndings = ending({
  kind: "document.ending",
  name: "asset_documents",
  many: {
    title: (n, when) =>
      plural(n, `1 document of an asset ends ${when}`, `{n} documents of assets end ${when}`),
    link: (day) => dueDayPath(day, "document_end"),
  },
  ends: (db, asked) =>
    db
      .select({
        ...columns,
        assetId: sql<string>`${assets.id}`.as("asset_id"),
        code: assets.assetCode,
        name: assets.name,
        departmentId: sql<string | null>`${assets.departmentId}`.as("department_id"),
        custodian: assets.custodianUserId,
        teamId: assets.teamId,
      })
      .from(media)
      .innerJoin(assets, pointsTo(media.assetId, assets))
      .where(
        and(
          within(db, asked),
          sql`${assets.deletedAt} is null and ${assets.lifecycle} not in ('condemned', 'disposed')`,
        ),
      )
      .orderBy(media.validUntil, media.id)
      .limit(asked.most),
  notice: (row, when, dateFormat) => {
    const { title, until } = said(row.fileName, row.endOn, when, dateFormat);
    return {
      title,
      body: `${row.code} ${row.name}. ${until}`,
      link: `/asset/detail/${row.assetId}?tab=document`,
      entityKind: "media",
      departmentId: row.departmentId,
      userIds: [row.custodian],
      teamId: row.teamId,
    };
  },
});

/** Licences and documents of vendors and contracts that are valid until a day. */
export const vendorDocumentEndings = ending({
  kind: "vendor.document_ending",
  name: "vendor_documents",
  many: {
    title: (n, when) =>
      plural(n, `1 document of a vendor ends ${when}`, `{n} documents of vendors end ${when}`),
    link: (day) => `/vendors?ends=${day}`,
  },
  ends: (db, asked) =>
    db
      .select({
        ...columns,
        vendorId: sql<string | null>`${media.vendorId}`.as("owner_vendor"),
        contractId: sql<string | null>`${media.contractId}`.as("owner_contract"),
        vendor: sql<string | null>`${vendors.name}`.as("vendor_name"),
        number: sql<string | null>`${contracts.number}`.as("contract_number"),
      })
      .from(media)
      .leftJoin(vendors, pointsTo(media.vendorId, vendors))
      .leftJoin(contracts, pointsTo(media.contractId, contracts))
      .where(
        and(
          within(db, asked),
          inArray(media.ownerKind, ["vendor", "contract"]),
          sql`${vendors.archivedAt} is null and ${vendors.deletedAt} is null and ${contracts.terminatedOn} is null`,
        ),
      )
      .orderBy(media.validUntil, media.id)
      .limit(asked.most),
  notice: ({ fileName, endOn, contractId, vendorId, vendor, number }, when, dateFormat) => {
    const { title, until } = said(fileName, endOn, when, dateFormat);
    return {
      title,
      body: contractId ? `Contract ${number}. ${until}` : `${vendor}. ${until}`,
      link: contractId ? `/contract/${contractId}` : `/vendor/detail/${vendorId}?tab=documents`,
      entityKind: "media",
    };
  },
});
