import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { dateText } from "#app/shared/dates.ts";
import {
  type LabelOptions,
  type LabelTexts,
  labelOptions,
  savedLabels,
} from "#app/shared/label-options.ts";
import type { QrModules } from "#app/shared/label-qr.ts";
import { MOST_LABELS, presetKeys } from "#app/shared/label-sheet.ts";
import { assets, departments, media } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Answer, Statement } from "../../db/db.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { assetQueryOf } from "../assets/asset-query.ts";
import { assetWindow } from "../assets/every.ts";
import { changesBetween } from "../entity/changes.ts";
import { checked } from "../entity/fields.ts";
import { namedBy } from "../lists/more-columns.ts";
import { settled } from "../search/device-search.ts";
import { upserting } from "../settings/save.ts";
import { millimetres } from "../settings/sections.ts";
import { settingOf } from "../settings/vocabulary.ts";
import { deviceAddress, qrOf, qrPicture } from "./qr.ts";

export type Label = { id: string; qr: QrModules; texts: LabelTexts };
export type Labels = {
  labels: Label[];
  /** More were chosen than can be printed at once. */
  isCut: boolean;
  /** False while nothing was chosen. */
  isChosen: boolean;
  options: LabelOptions;
  logo: { objectKey: string; mime: string } | null;
};

const { id, assetCode, name, serialNo, qrToken, nextPmOn, nextCalOn } = assets;
const columns = {
  id,
  assetCode,
  name,
  serialNo,
  qrToken,
  nextPmOn,
  nextCalOn,
  department: namedBy(departments, departments.name, assets.departmentId),
};
type Row = Pick<
  typeof assets.$inferSelect,
  "id" | "assetCode" | "name" | "serialNo" | "qrToken" | "nextPmOn" | "nextCalOn"
> & {
  department: string;
};

/** The statement that reads the devices an address names: by id, or by the list's search and filters; null when it names none. */
function chosen(db: ReadingDb, session: Session, params: URLSearchParams): Statement | null {
  const ids = (params.get("ids") ?? "").split(",").filter(Boolean);
  if (ids.length)
    return db
      .select(columns)
      .from(assets)
      .where(
        db.ofOwner(
          assets,
          sql`${assets.id} in (select value from json_each(${JSON.stringify(ids)})) and ${assets.deletedAt} is null`,
        ),
      )
      .limit(MOST_LABELS + 1);
  const query = assetQueryOf(params, session.company);
  const isNarrowed = query.q || Object.keys(query.filters).length || params.get("all") === "1";
  return isNarrowed ? assetWindow(db, query, columns, "", MOST_LABELS + 1) : null;
}

const byCode = new Intl.Collator("en", { sensitivity: "base", numeric: true });

/** A thing to be labelled: what its code says, and its words. */
type Labelled = { id: string; address: string; texts: LabelTexts };

/** The labels of chosen things, 500 at most, and how they are to be printed. One round trip. */
export async function printed<R>(
  session: Session,
  db: ReadingDb,
  params: URLSearchParams,
  things: Statement | null,
  labelled: (rows: R[]) => Labelled[],
): Promise<Labels> {
  const { company } = session;
  const logo = db
    .select({ objectKey: media.objectKey, mime: media.mime })
    .from(media)
    .where(db.ofOwner(media, and(eq(media.id, company.logoMediaId ?? ""), isNull(media.deletedAt))))
    .limit(1);
  const [logos, found = []] = (await db.read(logo, ...(things ? [things] : []))) as [
    NonNullable<Labels["logo"]>[],
    R[]?,
  ];
  return {
    labels: labelled(found)
      .slice(0, MOST_LABELS)
      .map(({ id, address, texts }) => ({ id, qr: qrOf(address), texts })),
    isCut: found.length > MOST_LABELS,
    isChosen: things !== null,
    options: labelOptions(params, savedLabels(company.settings)),
    logo: logos[0] ?? null,
  };
}

/** The labels of the chosen devices by code. */
export async function labelsOf(session: Session, params: URLSearchParams): Promise<Labels> {
  const db = session.authorize("view-asset");
  const { company, origin } = session;
  const format = settingOf(company, "date_format");
  const dated = (on: string | null) => on && dateText(on, format);
  const asked = await settled(db, params);
  return printed<Row>(session, db, params, chosen(db, session, asked), (found) =>
    found
      .filter((row) => row.id !== null)
      .sort((a, b) => byCode.compare(a.assetCode, b.assetCode))
      .map((row) => ({
        id: row.id,
        address: deviceAddress(origin, row.qrToken),
        texts: {
          code: row.assetCode,
          name: row.name,
          serial: row.serialNo,
          place: row.department,
          nextPm: dated(row.nextPmOn),
          nextCal: dated(row.nextCalOn),
        },
      })),
  );
}

/** A device's QR code as a picture. @throws Response 404 when there is no such device */
export async function devicePicture(session: Session, id: string): Promise<string> {
  const db = session.authorizeAny("view-asset", "edit-asset");
  const [rows] = await db.read(
    db
      .select({ qrToken: assets.qrToken })
      .from(assets)
      .where(db.ofOwner(assets, and(eq(assets.id, id), isNull(assets.deletedAt))))
      .limit(1),
  );
  const { qrToken } = rows[0] ?? notFound("asset");
  return qrPicture(deviceAddress(session.origin, qrToken));
}

const settings = z.strictObject({
  preset: z.enum(presetKeys, "Choose a sheet or roll"),
  x: millimetres("Offset x"),
  y: millimetres("Offset y"),
});

/** Sets the sheet and the offset everybody in the company begins with. @throws Response 403, 422 */
export async function saveLabels(session: Session, input: unknown): Promise<Answer<null>> {
  const db = session.authorize("edit-settings");
  const { preset, ...offset } = checked(settings, input);
  const { settings: before } = session.company;
  return db.commit({
    writes: [upserting(db, { label_preset: preset, label_offset: offset })],
    activity: {
      action: "update.settings",
      kind: "settings",
      id: "labels",
      label: "Labels",
      changes: changesBetween(
        { labelPreset: before.label_preset, labelOffset: before.label_offset },
        { labelPreset: preset, labelOffset: offset },
      ),
    },
    answer: { status: 200, message: "Label settings saved", data: null },
  });
}
