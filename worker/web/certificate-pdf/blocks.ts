import type { PaperDocument } from "#app/shared/certificates/document.ts";
import type { FormBlock } from "#app/shared/certificates/form.ts";
import {
  named,
  partsOfBlock,
  type Shown,
  shownOf,
  statementsOf,
} from "#app/shared/certificates/paper/blocks.ts";
import { factPanels } from "#app/shared/certificates/paper/facts.ts";
import { filledIn } from "#app/shared/certificates/paper/words.ts";
import { errorChart } from "./chart.ts";
import { checkStrips, endMark, signatureStrips } from "./ending.ts";
import { BETWEEN } from "./fact-rows.ts";
import { laboratoryHead, titleStrips } from "./page.ts";
import { partStrips } from "./parts.ts";
import { type Look, looks, type Pen } from "./pen.ts";
import type { Images } from "./pictures.ts";
import { beside, gap, heading, heightOf, held, paragraph, type Strip } from "./strips.ts";

/** What a block is drawn with. */
export type Drawing = {
  pen: Pen;
  document: PaperDocument;
  documentSha256: string;
  width: number;
  images: Images;
};
type Typed<T extends FormBlock["type"]> = Extract<FormBlock, { type: T }>;

/** The strips of all that a document's form shows, in its order. */
export function documentStrips(drawing: Drawing): Strip[] {
  const { pen, document, width } = drawing;
  const shown = shownOf(document);
  const parts = shown.sections.flatMap(({ title, blocks }) => {
    const its = blocks.map((block) => blockStrips(block, shown, drawing));
    return title && its.some(({ length }) => length)
      ? [sectionHead(pen, title, width), ...its]
      : its;
  });
  return withEnd(parts.filter(({ length }) => length));
}

const sectionHead = (pen: Pen, title: string, width: number): Strip[] =>
  held([...paragraph(pen, title, width, { size: 12, leading: 15, font: "bold" }), gap(4)]);

/** So much of what was said last goes with the signatures, in points; of more its last words. */
const MOST_BEFORE = 200;

/** What was said last stays with the signatures, so that nobody signs a page that says nothing. */
function withEnd(parts: readonly Strip[][]): Strip[] {
  const at = parts.findIndex(([first]) => first?.sinks);
  return parts.flatMap((strips, nth) => {
    if (nth !== at - 1) return strips;
    if (heightOf(strips) <= MOST_BEFORE) return held(strips);
    const last = strips.findLastIndex(({ draw }) => draw);
    return strips.map((strip, place) => (place >= last ? { ...strip, holds: true } : strip));
  });
}

function blockStrips(block: FormBlock, shown: Shown, drawing: Drawing): Strip[] {
  const { pen, document, width } = drawing;
  switch (block.type) {
    case "fields":
      return fieldStrips(block, drawing);
    case "text":
      return textStrips(block, shown, drawing);
    case "chart": {
      const some = named(block.parameters, document.content.parameters);
      const charts = some.flatMap((one) => errorChart(pen, one, width));
      return block.heading && charts.length
        ? [...heading(pen, block.heading, width), ...charts]
        : charts;
    }
    case "statement":
      return statementStrips(block, shown, drawing);
    case "signatures":
      return sinking(signatureStrips(pen, document, drawing.images, width));
    case "qr":
      return sinking(checkStrips(pen, document, drawing.documentSha256, width));
    case "end_mark":
      return sinking(endMark(pen, document, width));
    default:
      return partStrips(drawing, partsOfBlock(block, shown), width);
  }
}

/** It goes down to the end of the last page, with all that follows. */
const sinking = ([first, ...rest]: Strip[]): Strip[] =>
  first ? [{ ...first, sinks: true }, ...rest] : [];

/** Room after a group of facts. */
const AFTER = 7.5;

/** Groups of facts, two halves that follow each other side by side; the laboratory and the title have their own places. */
function fieldStrips({ groups }: Typed<"fields">, drawing: Drawing): Strip[] {
  const { pen, document, width, images } = drawing;
  const strips: Strip[] = [];
  let some: Typed<"fields">["groups"][number][] = [];
  const put = () => {
    strips.push(...panelStrips(some, drawing));
    some = [];
  };
  for (const group of groups) {
    if (group !== "laboratory" && group !== "title") {
      some.push(group);
      continue;
    }
    put();
    strips.push(
      ...(group === "title"
        ? titleStrips(pen, document, width)
        : laboratoryHead(pen, document, images, width)),
    );
  }
  put();
  return strips;
}

function panelStrips(groups: Typed<"fields">["groups"], drawing: Drawing): Strip[] {
  const { document, width } = drawing;
  const panels = factPanels(groups, document);
  const strips: Strip[] = [];
  const half = (width - BETWEEN) / 2;
  for (let nth = 0; nth < panels.length; nth++) {
    const [one, next] = [panels[nth]!, panels[nth + 1]];
    const drawn = (parts: typeof one.parts, wide: number) => partStrips(drawing, parts, wide);
    if (one.isHalf && next?.isHalf) {
      const columns = [drawn(one.parts, half), drawn(next.parts, half)];
      strips.push(beside(columns, [0, half + BETWEEN]), gap(AFTER));
      nth++;
    } else strips.push(...drawn(one.parts, width), gap(AFTER));
  }
  return strips;
}

const textLooks: Readonly<Record<Typed<"text">["style"], Look>> = {
  plain: looks.body,
  heading: looks.heading,
  small: looks.small,
};

function textStrips(
  { text, style }: Typed<"text">,
  { fields }: Shown,
  { pen, width }: Drawing,
): Strip[] {
  const filled = filledIn(text, fields);
  if (!filled.trim()) return [];
  return style === "heading"
    ? heading(pen, filled, width)
    : [...paragraph(pen, filled, width, textLooks[style]), gap(8)];
}

function statementStrips(
  block: Typed<"statement">,
  shown: Shown,
  { pen, width }: Drawing,
): Strip[] {
  const some = statementsOf(block, shown);
  if (!some.length) return [];
  return [
    ...(block.heading ? heading(pen, block.heading, width) : []),
    ...some.flatMap(({ text }) => [...paragraph(pen, text, width), gap(2.5)]),
    gap(6.5),
  ];
}
