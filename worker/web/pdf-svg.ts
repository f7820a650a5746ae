import {
  beginMarkedContent,
  endMarkedContent,
  grayscale,
  LineJoinStyle,
  type PDFOperator,
  popGraphicsState,
  pushGraphicsState,
  setLineJoin,
  setLineWidth,
  setStrokingGrayscaleColor,
  setTextRenderingMode,
  TextRenderingMode,
} from "@cantoo/pdf-lib";
import { elementsOf, type Mark, textOf } from "./chart-markup.tsx";
import { type Frame, lengthOf, PX, placeOf, shapeOf } from "./pdf-shapes.ts";
import type { Sheet } from "./pdf-sheet.ts";
import { type Textures, textured } from "./pdf-textures.ts";
import { type Look, lookOf } from "./print-looks.ts";

/** The size of words, and what is kept free around them where they stand on a line. */
const [SIZE, HALO] = [11, 3];
/** What a chart with numbers at its side keeps for them. */
const AXIS = 40;
/** Words that stand only where there is room around them, and how much of it, in points. */
const [giveWay, ROOM] = [["minor", "tight"], 4];

type Word = { from: number; until: number; y: number };

/**
 * Draws the SVG of a chart: lines, rectangles, circles, paths and words, in groups and drawings within it, by their classes.
 * @param box its left edge, and its size in points; it begins at the sheet's height
 */
export function drawSvg(
  sheet: Sheet,
  svg: Mark,
  { left, width, height }: { left: number; width: number; height: number },
  textures: Textures,
): void {
  const axis = svg.classes.includes("has-axis") ? AXIS * PX : 0;
  const words: Word[] = [];
  const walk = (mark: Mark, frame: Frame) => {
    const { name, classes } = mark;
    if (name === "g" || name === "svg")
      for (const child of elementsOf(mark)) walk(child, framed(mark, frame));
    else if (name === "text") write(sheet, mark, frame, words);
    else {
      const look = lookOf(classes);
      const put = (one: Look, ground?: PDFOperator[]) =>
        sheet.page.pushOperators(...shapeOf(mark, frame, one, ground));
      if (look.stroke && look.hasHalo) put(haloOf(look));
      put(look);
      const tone = classes.find((name) => textures.has(name));
      if (tone) put(look, textured(sheet.page, tone, textures.get(tone)!));
    }
  };
  walk(svg, {
    ...sheet.place(left + axis),
    scale: [PX, PX],
    width: (width - axis) / PX,
    height: height / PX,
  });
}

const haloOf = ({ width = 1 }: Look): Look => ({ stroke: grayscale(1), width: width + HALO });

/** The frame of what stands in a group that is moved, or in a drawing with units of its own. */
function framed({ attributes }: Mark, frame: Frame): Frame {
  const { viewBox, transform, width, height } = attributes;
  const [across, down] = frame.scale;
  if (viewBox) {
    const [, , wide, high] = viewBox.split(" ").map(Number) as [number, number, number, number];
    const full = [lengthOf(width ?? "100%", frame.width), lengthOf(height ?? "100%", frame.height)];
    const scale = [(full[0]! * across) / wide, (full[1]! * down) / high] as const;
    return { ...frame, scale, width: wide, height: high };
  }
  const [x, y] = /translate\((\S+)[ ,](\S+)\)/.exec(transform ?? "")?.slice(1) ?? [];
  return { ...frame, ...placeOf(frame, [x, y]) };
}

/** Writes words at their anchor, within the sheet; not where others stand, since the table says them too. */
function write(sheet: Sheet, mark: Mark, frame: Frame, words: Word[]) {
  const { "text-anchor": anchor = "", x, y } = mark.attributes;
  const { size: pixels = SIZE, isBold, grey = 0.4, hasHalo } = lookOf(mark.classes);
  const size = pixels * PX;
  const line = sheet.setter.line(textOf(mark), isBold ? "bold" : "plain");
  const width = (line.width * size) / 1000;
  const at = placeOf(frame, [x, y]);
  const shift = { middle: width / 2, end: width }[anchor] ?? 0;
  const [least, most] = [sheet.place(0).x, sheet.place(sheet.width).x - width];
  const from = Math.max(least, Math.min(most, at.x - shift));
  const word = { from, until: from + width, y: at.y };
  const room = mark.classes.some((one) => giveWay.includes(one)) ? ROOM : 0;
  const isInTheWay = (other: Word) =>
    Math.abs(other.y - word.y) < size * 1.1 &&
    other.from < word.until + room &&
    other.until + room > word.from;
  if (words.some(isInTheWay)) return;
  words.push(word);
  const draw = () => sheet.setter.draw(sheet.page, line, { x: from, y: at.y, size, grey });
  if (hasHalo) {
    sheet.page.pushOperators(
      beginMarkedContent("Artifact"),
      pushGraphicsState(),
      setTextRenderingMode(TextRenderingMode.Outline),
      setStrokingGrayscaleColor(1),
      setLineWidth(HALO * PX),
      setLineJoin(LineJoinStyle.Round),
    );
    draw();
    sheet.page.pushOperators(popGraphicsState(), endMarkedContent());
  }
  draw();
}
