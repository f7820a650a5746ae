import { expect, test } from "vitest";
import { htmlOf } from "#worker/mail/html.tsx";
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
  for (const letter of [
    invitationLetter(bad, origin, origin),
    digestLetter(bad, [{ title: bad, body: bad, link: "/x" }], 0, origin),
  ]) {
    const html = bodyOf(htmlOf({ ...letter, subject: bad }, bad));
    expect(html).not.toMatch(/<(img|script)/);
    expect(
      [...html.matchAll(/<[^>]*>/g)]
        .map(([tag]) => tag)
        .filter((tag) => /onerror|evil[^"]*[<>']/.test(tag)),
    ).toEqual([]);
  }
  expect(htmlOf({ subject: bad, text: bad }, bad)).not.toMatch(/<title>[^<]*<[^/]/);
  expect(
    bodyOf(htmlOf({ subject: "x", origin, text: "javascript:alert(1)\n\nftp://x\n\nfoot" }, "x")),
  ).not.toContain("href");
});

test("the digest is a list whose titles lead to what they tell of; a notice has one button", () => {
  const told = [
    { title: "Low stock: Fuse", body: "Main store. Minimum 5 pcs.", link: "/stocks/ledger/1" },
    { title: "Import finished", body: null, link: null },
  ];
  const html = bodyOf(htmlOf(digestLetter("Ada", told, 3, origin), "Acme"));
  expect(html.match(/<ul>/g)).toHaveLength(1);
  expect(html).toContain(
    `<li><a href="${origin}/stocks/ledger/1">Low stock: Fuse</a><br/>Main store. Minimum 5 pcs.</li>`,
  );
  expect(html).toContain("<li>Import finished</li>");
  expect(html).toContain(`and 3 more: <a href="${origin}/notifications">`);
  expect(html).toContain(`how: <a href="${origin}/notifications/preferences">`);
  const notice = bodyOf(
    htmlOf({ subject: "x", origin, text: `Hello Ada,\n\n${noticeText(told[0]!, origin)}` }, "Acme"),
  );
  expect(notice).toContain(`<a class="button" href="${origin}/stocks/ledger/1">Open</a>`);
});

test("it holds nothing that is fetched, and colours for light and dark", () => {
  const html = htmlOf(resetLetter("Ada", `${origin}/r`, origin), "Acme");
  expect(html).not.toMatch(/src=|url\(|@import|<link/);
  expect(html).toContain("prefers-color-scheme:dark");
  expect(html).toContain('name="color-scheme" content="light dark"');
});

test("only our own addresses lead anywhere, and no line of what somebody wrote passes for ours", () => {
  const written = [
    "https://evil.example/login",
    `${origin}.evil.example/login`,
    `https://acme.example@evil.example/`,
    `${origin}/reset-password/x`,
    "- item",
    "- item",
  ].join("\r\n\u2028\n");
  const hrefs = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
  const ours = [`${origin}/asset/detail/1`, `${origin}/notifications/preferences`];
  const told = { title: `Problem\n\n${written}`, body: written, link: "/asset/detail/1" };
  const notice = bodyOf(
    htmlOf(
      {
        subject: "x",
        origin,
        text: `Hello Ada,\n\n${noticeText({ ...told, title: "Problem" }, origin)}`,
      },
      "Acme",
    ),
  );
  expect(hrefs(notice)).toEqual(ours);
  expect(notice).toContain("<p>Problem<br/>https://evil.example/login<br/>");
  expect(notice).not.toContain("<li>");
  const digest = bodyOf(htmlOf(digestLetter(`Ada\n\n${written}`, [told], 0, origin), "Acme"));
  expect(new Set(hrefs(digest))).toEqual(new Set([...ours, `${origin}/reset-password/x`]));
  expect(digest.match(/class="button"/g)).toBeNull();
  expect(digest.match(/<li>/g)).toHaveLength(1);
  expect(
    hrefs(bodyOf(htmlOf({ subject: "x", text: "https://evil.example/\n\nfoot" }, "x"))),
  ).toEqual([]);
});
