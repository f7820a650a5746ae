import {
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  type PDFRef,
  rotateDegrees,
} from "@cantoo/pdf-lib";
import { elementsOf, patternMarks } from "./chart-markup.tsx";
import { PX, shapeOf } from "./pdf-shapes.ts";
import { lookOf } from "./print-looks.ts";

/** So many steps to each side a tile is covered, however its stripes are turned. */
const around = [-2, -1, 0, 1, 2, 3];
/** What is drawn over the plain fill of a class, in a document. */
export type Textures = ReadonlyMap<string, PDFRef>;

/** The marks of the tones' textures as tiles, of which a reader of the PDF makes a ground. Tiles stand upright: turned ones are drawn differently by each reader. */
export function texturesOf({ context }: PDFDocument): Textures {
  return new Map(
    patternMarks().map((pattern) => {
      const tone = pattern.attributes.id!.replace("texture-", "");
      const step = Number(pattern.attributes.width);
      const angle = Number(/-?\d+/.exec(pattern.attributes.patternTransform ?? "0")![0]);
      // Stripes at 45 degrees meet their own ends again after the diagonal of a step.
      const side = step * (angle % 90 ? Math.SQRT2 : 1) * PX;
      const marks = elementsOf(pattern).filter(({ classes }) => classes.includes("mark"));
      const look = lookOf([`texture-${tone} mark`]);
      const shapes = around.flatMap((across) =>
        around.flatMap((down) => {
          const corner = { x: across * step * PX, y: down * step * PX };
          const frame = { ...corner, scale: [PX, PX] as const, width: step, height: step };
          return marks.flatMap((mark) => shapeOf(mark, frame, look));
        }),
      );
      // What turns clockwise on a page turns the other way on paper, whose height grows upwards.
      const tile = context.flateStream([rotateDegrees(-angle), ...shapes].join("\n"), {
        ...{ Type: "Pattern", PatternType: 1, PaintType: 1, TilingType: 1 },
        ...{ BBox: [0, 0, side, side], XStep: side, YStep: side, Resources: {} },
      });
      return [tone, context.register(tile)] as const;
    }),
  );
}

/** Makes a texture the fill of what is drawn next on a page. @param tone its class */
export function textured(page: PDFPage, tone: string, texture: PDFRef): PDFOperator[] {
  const { Resources } = page.node.normalizedEntries();
  const [kind, name] = [PDFName.of("Pattern"), PDFName.of(`Tone-${tone}`)];
  const patterns = Resources.lookupMaybe(kind, PDFDict) ?? page.doc.context.obj({});
  patterns.set(name, texture);
  Resources.set(kind, patterns);
  return [
    PDFOperator.of(PDFOperatorNames.NonStrokingColorspace, [kind]),
    PDFOperator.of(PDFOperatorNames.NonStrokingColorN, [name]),
  ];
}
