import type { CertificateSignature, PaperDocument } from "#app/shared/certificates/document.ts";
import { kindWords, meaningWords } from "#app/shared/certificates/paper/words.ts";
import { instantText } from "#app/shared/dates.ts";
import { qrOf } from "../../domain/labels/qr.ts";
import { drawModules } from "../pdf-parts.ts";
import { columnWidth, INK_HEIGHT, inColumns, signingLine } from "./ink.ts";
import { across, inks, type Look, looks, type Pen, type Spot } from "./pen.ts";
import type { Images } from "./pictures.ts";
import { beside, gap, heightOf, paragraph, type Strip } from "./strips.ts";

/** Who signed, as what, in which meaning and when, under the picture of their signature. */
export function signatureStrips(
  pen: Pen,
  { content, issue }: PaperDocument,
  images: Images,
  width: number,
): Strip[] {
  const each = columnWidth(width);
  const columns = issue.signatures.map((one) =>
    signature(pen, one, images, content.lab.time_zone, each),
  );
  return inColumns(columns, width);
}

function signature(
  pen: Pen,
  { name, designation, meaning, signed_at, auth_method, image: file }: CertificateSignature,
  images: Images,
  timeZone: string,
  width: number,
): Strip[] {
  const image = file && images.get(file.id);
  const size = image?.scaleToFit(width, INK_HEIGHT - 2);
  const drawn = (spot: Spot) =>
    image && size && spot.page.drawImage(image, { x: spot.x, y: spot.y - INK_HEIGHT + 1, ...size });
  return [
    signingLine(width, drawn),
    ...paragraph(pen, name, width, looks.strong),
    ...(designation ? paragraph(pen, designation, width, looks.small) : []),
    ...paragraph(pen, meaningWords[meaning], width, looks.smallStrong),
    ...paragraph(pen, instantText(signed_at, timeZone), width, looks.small),
    ...paragraph(pen, `Signed with ${auth_method}`, width, looks.small),
  ];
}

const CODE = 64;
/** The second code has its name under it. */
const SMALL_CODE = 54;
const CODE_GAP = 10;
const LEDGER_DIGITS = 16;

/** How a reader checks the certificate: its code and address, the document's hash, the ledger, and the laboratory's accreditation. */
export function checkStrips(
  pen: Pen,
  document: PaperDocument,
  documentSha256: string,
  width: number,
): Strip[] {
  const url = document.content.lab.accreditation?.url ?? null;
  const room = width - CODE - CODE_GAP - (url ? SMALL_CODE + CODE_GAP : 0);
  const texts = checkTexts(pen, document, documentSha256, room);
  const height = Math.max(CODE, heightOf(texts));
  const code = qrOf(document.issue.verify_url);
  const column = beside([texts], [CODE + CODE_GAP]);
  return [
    {
      height,
      draw: (spot) => {
        drawModules(spot.page, code, { ...spot, module: CODE / code.side });
        column.draw?.({ ...spot, y: spot.y - (height - heightOf(texts)) / 2 });
        if (url) drawAccreditation(pen, { ...spot, x: spot.x + width - SMALL_CODE }, url);
      },
      holds: true,
    },
    { ...gap(8), holds: true },
  ];
}

function checkTexts(
  pen: Pen,
  { content, issue }: PaperDocument,
  documentSha256: string,
  room: number,
): Strip[] {
  const parts = /^(.*\/)([^/]+)$/.exec(issue.verify_url);
  const [address, token] = [parts?.[1] ?? issue.verify_url, parts?.[2] ?? ""];
  const head = issue.ledger_head.slice(0, LEDGER_DIGITS);
  const name = kindWords[content.kind].document.toLowerCase();
  return [
    ...paragraph(pen, `Check this ${name}`, room, looks.smallStrong),
    ...paragraph(pen, address, room, looks.small),
    ...(token ? paragraph(pen, token, room, looks.smallStrong) : []),
    gap(3),
    ...paragraph(pen, `Document SHA-256 ${documentSha256}`, room, looks.small),
    ...paragraph(pen, `Ledger: follows entry ${issue.ledger_seq}, ${head}`, room, looks.small),
  ];
}

function drawAccreditation(pen: Pen, spot: Spot, url: string) {
  const code = qrOf(url);
  drawModules(spot.page, code, { ...spot, module: SMALL_CODE / code.side });
  pen.text({ ...spot, y: spot.y - SMALL_CODE - 2 }, "Accreditation", tiny, SMALL_CODE, "middle");
}
const tiny: Look = { size: 6.5, leading: 8, color: inks.quiet };

/** After it nothing follows. */
export function endMark(pen: Pen, { content }: PaperDocument, width: number): Strip[] {
  const { end } = kindWords[content.kind];
  return [
    {
      height: looks.smallStrong.leading,
      draw: (spot) => {
        const text = pen.widthOf(end, looks.smallStrong) + 24;
        const each = (width - text) / 2;
        const y = spot.y - looks.smallStrong.leading / 2;
        across({ ...spot, y }, each, inks.ink, 0.75);
        across({ ...spot, x: spot.x + each + text, y }, each, inks.ink, 0.75);
        pen.text(spot, end, looks.smallStrong, width, "middle");
      },
    },
  ];
}
