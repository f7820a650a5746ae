import { expect, test } from "vitest";
import { htmlOf } from "#worker/mail/html.ts";
import { digestLetter, invitationLetter, noticeText, resetLetter } from "#worker/mail/letters.ts";

const origin = "https://acme.example";
const bodyOf = (html: string) => html.slice(html.indexOf("<body>"));

test("an address on a line of its own is opened by a button; the signature is the foot", () => {
  const letter = resetLetter("Ada", `${origin}/reset-password/abc`, origin);
  const html = htmlOf(letter, "Acme");
  expect(html).toContain("<title>Choose a new password</title>");
  expect(html).toContain(`<a class="button" href="${origin}/reset-password/abc">Open</a>`);
  expect(html).toContain("your password stays as it is.</p>");
  expect(html).toContain('<p class="foot">Plumbline, acme.example</p>');
  expect(bodyOf(html)).not.toContain("\n\n");
});

test("whatever a name or title holds is text", () => {
  const bad = `<img src=x onerror="alert('1')"> & http://evil.example/"><script>`;
  for (const text of [
    invitationLetter(bad, origin, origin).text,
    digestLetter(bad, [{ title: bad, body: bad, link: "/x" }], 0, origin).text,
  ]) {
    const html = bodyOf(htmlOf({ subject: bad, text }, bad));
    expect(html).not.toMatch(/<(img|script)/);
    expect([...html.matchAll(/<[^>]*>/g)].map(([tag]) => tag).filter((tag) => /onerror|evil[^"]*[<>']/.test(tag))).toEqual([]);
  }
  expect(htmlOf({ subject: bad, text: bad }, bad)).not.toMatch(/<title>[^<]*<[^/]/);
  expect(bodyOf(htmlOf({ subject: "x", text: "javascript:alert(1)\n\nftp://x\n\nfoot" }, "x"))).not.toContain("href");
});

test("the digest is a list whose titles lead to what they tell of; a notice has one button", () => {
  const told = [
    { title: "Low stock: Fuse", body: "Main store. Minimum 5 pcs.", link: "/stocks/ledger/1" },
    { title: "Import finished", body: null, link: null },
  ];
  const html = bodyOf(htmlOf(digestLetter("Ada", told, 3, origin), "Acme"));
  expect(html.match(/<ul>/g)).toHaveLength(1);
  expect(html).toContain(`<li><a href="${origin}/stocks/ledger/1">Low stock: Fuse</a><br>Main store. Minimum 5 pcs.</li>`);
  expect(html).toContain("<li>Import finished</li>");
  expect(html).toContain(`and 3 more: <a href="${origin}/notifications">`);
  expect(html).toContain(`how: <a href="${origin}/notifications/preferences">`);
  const notice = bodyOf(htmlOf({ subject: "x", text: `Hello Ada,\n\n${noticeText(told[0]!, origin)}` }, "Acme"));
  expect(notice).toContain(`<a class="button" href="${origin}/stocks/ledger/1">Open</a>`);
});

test("it holds nothing that is fetched, and colours for light and dark", () => {
  const html = htmlOf(resetLetter("Ada", `${origin}/r`, origin), "Acme");
  expect(html).not.toMatch(/src=|url\(|@import|<link/);
  expect(html).toContain("prefers-color-scheme:dark");
  expect(html).toContain('name="color-scheme" content="light dark"');
});
