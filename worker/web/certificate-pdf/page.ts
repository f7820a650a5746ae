import { concatTransformationMatrix, popGraphicsState, pushGraphicsState } from "@cantoo/pdf-lib";
import type { PaperDocument } from "#app/shared/certificates/document.ts";
import type { FormPage } from "#app/shared/certificates/form.ts";
import { kindWords } from "#app/shared/certificates/paper/words.ts";
import { dateText } from "#app/shared/dates.ts";
import type { Furniture, PageShape } from "../pdf-sheet.ts";
import { across, inks, type Look, looks, Pen, type Spot } from "./pen.ts";
import type { Images } from "./pictures.ts";
import { gap, heightOf, paragraph, type Strip } from "./strips.ts";

export type Watermark = "DRAFT" | "VOID" | "SUPERSEDED";

const MM = 72 / 25.4;
const papers = { a4: [595.28, 841.89], letter: [612, 792] } as const;
/** The height of the foot in points, above the lower margin. */
const FOOT = 22;

/** The measures of a form's pages; its contents end above the foot. */
export function shapeOf({ paper, orientation, margins }: FormPage): PageShape {
  const [short, long] = papers[paper];
  const [width, height] = orientation === "portrait" ? [short, long] : [long, short];
  const [top, right, bottom, left] = [margins.top, margins.right, margins.bottom, margins.left].map(
    (millimetres) => millimetres * MM,
  ) as [number, number, number, number];
  return { width, height, margins: { top, right, bottom: bottom + FOOT, left } };
}

/** What stands on each page: the watermark, from the second page on a short head, and the foot. */
export function furnitureOf(document: PaperDocument, watermark: Watermark | null): Furniture {
  return {
    begin(sheet, nth) {
      const pen = new Pen(sheet.setter);
      if (watermark)
        drawWatermark(pen, { page: sheet.page, ...sheet.place(0) }, sheet.shape, watermark);
      if (nth === 1) return;
      const { content } = document;
      const spot = { page: sheet.page, ...sheet.place(0) };
      pen.text(spot, content.lab.name, looks.strong);
      pen.text(spot, content.title, looks.quiet, sheet.width, "right");
      across({ ...spot, y: spot.y - 15 }, sheet.width, inks.ink, 1);
      sheet.y -= 25;
    },
    end(sheet, nth, pages) {
      sheet.y = sheet.shape.margins.bottom - 5;
      const spot = { page: sheet.page, ...sheet.place(0) };
      drawFoot(new Pen(sheet.setter), spot, document, { width: sheet.width, nth, pages });
    },
  };
}

const foot: Look = { size: 8, leading: 11, color: inks.quiet };
const footStrong: Look = { size: 8, leading: 11, font: "bold" };

/** The number, the day of issue and which page it is of how many. */
function drawFoot(
  pen: Pen,
  at: Spot,
  { content, issue }: PaperDocument,
  { width, nth, pages }: { width: number; nth: number; pages: number },
) {
  across(at, width, inks.ink, 0.75);
  const spot = { ...at, y: at.y - 4 };
  const { certificate_no, revision_no, issued_on } = issue;
  const name = `${kindWords[content.kind].document} `;
  const after = pen.text(spot, name, foot);
  const end = pen.text({ ...spot, x: after + 2 }, certificate_no, footStrong);
  if (revision_no) pen.text({ ...spot, x: end + 5 }, `Revision ${revision_no}`, foot);
  pen.text(spot, `Issued ${dateText(issued_on)}`, foot, width, "middle");
  pen.text(spot, `Page ${nth} of ${pages}`, footStrong, width, "right");
}

/** A word from corner to corner, under all that is drawn after it. */
function drawWatermark(pen: Pen, { page }: Spot, { width, height }: PageShape, word: Watermark) {
  const angle = Math.atan2(height, width);
  const line = pen.setter.line(word, "bold");
  const MOST = 190;
  const size = Math.min(MOST, (0.78 * Math.hypot(width, height) * 1000) / line.width);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  page.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(cos, sin, -sin, cos, width / 2, height / 2),
  );
  const place = { x: (-line.width * size) / 2000, y: -0.36 * size, size };
  pen.setter.draw(page, line, { ...place, color: word === "DRAFT" ? inks.pale : inks.paleRed });
  page.pushOperators(popGraphicsState());
}

const LOGO = { width: 110, height: 34 };

