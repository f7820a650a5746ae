import {
  drawEllipse,
  drawLine,
  drawSvgPath,
  fill,
  type PDFOperator,
  popGraphicsState,
  pushGraphicsState,
  rectangle,
  setFillingColor,
} from "@cantoo/pdf-lib";
import type { Mark } from "./chart-markup.tsx";
import type { Look } from "./print-looks.ts";

/** Points of a pixel of the page: the charts of a sheet of A4 are those of a page of 665 pixels. */
export const PX = 0.75;

/** Where a drawing stands: its left upper corner on the paper, the points of its units, and its size in units. */
export type Frame = {
  x: number;
  y: number;
  scale: readonly [x: number, y: number];
  width: number;
  height: number;
};

/** A length of SVG, which may be a part of the whole. */
export const lengthOf = (written: string | undefined, whole: number): number => {
  const number = Number.parseFloat(written ?? "0");
  return written?.endsWith("%") ? (number / 100) * whole : number;
};

/** A point of a drawing on the paper. */
export const placeOf = (
  { x, y, scale: [across, down], width, height }: Frame,
  at: readonly [x: string | undefined, y: string | undefined],
) => ({
  x: x + lengthOf(at[0], width) * across,
  y: y - lengthOf(at[1], height) * down,
});

/** Numbers after each letter of a path. */
const STEP = /([A-Za-z])([^A-Za-z]*)/g;
/** What an arc has before its end: two radii, then what stays as it is. */
const RADII = 2;
const ARC = 7;

/** A path of absolute lines and arcs in points. Its strokes keep their width, however it is stretched. */
const stretched = (path: string, [across, down]: Frame["scale"]): string =>
  path.replace(STEP, (_, letter: string, rest: string) => {
    const numbers = rest.match(/-?[\d.]+(?:e-?\d+)?/g)?.map(Number) ?? [];
    const isArc = letter === "A";
    const points = numbers.map((number, nth) => {
      const place = isArc ? nth % ARC : nth;
      if (isArc && place >= RADII && place < ARC - 2) return number;
      const isAcross =
        letter === "H" || (letter !== "V" && place % 2 === (isArc && place > RADII ? 1 : 0));
      return number * (isAcross ? across : down);
    });
    return letter + points.join(" ");
  });

/**
 * What draws a line, rectangle, circle or path of SVG in a frame; nothing for other elements.
 * @param ground what is filled with, where it is no plain colour
 */
export function shapeOf(
  { name, attributes: at }: Mark,
  frame: Frame,
  look: Look,
  ground?: readonly PDFOperator[],
): PDFOperator[] {
  const { scale, width, height } = frame;
  const pen = {
    color: look.fill,
    borderColor: look.stroke,
    borderWidth: look.stroke ? (look.width ?? 1) * PX : 0,
    borderDashArray: look.dash?.map((part) => part * PX) ?? [],
  };
  if (name === "line")
    return drawLine({
      start: placeOf(frame, [at.x1, at.y1]),
      end: placeOf(frame, [at.x2, at.y2]),
      thickness: pen.borderWidth,
      color: look.stroke,
      dashArray: pen.borderDashArray,
    });
  if (name === "circle") {
    const radius = Number(at.r) * scale[0];
    return drawEllipse({
      ...placeOf(frame, [at.cx, at.cy]),
      xScale: radius,
      yScale: radius,
      ...pen,
    });
  }
  if (name === "path" && at.d)
    return drawSvgPath(stretched(at.d, scale), { x: frame.x, y: frame.y, scale: 1, ...pen });
  if (name !== "rect" || !look.fill) return [];
  const [wide, high] = [
    lengthOf(at.width, width) * scale[0],
    lengthOf(at.height, height) * scale[1],
  ];
  const { x, y } = placeOf(frame, [at.x, at.y]);
  return [
    pushGraphicsState(),
    ...(ground ?? [setFillingColor(look.fill)]),
    rectangle(x, y - high, wide, high),
    fill(),
    popGraphicsState(),
  ];
}
