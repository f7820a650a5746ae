import {
  fill,
  grayscale,
  type PDFImage,
  type PDFPage,
  PrintScaling,
  popGraphicsState,
  pushGraphicsState,
  rectangle,
  setFillingGrayscaleColor,
} from "@cantoo/pdf-lib";
import { drawLabel } from "#app/shared/label-drawing.ts";
import { labelWords, type Offset } from "#app/shared/label-options.ts";
import { QUIET, runsOf } from "#app/shared/label-qr.ts";
import { calibrationOf, type LabelPreset, placeLabels, presetOf } from "#app/shared/label-sheet.ts";
import { textWidth } from "#app/shared/label-text.ts";
import type { Label, Labels } from "../domain/labels/labels.ts";
import type { Company } from "../session.ts";
import { Typesetter } from "./pdf-text/typesetter.ts";

/** Points in a millimetre. */
const MM = 72 / 25.4;
type Pen = { page: PDFPage; at: { x: number; y: number }; height: number };
type Kit = { setter: Typesetter; logo: PDFImage | null };

/** The labels, or the page that tells how far a printer is off, exact to the millimetre. */
export async function labelPdf(
  { labels, options, logo }: Labels,
  company: Company,
  { MEDIA, ASSETS }: Pick<Env, "MEDIA" | "ASSETS">,
  isCalibration: boolean,
): Promise<Uint8Array> {
  const title = `${isCalibration ? "Calibration page" : "Labels"} ${company.name}`;
  const texts = JSON.stringify([company.name, labels.map(({ texts }) => texts)]);
  const setter = await Typesetter.open(title, texts, ASSETS);
  const { doc } = setter;
  // At its own size, whatever a viewer would rather do.
  doc.catalog.getOrCreateViewerPreferences().setPrintScaling(PrintScaling.None);
  const image =
    logo && options.show.includes("logo") ? await setter.picture(MEDIA, logo.objectKey) : null;
  const kit: Kit = { setter, logo: image };

  const preset = presetOf(options.preset);
  const add = () => doc.addPage([preset.page.width * MM, preset.page.height * MM]);
  if (isCalibration) rule(add(), preset, options.offset, kit);
  else
    for (const placed of placeLabels(preset, labels, options)) {
      const page = add();
      for (const { thing, x, y } of placed) {
        const at = { x: x + options.offset.x, y: y + options.offset.y };
        const words = labelWords(thing.texts, options.show, company.name, image !== null);
        draw({ page, at, height: preset.page.height }, preset, thing, words, kit);
      }
    }
  return setter.bytes();
}

function draw(
  { page, at, height }: Pen,
  preset: LabelPreset,
  { qr }: Label,
  words: Parameters<typeof drawLabel>[1],
  { setter, logo }: Kit,
) {
  const drawing = drawLabel(preset, words);
  const module = drawing.qr.width / (qr.side + 2 * QUIET);
  page.pushOperators(pushGraphicsState(), setFillingGrayscaleColor(0));
  for (const run of runsOf(qr)) {
    const left = at.x + drawing.qr.x + (run.x + QUIET) * module;
    const bottom = height - (at.y + drawing.qr.y + (run.y + QUIET + 1) * module);
    page.pushOperators(rectangle(left * MM, bottom * MM, run.length * module * MM, module * MM));
  }
  page.pushOperators(fill(), popGraphicsState());
  for (const { x, y, size, bold, text } of drawing.texts) {
    const line = setter.line(text, bold ? "bold" : "plain");
    // The drawing takes letters of other scripts for a square: wider ones are set as narrow.
    const room = 1000 * textWidth(text, 1, bold);
    const narrower = line.width > room ? room / line.width : 1;
    setter.draw(page, line, {
      x: (at.x + x) * MM,
      y: (height - at.y - y) * MM,
      size: size * narrower * MM,
      grey: 0,
    });
  }
  if (drawing.logo && logo) {
    const box = drawing.logo;
    const fit = logo.scaleToFit(box.width * MM, box.height * MM);
    page.drawImage(logo, {
      ...fit,
      x: (at.x + box.x) * MM,
      y: (height - at.y - box.y) * MM - fit.height,
    });
  }
}

/** The frames of the cells, and rulers through the middle of the first one. */
function rule(page: PDFPage, preset: LabelPreset, offset: Offset, { setter }: Kit) {
  const { lines, texts } = calibrationOf(preset);
  const { height } = preset.page;
  const point = (x: number, y: number) => ({
    x: (x + offset.x) * MM,
    y: (height - y - offset.y) * MM,
  });
  for (const { x1, y1, x2, y2 } of lines)
    page.drawLine({
      start: point(x1, y1),
      end: point(x2, y2),
      thickness: 0.1 * MM,
      color: grayscale(0),
    });
  for (const { x, y, size, text } of texts)
    setter.draw(page, setter.line(text, "plain"), { ...point(x, y), size: size * MM, grey: 0 });
}
