import { posterSteps, posterWords } from "#app/shared/poster-words.ts";
import type { Poster } from "../domain/masters/poster.ts";
import { type Paper, Sheet } from "./pdf-sheet.ts";

/** The poster of a ward on one sheet: the same words as its page. */
export async function posterPdf(
  poster: Poster,
  paper: Paper,
  { ASSETS }: Pick<Env, "ASSETS">,
): Promise<Uint8Array> {
  const { company, location, place, pin, phone } = poster;
  const sheet = await Sheet.open(paper, {
    title: `${location}: ${posterWords.title}`,
    foot: company,
    texts: JSON.stringify([poster, posterWords]),
    assets: ASSETS,
  });
  sheet.paragraph(company, { size: 16, quiet: true });
  sheet.paragraph(location, { size: 28, font: "bold" });
  if (place) sheet.paragraph(place, { size: 14, quiet: true });
  sheet.rule(40);
  sheet.paragraph(posterWords.title, { size: 40, font: "bold" });
  sheet.y -= 8;
  sheet.paragraph(posterWords.lead, { size: 24 });
  sheet.y -= 20;
  for (const [at, step] of posterSteps(pin).entries()) {
    sheet.paragraph(`${at + 1}. ${step}`, { size: 17 });
    sheet.y -= 8;
  }
  if (pin) {
    sheet.rule(32);
    sheet.paragraph(posterWords.pin, { size: 20, quiet: true });
    sheet.paragraph(pin, { size: 64, font: "bold" });
  }
  if (phone) {
    sheet.rule(32);
    sheet.paragraph(posterWords.phone, { size: 20, quiet: true });
    sheet.paragraph(phone, { size: 36, font: "bold" });
  }
  return sheet.bytes();
}