/** The laboratory with its address, and by whom it is accredited. */
export function laboratoryHead(
  pen: Pen,
  { content }: PaperDocument,
  images: Images,
  width: number,
): Strip[] {
  const { lab } = content;
  const { accreditation } = lab;
  const side = accreditation ? accreditedStrips(pen, accreditation) : [];
  const sideWidth = accreditation ? ACCREDITED : 0;
  const logo = lab.logo && images.get(lab.logo.id);
  const scaled = logo?.scaleToFit(LOGO.width, LOGO.height);
  const left = scaled ? scaled.width + 10 : 0;
  const name = { size: 11.5, leading: 14.5, font: "bold" } as const;
  const room = width - left - sideWidth - (accreditation ? 16 : 0);
  const reached = [lab.phone, lab.email].filter((way) => way).join(", ");
  const texts = [
    ...paragraph(pen, lab.name, room, name),
    ...paragraph(
      pen,
      [...lab.address, lab.country].filter((line) => line).join(", "),
      room,
      looks.small,
    ),
    ...(reached ? paragraph(pen, reached, room, looks.small) : []),
    ...lab.tax_ids.flatMap(({ label, value }) =>
      paragraph(pen, `${label} ${value}`, room, looks.small),
    ),
  ];
  const height = Math.max(heightOf(texts), heightOf(side), scaled?.height ?? 0) + 9;
  const middle = (part: number) => (height - 9 - part) / 2;
  return [
    {
      height,
      holds: true,
      draw: (spot) => {
        if (logo && scaled)
          spot.page.drawImage(logo, {
            ...{ x: spot.x, y: spot.y - middle(scaled.height) - scaled.height },
            ...scaled,
          });
        drawDown(texts, { ...spot, x: spot.x + left, y: spot.y - middle(heightOf(texts)) });
        if (accreditation) {
          const x = spot.x + width - sideWidth;
          drawSeal(spot, { x: x + SEAL, y: spot.y - (height - 9) / 2 });
          drawDown(side, { ...spot, x: x + 2 * SEAL + 7, y: spot.y - middle(heightOf(side)) });
        }
        across({ ...spot, y: spot.y - height }, width, inks.ink, 1.5);
      },
    },
    gap(10),
  ];
}

const drawDown = (strips: readonly Strip[], spot: Spot) => {
  let { y } = spot;
  for (const { draw, height } of strips) {
    draw?.({ ...spot, y });
    y -= height;
  }
};

/** The radius of the sign of accreditation, and the width of it with its words. */
const SEAL = 15.5;
const ACCREDITED = 132;

const accreditedStrips = (
  pen: Pen,
  { body, number }: { body: string; number: string },
): Strip[] => [
  ...paragraph(pen, `Accredited by ${body}`, ACCREDITED - 2 * SEAL - 7, looks.small),
  ...paragraph(pen, "ISO/IEC 17025:2017", ACCREDITED - 2 * SEAL - 7, looks.small),
  ...paragraph(pen, number, ACCREDITED - 2 * SEAL - 7, looks.smallStrong),
];

/** The body's mark, else two rings and a tick. */
function drawSeal({ page }: Spot, { x, y }: { x: number; y: number }) {
  for (const size of [SEAL - 0.6, SEAL - 3])
    page.drawCircle({ x, y, size, borderColor: inks.ink, borderWidth: 0.9 });
  const tick = [
    [-6.6, -0.4],
    [-2, -5],
    [7, 4.8],
  ] as const;
  for (const at of [0, 1] as const) {
    const [from, to] = [tick[at], tick[at + 1]!];
    page.drawLine({
      ...{ start: { x: x + from[0], y: y + from[1] }, end: { x: x + to[0], y: y + to[1] } },
      ...{ thickness: 0.9, color: inks.ink },
    });
  }
}

/** The title beside the number. */
export function titleStrips(pen: Pen, { content, issue }: PaperDocument, width: number): Strip[] {
  const title: Look = { size: 18, leading: 22, font: "bold" };
  const number: Look = { size: 11, leading: 14, font: "bold" };
  const name = kindWords[content.kind].number;
  const right = Math.max(pen.widthOf(issue.certificate_no, number), pen.widthOf(name, looks.small));
  const texts = paragraph(pen, content.title, width - right - 16, title);
  const revision: Strip[] = issue.revision_no
    ? [line(pen, `Revision ${issue.revision_no}`, looks.smallStrong, width)]
    : [];
  const numbers = [
    line(pen, name, looks.small, width),
    line(pen, issue.certificate_no, number, width),
    ...revision,
  ];
  const height = Math.max(heightOf(texts), heightOf(numbers));
  return [
    {
      height,
      holds: true,
      draw: (spot) => {
        drawDown(numbers, { ...spot, y: spot.y - (height - heightOf(numbers)) });
        drawDown(texts, { ...spot, y: spot.y - (height - heightOf(texts)) + 1 });
      },
    },
    gap(10),
  ];
}

/** A text at the right edge. */
const line = (pen: Pen, text: string, look: Look, width: number): Strip => ({
  height: look.leading,
  draw: (spot) => {
    pen.text(spot, text, look, width, "right");
  },
});
