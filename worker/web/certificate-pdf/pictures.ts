/** Pictures that a document names, as they are kept and drawn. */
import type { PDFImage } from "@cantoo/pdf-lib";
import type { DocumentFile } from "#app/shared/certificates/document-file.ts";
import type { Align, Captioned } from "#app/shared/certificates/paper/parts.ts";
import { objectKeyOf } from "../../files/store.ts";
import type { Sheet } from "../pdf-sheet.ts";
import { looks, type Pen, type Spot } from "./pen.ts";
import { beside, gap, paragraph, type Strip } from "./strips.ts";

/** Where a company's files are kept. */
export type Kept = { bucket: R2Bucket; companyId: string };
/** Pictures by the ids of their files; one that could not be read is not among them. */
export type Images = ReadonlyMap<string, PDFImage>;

const MEGABYTE = 1024 * 1024;
/** All pictures of a document together, and a PNG, which is unpacked to be drawn. */
const MOST = { together: 20 * MEGABYTE, png: 2 * MEGABYTE };

/** Reads the pictures of a document, as many as there is room for. */
export async function imagesOf(
  sheet: Sheet,
  files: readonly DocumentFile[],
  kept: Kept | null,
): Promise<Images> {
  const images = new Map<string, PDFImage>();
  let room = MOST.together;
  for (const { id, bytes, mime } of kept ? files : []) {
    if (bytes > room || (mime === "image/png" && bytes > MOST.png)) continue;
    const image = await sheet.setter.picture(kept!.bucket, objectKeyOf(kept!.companyId, id));
    if (image) images.set(id, image);
    room -= bytes;
  }
  return images;
}

const POINTS = 72 / 25.4;
/** So high a picture of the form is at most, and one of a row, in points. */
const [HIGHEST, IN_A_ROW] = [320, 190];
const share: Readonly<Record<Align, number>> = { left: 0, center: 0.5, right: 1 };

/** One picture in its place. */
export function pictureStrips(
  images: Images,
  { file, width: asked, align }: { file: DocumentFile; width: number; align: Align },
  width: number,
): Strip[] {
  const image = images.get(file.id);
  if (!image) return [];
  const size = image.scaleToFit(Math.min(asked * POINTS, width), HIGHEST);
  const draw = ({ page, x, y }: Spot) =>
    page.drawImage(image, {
      ...{ x: x + share[align] * (width - size.width), y: y - size.height },
      ...size,
    });
  return [{ height: size.height, draw }, gap(8)];
}

const EACH = 2;
const BETWEEN = 14;

/** Pictures two a row, each over its name; the name alone where it could not be read. */
export function pictureRows(
  pen: Pen,
  images: Images,
  pictures: readonly Captioned[],
  width: number,
): Strip[] {
  const each = (width - BETWEEN * (EACH - 1)) / EACH;
  const columns = pictures.map(({ file, caption }) => {
    const image = images.get(file.id);
    const size = image?.scaleToFit(each, IN_A_ROW);
    return [
      ...(image && size
        ? [
            {
              height: size.height + 3,
              draw: ({ page, x, y }: Spot) =>
                page.drawImage(image, { x, y: y - size.height, ...size }),
            },
          ]
        : []),
      ...paragraph(pen, caption, each, looks.small),
    ];
  });
  return Array.from({ length: Math.ceil(columns.length / EACH) }, (_, row) => {
    const some = columns.slice(row * EACH, (row + 1) * EACH);
    const lefts = some.map((_, nth) => nth * (each + BETWEEN));
    return [beside(some, lefts), gap(8)];
  }).flat();
}
