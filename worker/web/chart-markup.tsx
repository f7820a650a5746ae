import { renderToStaticMarkup } from "react-dom/server";
import type { Chart } from "#app/shared/statistics.ts";
import { Drawing } from "#app/ui/charts/drawing.tsx";
import { Legend, Patterns } from "#app/ui/charts/legend.tsx";
import { FormatContext } from "#app/ui/format.ts";
import { settingOf } from "../domain/settings/vocabulary.ts";
import { type Attributes, wholeXml } from "../files/sheets/xml.ts";
import type { Company } from "../session.ts";

/** An element of a page's markup. */
export type Mark = {
  name: string;
  attributes: Attributes;
  classes: readonly string[];
  children: (Mark | string)[];
};

/** Reads markup that React has written, which is XML but for its missing root. */
function marksOf(markup: string): Mark[] {
  const root: Mark = { name: "", attributes: {}, classes: [], children: [] };
  const open = [root];
  wholeXml([new TextEncoder().encode(`<root>${markup}</root>`)], {
    open(name, attributes) {
      const classes = attributes.class?.split(" ") ?? [];
      const mark: Mark = { name, attributes, classes, children: [] };
      open.at(-1)!.children.push(mark);
      open.push(mark);
    },
    close: () => open.pop(),
    text: (text) => open.at(-1)!.children.push(text),
  });
  return elementsOf(elementsOf(root)[0]!);
}

/** A chart as its page draws it: what its tones mean, then the drawing. Empty where nothing is drawn. */
export function chartMarks(chart: Chart, company: Company): Mark[] {
  const format = { ...company, dateFormat: settingOf(company, "date_format") };
  // Paper leads nowhere.
  const rows = chart.table.rows.map(({ label, cells }) => ({
    label,
    cells: cells.map(({ to, ...cell }) => cell),
  }));
  const drawn = { ...chart, table: { ...chart.table, rows } };
  return marksOf(
    renderToStaticMarkup(
      <FormatContext value={format}>
        <Legend chart={drawn} />
        <Drawing chart={drawn} />
      </FormatContext>,
    ),
  );
}

/** The textures of the tones, each a pattern. */
export const patternMarks = () =>
  marksOf(renderToStaticMarkup(<Patterns />)).flatMap((mark) => marksIn(mark, "pattern"));

export const elementsOf = ({ children }: Mark) =>
  children.filter((child): child is Mark => typeof child !== "string");

/** The elements of a name within another, in their order. */
export const marksIn = (mark: Mark, name: string): Mark[] =>
  elementsOf(mark).flatMap((child) => (child.name === name ? [child] : marksIn(child, name)));

/** What an element says. */
export const textOf = ({ children, classes }: Mark): string =>
  classes.includes("sr-only")
    ? ""
    : children.map((child) => (typeof child === "string" ? child : textOf(child))).join("");
