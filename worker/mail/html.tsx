import { createElement, Fragment, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { letterStyle } from "./letter-style.ts";
import type { Mail } from "./outbox.ts";

/** Who writes where no company does. */
const PLATFORM = "Plumbline";
const ADDRESS = /(https?:\/\/[^\s<>"']+)/;

/** Lines of a letter's text, and the host whose addresses may lead somewhere ("" for none). */
type Lines = { lines: readonly string[]; origin: string };

const isAddress = (text: string, origin: string) =>
  origin !== "" && !/\s/.test(text) && (text === origin || text.startsWith(`${origin}/`));
const isItem = (lines: readonly string[] | undefined) => lines?.[0]?.startsWith("- ") ?? false;
/** What is rendered once and never again needs no keys. */
const inOrder = <T,>(items: readonly T[], render: (item: T, at: number) => ReactNode) =>
  createElement(Fragment, null, ...items.map(render));

/** A line with our addresses as links. What somebody wrote, behind ">", is text and no more. */
function Line({ line, origin }: { line: string; origin: string }) {
  if (line.startsWith("> ")) return line.slice(2);
  return inOrder(line.split(ADDRESS), (piece) =>
    isAddress(piece, origin) ? <a href={piece}>{piece}</a> : piece,
  );
}

const Broken = ({ lines, origin }: Lines) =>
  inOrder(lines, (line, at) => (
    <>
      {at > 0 && <br />}
      <Line line={line} origin={origin} />
    </>
  ));

const Button = ({ url }: { url: string }) => (
  <p>
    <a className="button" href={url}>
      Open
    </a>
  </p>
);

/** Lines that stand together; an address alone on its line is opened by a button below them. */
function Paragraph({ lines, origin }: Lines) {
  const texts = lines.filter((line) => !isAddress(line, origin));
  const addresses = lines.filter((line) => isAddress(line, origin));
  return (
    <>
      {texts.length > 0 && (
        <p>
          <Broken lines={texts} origin={origin} />
        </p>
      )}
      {inOrder(addresses, (url) => (
        <Button url={url} />
      ))}
    </>
  );
}

/** "- Title", what there is to say of it, and an address: the title leads there. */
function Item({ lines: [first = "", ...rest], origin }: Lines) {
  const lines = rest.map((line) => line.trim());
  const url = lines.find((line) => isAddress(line, origin));
  const title = first.slice(2);
  const texts = lines.filter((line) => line !== url);
  return (
    <li>
      {url ? <a href={url}>{title}</a> : title}
      {texts.length > 0 && <br />}
      <Broken lines={texts} origin={origin} />
    </li>
  );
}

/** Items that follow each other are one list. */
function Blocks({ blocks, origin }: { blocks: readonly string[][]; origin: string }) {
  const groups = blocks.reduce<string[][][]>((made, block) => {
    const last = made.at(-1);
    if (isItem(block) && isItem(last?.[0])) last?.push(block);
    else made.push([block]);
    return made;
  }, []);
  return inOrder(groups, (group) =>
    isItem(group[0]) ? (
      <ul>
        {inOrder(group, (lines) => (
          <Item lines={lines} origin={origin} />
        ))}
      </ul>
    ) : (
      <Paragraph lines={group[0] ?? []} origin={origin} />
    ),
  );
}

/**
 * The HTML part of a letter, made from its text, so that both parts say the same.
 * @param from the company's name; null for the platform
 */
export function htmlOf(
  { subject, text, origin = "" }: Omit<Mail, "to">,
  from: string | null,
): string {
  const blocks = text.split(/\n{2,}/).map((block) => block.split("\n").filter(Boolean));
  const foot = blocks.length > 1 ? (blocks.pop() ?? []) : [];
  const html = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style>{letterStyle}</style>
      </head>
      <body>
        <div className="sheet">
          <p className="from">{from ?? PLATFORM}</p>
          <Blocks blocks={blocks} origin={origin} />
        </div>
        <p className="foot">
          <Broken lines={foot} origin={origin} />
        </p>
      </body>
    </html>,
  );
  return `<!doctype html>\n${html}\n`;
}
