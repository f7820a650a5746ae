const pageOf = (title: string, status: number, text: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title><h1>${status}</h1><p>${text}</p>`;
const html = { "Content-Type": "text/html; charset=utf-8" };

/** A host that belongs to nobody gets a plain page that tells nothing. */
export const unknownHostPage = () =>
  new Response(
    pageOf("Not found", 404, "There is nothing at this address. Check how it is written."),
    { status: 404, headers: html },
  );

/** The page where no database answered before it was known whose page it is. @param refusal says how long to wait */
export const busyPage = (refusal: Response) =>
  new Response(
    pageOf(
      "Busy",
      refusal.status,
      "The service is busy. Nothing was lost. Go back, and try again in a moment.",
    ),
    {
      status: refusal.status,
      headers: { ...html, "Retry-After": refusal.headers.get("Retry-After") ?? "2" },
    },
  );
