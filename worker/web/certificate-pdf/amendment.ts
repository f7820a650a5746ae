import type { PaperDocument } from "#app/shared/certificates/document.ts";
import type { Fact } from "#app/shared/certificates/paper/parts.ts";
import { factList } from "./fact-rows.ts";
import { inks, looks, type Pen } from "./pen.ts";
import { beside, heightOf, paragraph, type Strip } from "./strips.ts";

const BAR = 2.5;
const INNER = { across: 12, down: 2 };

/** What this revision replaces, why, and what is new in it, beside a bar that is not overlooked. */
export function amendmentBox(pen: Pen, { issue }: PaperDocument, width: number): Strip {
  const { replaces, amendment_reason, changes, revision_no } = issue;
  const inner = width - INNER.across;
  const facts: Fact[] = [
    { name: "Replaces", text: replaces?.certificate_no ?? null },
    { name: "Reason", text: amendment_reason },
    { name: "Changes", text: changes.map((change, nth) => `${nth + 1}. ${change}`).join("\n") },
  ];
  const texts = [
    ...paragraph(pen, `Amended: revision ${revision_no}`, inner, {
      ...looks.heading,
      color: inks.limit,
    }),
    ...facts.flatMap((fact) => factList(pen, [fact], inner)),
    ...(replaces
      ? paragraph(
          pen,
          `SHA-256 of the document that it replaces: ${replaces.document_sha256}`,
          inner,
          looks.small,
        )
      : []),
  ];
  const height = heightOf(texts) + 2 * INNER.down;
  const column = beside([texts], [INNER.across]);
  return {
    height,
    draw: (spot) => {
      const { page, x, y } = spot;
      page.drawRectangle({ x, y: y - height, width: BAR, height, color: inks.limit });
      column.draw?.({ ...spot, y: y - INNER.down });
    },
  };
}
