import { handOver } from "../hand-over.ts";

/** What decides how a part of a picture looks. */
const looks = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "font",
  "paint-order",
  "display",
  "vector-effect",
] as const;
const [SCALE, MARGIN, HEAD] = [2, 16, 28];
const CLEAR = "rgba(0, 0, 0, 0)";

/** A drawing by itself: a copy that has its looks and its patterns with it. */
function aloneOf(svg: SVGSVGElement, width: number, height: number): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const looksOf = (from: Element, to: Element) => {
    const [own, copies] = [from, to].map((root) => [root, ...root.querySelectorAll("*")]);
    for (const [at, part] of own!.entries()) {
      const style = getComputedStyle(part);
      for (const name of looks) copies![at]!.setAttribute(name, style.getPropertyValue(name));
    }
  };
  looksOf(svg, copy);
  for (const text of copy.querySelectorAll("text")) {
    const font = text.getAttribute("font") ?? "";
    text.setAttribute("font-size", /([\d.]+)px/.exec(font)?.[1] ?? "11");
    text.setAttribute("font-family", "sans-serif");
  }
  const patterns = document.querySelector<SVGElement>("#chart-patterns");
  if (patterns) {
    const defs = patterns.cloneNode(true) as SVGElement;
    looksOf(patterns, defs);
    copy.insertBefore(defs, copy.firstChild);
  }
  const axis = Number.parseFloat(getComputedStyle(svg).paddingLeft);
  const size = { x: axis, width: width - axis, height, overflow: "visible" };
  for (const [name, value] of Object.entries(size)) copy.setAttribute(name, String(value));
  const inside = new XMLSerializer().serializeToString(copy);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inside}</svg>`;
}

async function imageOf(svg: SVGSVGElement, { width, height }: DOMRect): Promise<HTMLImageElement> {
  const source = new Blob([aloneOf(svg, width, height)], { type: "image/svg+xml" });
  const address = URL.createObjectURL(source);
  const image = new Image();
  image.src = address;
  await image.decode();
  URL.revokeObjectURL(address);
  return image;
}

type Paint = { box: DOMRect; paint: (brush: CanvasRenderingContext2D) => void };

/** A word where it stands, in its own colour. */
function wordOf(node: Text): Paint | null {
  const text = node.data.trim();
  const range = document.createRange();
  range.selectNodeContents(node);
  const box = range.getBoundingClientRect();
  if (!text || box.width < 2) return null;
  const { color, fontWeight, fontSize } = getComputedStyle(node.parentElement!);
  return {
    box,
    paint: (brush) => {
      brush.fillStyle = color;
      brush.font = `${fontWeight} ${fontSize} sans-serif`;
      brush.textBaseline = "middle";
      brush.fillText(text, box.x, box.y + box.height / 2, box.width + 2);
    },
  };
}

/** Everything that a chart shows, from the ground up: grounds, drawings, words. */
async function paintsOf(chart: Element): Promise<Paint[]> {
  const paints: Paint[] = [];
  for (const part of [...chart.querySelectorAll("*")].filter(
    (one) => !one.closest("svg *, .sr-only"),
  )) {
    const box = part.getBoundingClientRect();
    if (part instanceof SVGSVGElement) {
      const image = await imageOf(part, box);
      paints.push({
        box,
        paint: (brush) => brush.drawImage(image, box.x, box.y, box.width, box.height),
      });
      continue;
    }
    const { backgroundColor } = getComputedStyle(part);
    if (backgroundColor !== CLEAR)
      paints.push({
        box,
        paint: (brush) => {
          brush.fillStyle = backgroundColor;
          brush.fillRect(box.x, box.y, box.width, box.height);
        },
      });
    for (const node of part.childNodes)
      if (node instanceof Text) {
        const word = wordOf(node);
        if (word) paints.push(word);
      }
  }
  return paints.filter(({ box }) => box.width > 0 && box.height > 0);
}

/** Keeps a chart as a PNG file in the colours of the page, however it is made of drawings and words. @param title stands over it and names the file */
export async function keepPicture(chart: Element, title: string): Promise<void> {
  const paints = await paintsOf(chart);
  if (!paints.length) return;
  const [left, top] = [
    Math.min(...paints.map(({ box }) => box.left)),
    Math.min(...paints.map(({ box }) => box.top)),
  ];
  const width = Math.max(...paints.map(({ box }) => box.right)) - left;
  const height = Math.max(...paints.map(({ box }) => box.bottom)) - top;
  const canvas = document.createElement("canvas");
  canvas.width = (width + 2 * MARGIN) * SCALE;
  canvas.height = (height + 2 * MARGIN + HEAD) * SCALE;
  const brush = canvas.getContext("2d")!;
  const page = getComputedStyle(chart.closest(".panel") ?? document.body);
  brush.scale(SCALE, SCALE);
  brush.fillStyle = page.backgroundColor;
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.fillStyle = page.color;
  brush.font = "600 14px sans-serif";
  brush.fillText(title, MARGIN, MARGIN + 14);
  brush.translate(MARGIN - left, MARGIN + HEAD - top);
  for (const { paint } of paints) paint(brush);
  const file = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (!file) return;
  handOver(file, `${title.toLowerCase().replace(/\W+/g, "-")}.png`);
}
