const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>Not found</title><h1>404</h1><p>There is nothing at this address. Check how it is written.</p>`;

/** A host that belongs to nobody gets a plain page that tells nothing. */
export const unknownHostPage = () =>
  new Response(page, { status: 404, headers: { "Content-Type": "text/html; charset=utf-8" } });
