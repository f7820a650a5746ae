/** Parts of a block as strips. */
import type { PaperDocument } from "#app/shared/certificates/document.ts";
import type { Part } from "#app/shared/certificates/paper/parts.ts";
import { amendmentBox } from "./amendment.ts";
import { factGrid, factList, ruledRows } from "./fact-rows.ts";
import { inkRows } from "./ink.ts";
import { looks, type Pen } from "./pen.ts";
import { type Images, pictureRows, pictureStrips } from "./pictures.ts";
import { gap, heading, heightOf, held, paragraph, type Strip, withNotes } from "./strips.ts";
import { table } from "./table.ts";

const textLooks = { strong: looks.strong, small: looks.small } as const;
/** So high a part stays on one page, in points. */
const MOST_TOGETHER = 220;

type Drawing = { pen: Pen; document: PaperDocument; images: Images };

/** @param width in points */
export const partStrips = (drawing: Drawing, parts: readonly Part[], width: number): Strip[] =>
  parts.flatMap((part) => stripsOf(drawing, part, width));

function stripsOf({ pen, document, images }: Drawing, part: Part, width: number): Strip[] {
  switch (part.is) {
    case "heading":
      return heading(pen, part.text, width);
    case "text": {
      const look = part.look ? textLooks[part.look] : looks.body;
      const lines = paragraph(pen, part.text, width, look);
      return part.isHeld ? held([...lines, gap(1)]) : lines;
    }
    case "table": {
      const look = part.isDense ? looks.dense : looks.body;
      return [
        ...withNotes(pen, table(pen, part.table, width, look), part.notes ?? [], width),
        gap(8),
      ];
    }
    case "list":
      return factList(pen, part.facts, width);
    case "grid":
      return factGrid(pen, part.facts, width);
    case "ruled": {
      const rows = ruledRows(pen, part.facts, width);
      if (!part.isTogether) return [gap(3), ...rows];
      const last = rows.length - 1;
      return heightOf(rows) > MOST_TOGETHER
        ? rows
        : rows.map((row, nth) => ({ ...row, holds: nth < last }));
    }
    case "picture":
      return pictureStrips(images, part, width);
    case "pictures":
      return pictureRows(pen, images, part.pictures, width);
    case "signed":
      return inkRows(pen, part.signed, width);
    case "amendment":
      return [amendmentBox(pen, document, width)];
  }
}
