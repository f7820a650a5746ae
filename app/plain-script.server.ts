import script from "./ui/plain-page.js?url&no-inline";

/** A page without React with its one script: it stands first, so that it has run before the first painting. */
export const withPlainScript = (html: string): string =>
  html.replace("<head>", `<head><script src="${script}"></script>`);
