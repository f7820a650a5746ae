import { Fragment } from "react";

const ADDRESS = /https?:\/\/[^\s<>"]+/g;
/** Signs that end a sentence, not an address. */
const ENDING = /[.,;:!?)\]]+$/;

type Piece = { text: string; href: string | null };

/** A text in pieces: addresses of the web, and what stands between them. */
export function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = match[0].replace(ENDING, "");
    if (!URL.canParse(address)) continue;
    found.push({ text: text.slice(from, match.index), href: null });
    found.push({ text: address, href: address });
    from = match.index + address.length;
  }
  return [...found, { text: text.slice(from), href: null }].filter((piece) => piece.text !== "");
}

/** Plain text of several lines whose web addresses are links; nothing else in it is read as markup. */
export function LinkedText({ text }: { text: string }) {
  return (
    <p className="linked-text">
      {pieces(text).map(({ text, href }, at) =>
        href ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text, in their order
          <a key={at} href={href} target="_blank" rel="noreferrer">
            {text}
          </a>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <Fragment key={at}>{text}</Fragment>
        ),
      )}
    </p>
  );
}
