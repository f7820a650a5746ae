import type { Mail } from "./outbox.ts";

/** Who writes where no company does. */
export const PLATFORM = "Plumbline";

const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => escapes[letter]!);

const LINK = /https?:\/\/[^\s<>"']+/g;
/** Whether a line is an address of ours alone. */
const isLink = (line: string, origin: string) => isOwn(line, origin) && !/\s/.test(line);
/** Only what begins with our origin leads anywhere; without one nothing does. */
const isOwn = (url: string, origin: string) =>
  origin !== "" && (url === origin || url.startsWith(`${origin}/`));
/** A line with our addresses as links; what somebody wrote is text. */
function lineHtml(line: string, origin: string): string {
  if (line.startsWith("> ")) return escaped(line.slice(2));
  let html = "";
  let at = 0;
  for (const { 0: url, index } of line.matchAll(LINK)) {
    if (!isOwn(url, origin)) continue;
    html += `${escaped(line.slice(at, index))}<a href="${escaped(url)}">${escaped(url)}</a>`;
    at = index + url.length;
  }
  return html + escaped(line.slice(at));
}

const button = (url: string) => `<p><a class="button" href="${escaped(url)}">Open</a></p>`;

/** "- Title", what it says, and where it leads: the title leads there. */
function itemHtml([first = "", ...rest]: readonly string[], origin: string): string {
  const lines = rest.map((line) => line.trim());
  const url = lines.find((line) => isLink(line, origin));
  const title = escaped(first.slice(2));
  const more = lines.filter((line) => line !== url).map((line) => `<br>${lineHtml(line, origin)}`);
  return `<li>${url ? `<a href="${escaped(url)}">${title}</a>` : title}${more.join("")}</li>`;
}

/** Lines that stand together: a paragraph, an item of a list, or an address to open. */
function blockHtml(lines: readonly string[], origin: string): string {
  if (lines[0]?.startsWith("- ")) return itemHtml(lines, origin);
  const said = lines.filter((line) => !isLink(line, origin)).map((line) => lineHtml(line, origin));
  const opened = lines.filter((line) => isLink(line, origin)).map(button);
  return (said.length ? `<p>${said.join("<br>")}</p>` : "") + opened.join("");
}

const style = `:root{color-scheme:light dark}
body{margin:0;padding:24px 12px;background:#f3f4f6;color:#1f2937;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
.sheet{max-width:560px;margin:0 auto;padding:24px;border-radius:8px;background:#fff;overflow-wrap:anywhere}
.from{margin:0 0 16px;font-weight:600}p{margin:0 0 16px}ul{margin:0 0 16px;padding-left:20px}li{margin:0 0 12px}a{color:#1d4ed8}
.button{display:inline-block;padding:10px 20px;border-radius:6px;background:#1d4ed8;color:#fff;text-decoration:none}
.foot{max-width:560px;margin:12px auto 0;font-size:13px;color:#6b7280}
@media (prefers-color-scheme:dark){body{background:#111827;color:#e5e7eb}.sheet{background:#1f2937}a{color:#93c5fd}.button{background:#3b82f6;color:#0b1220}.foot{color:#9ca3af}}`;

/** The HTML part of a letter, made from its text, so that both parts say the same; everything in it is escaped. */
export function htmlOf({ subject, text, origin = "" }: Omit<Mail, "to">, from: string): string {
  const blocks = text.split(/\n{2,}/).map((block) => block.split("\n").filter(Boolean));
  const foot = blocks.length > 1 ? (blocks.pop() ?? []) : [];
  const body = blocks
    .map((lines) => blockHtml(lines, origin))
    .join("\n")
    .replace(/(?:<li>[\s\S]*?<\/li>\n?)+/g, (items) => `<ul>${items}</ul>`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escaped(subject)}</title><style>${style}</style></head>
<body><div class="sheet"><p class="from">${escaped(from)}</p>
${body}</div>
<p class="foot">${foot.map((line) => lineHtml(line, origin)).join("<br>")}</p></body></html>
`;
}
