import { inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { assets, media } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { among } from "../../db/predicates.ts";
import { reportKinds } from "../../files/kinds.ts";
import type { SheetRow } from "../../files/sheets/read.ts";
import { hidingFiles } from "../../files/store.ts";
import { conflict } from "../../refusals.ts";
import { id, optionalDay, optionalWhole, optionalWord, problems, text } from "../entity/fields.ts";
import {
  baseNameOf,
  codesNamed,
  type FileWord,
  fileWords,
  mayBeCodes,
  wordOfFile,
} from "./asset-file-names.ts";
import { type Column, proposed } from "./columns.ts";
import {
  type Current,
  type ImportKind,
  type Judged,
  type Judging,
  oneBy,
  type Values,
} from "./kind.ts";
import { lower } from "./resource-kind.ts";
import type { Undo } from "./standing.ts";

const MEGABYTE = 1024 * 1024;
const MOST_BYTES = 25 * MEGABYTE;
/** Codes that are looked up in one statement. */
const AT_ONCE = 10_000;
/** Files of one archive. */
export const MOST_FILES = 5_000;

/** A file that is to be kept with a device. */
export type AssetFile = {
  fileName: string;
  assetId: string;
  kind: FileWord;
  validUntil: string | null;
  bytes: number | null;
  /** The device by its code and name. */
  asset: string;
};

const form = z.strictObject({
  fileName: text("File", 400),
  assetId: id("No asset code is in its name"),
  kind: optionalWord(Object.keys(fileWords) as [FileWord, ...FileWord[]], "What it is"),
  validUntil: optionalDay("Valid until"),
  bytes: optionalWhole("Size", 0, Number.MAX_SAFE_INTEGER),
});

const columns: Column[] = [
  {
    ...{ name: "fileName", label: "File", required: true, like: ["filename", "path", "name"] },
    example: "INF-12/INF-12_manual.pdf",
    hint: "As it is called in the archive, with its folders.",
  },
  {
    ...{ name: "assetId", label: "Asset code", master: "asset", like: ["asset", "code", "tag"] },
    example: "INF-12",
    hint: "Left empty, it is looked for in the name of the file, then in its folders.",
  },
  {
    ...{ name: "kind", label: "What it is", words: fileWords, like: ["kind", "type"] },
    hint: "Left empty, it is told by the words of its name.",
  },
  { name: "validUntil", label: "Valid until", as: "day", like: ["validto", "expiry", "expires"] },
  { name: "bytes", label: "Size", as: "whole", like: ["bytes"], hint: "In bytes" },
];

/** Finds the assets that files are of by the codes in their names, and writes them into the rows. One round trip. */
async function fill(
  db: CompanyDb,
  header: readonly string[],
  rows: readonly SheetRow[],
): Promise<SheetRow[]> {
  const places = proposed(columns, header, new Set(header.keys()));
  const { fileName = -1, assetId = -1, kind = -1 } = places;
  const open = rows.filter(({ cells }) => cells[fileName] && !cells[assetId]);
  const codes = [...new Set(open.flatMap(({ cells }) => mayBeCodes(cells[fileName] ?? "").flat()))];
  if (assetId < 0 || !codes.length) return [...rows];
  const parts = Array.from({ length: Math.ceil(codes.length / AT_ONCE) }, (_, at) =>
    codes.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  );
  const answers = await db.read(
    ...(parts.map((part) =>
      db.rows<{
        code: string;
      }>(sql`select distinct "a"."asset_code" as "code" from json_each(${JSON.stringify(part)}) as "w"
        cross join ${assets} as "a" on "a"."company_id" = ${db.companyId} and "a"."asset_code" = "w"."value" and "a"."deleted_at" is null`),
    ) as unknown as [Statement]),
  );
  const there = new Map(
    (answers as unknown as { code: string }[][]).flat().map(({ code }) => [lower(code), code]),
  );
  return rows.map((row) => {
    const path = row.cells[fileName] ?? "";
    if (!path) return row;
    const cells = header.map((_, at) => row.cells[at] ?? "");
    const found = codesNamed(path, (code) => there.get(lower(code)));
    cells[assetId] ||= found.slice(0, 5).join(" or ");
    if (kind >= 0) cells[kind] ||= fileWords[wordOfFile(path)];
    return { ...row, cells };
  });
}

function judge({ refs, facts }: Judging, fields: Values): Judged {
  if (refs.assetId?.lifecycle === "disposed")
    return { errors: { assetId: ["This asset is disposed"] } };
  const { values, errors } = problems(form, fields);
  if (errors) return { errors };
  const { fileName: path, bytes } = values;
  const ending = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? "";
  if (!reportKinds.includes(ending))
    return {
      errors: { fileName: [`This file is not accepted. Allowed: ${reportKinds.join(", ")}`] },
    };
  if (bytes === 0) return { errors: { fileName: ["The file is empty"] } };
  if (bytes !== null && bytes > MOST_BYTES)
    return { errors: { fileName: ["Files can have at most 25 MB"] } };
  const kind = values.kind ?? wordOfFile(path);
  if (kind === "photo" && !/^(jpe?g|png)$/.test(ending))
    return { errors: { kind: ["A photo must be a jpg or png"] } };
  const asset = `${refs.assetId?.assetCode} ${refs.assetId?.name}`;
  const file: AssetFile = { ...values, kind, asset, fileName: baseNameOf(path) };
  const [rows] = facts as [Current[]];
  const keyOf = (row: Values) => `${row.assetId}|${row.fileName}|${row.bytes ?? ""}`;
  const current = oneBy(rows, keyOf, keyOf(file));
  return current
    ? { values: file, changes: [], current, before: {} }
    : { values: file, changes: [], current: null };
}

const undo: Undo = {
  table: media,
  uses: () => [{ table: assets, column: assets.photoMediaId, things: "an asset, as its picture" }],
  write: (db, now, gone) => ({
    writes: [hidingFiles(db, inArray(media.id, among(gone)))],
    activity: gone.map((one) => {
      const { assetId, kind, fileName } = now.get(one)!;
      return {
        action: "remove_document.asset",
        kind: "asset",
        id: String(assetId),
        assetId: String(assetId),
        label: String(fileName),
        changes: [{ field: String(kind), from: String(fileName), to: null }],
      };
    }),
  }),
};

/** Certificates and manuals: files of devices, found by the codes in their names. Their contents come one by one. */
export const assetFileKind: ImportKind = {
  name: "asset-files",
  label: "Certificates and manuals",
  thing: "file",
  things: "files",
  path: "/all-assets",
  permissions: { create: "edit-asset", edit: "edit-asset" },
  columns,
  keyFields: ["fileName"],
  titleFields: ["assetId", "kind"],
  key: (cell) => sql`nullif(lower(${cell("fileName")}), '')`,
  byFiles: { most: MOST_FILES, fill },
  reads: (db, words) => {
    const path = sql.raw(`"w"."word1"`);
    const folders = sql`rtrim(${path}, replace(${path}, '/', ''))`;
    return [
      db.rows<Current>(sql`select "m"."id" as "id", "m"."version" as "version", "m"."asset_id" as "assetId", "m"."file_name" as "fileName", "m"."bytes" as "bytes"
        from (${words("assetId", "fileName")}) as "w"
        cross join ${assets} as "a" on "a"."company_id" = ${db.companyId} and "a"."asset_code" = "w"."word" and "a"."deleted_at" is null
        cross join ${media} as "m" on "m"."company_id" = ${db.companyId} and "m"."asset_id" = "a"."id"
          and "m"."file_name" = substr(${path}, length(${folders}) + 1) and "m"."deleted_at" is null`),
    ];
  },
  judge,
  write: () => conflict("Choose the archive: its files are sent one by one"),
  undo,
};
