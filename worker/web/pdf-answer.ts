import type { Paper } from "./pdf-sheet.ts";

/** The paper that an address asks for: A4 unless Letter is named. */
export const paperIn = (request: Request): Paper =>
  new URL(request.url).searchParams.get("paper") === "letter" ? "letter" : "a4";

/** A PDF to look at. @param name what it is called when it is kept, without its ending */
export const pdfAnswer = (bytes: Uint8Array, name: string) =>
  new Response(bytes as BodyInit, {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `inline; filename="${name.replace(/[^\w.-]/g, "_")}.pdf"`,
    },
  });
