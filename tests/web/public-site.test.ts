import { describe, expect, onTestFinished, test } from "vitest";
import { publicPages } from "#app/shared/public-pages.ts";
import { newId } from "#drizzle/columns.ts";
import { ask, postForm, superAdmin } from "#tests/support/client.ts";
import { expectAnswer } from "#tests/support/expect-answer.ts";
import { mailsTo } from "#tests/support/mail.ts";
import { PNG } from "#tests/support/pictures.ts";
import { insert, openWorld, type World, world } from "#tests/support/world.ts";

const w = await world();
const staff = await superAdmin(w);
const paths = publicPages.map(({ path }) => path);
const at = { created_at: Date.now(), updated_at: Date.now() };

const asked = (path: string, host = "localhost", headers: Record<string, string> = {}) =>
  ask(w, host, path, { headers });
const tagOf = (html: string, pattern: RegExp) => pattern.exec(html)?.[1];
/** What a page tells machines in JSON-LD. */
const told = (html: string): Record<string, unknown>[] =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, text]) => JSON.parse(text!) as Record<string, unknown>,
  );

describe("pages", () => {
  test.each(paths)("%s is the same for everybody, and may be kept", async (path) => {
    const open = await asked(path);
    const html = await open.text();
    expect([open.status, open.headers.get("cache-control"), open.headers.getSetCookie()]).toEqual([
      200,
      "public, max-age=60, s-maxage=600",
      [],
    ]);
    expect(open.headers.get("vary")).toBeNull();
    expect(open.headers.get("content-security-policy")).toMatch(
      /script-src 'self'; .*style-src-elem 'self';/,
    );
    for (const cookie of [staff.cookie, "theme=dark; sidebar=collapsed", "sid=nothing"])
      expect((await (await asked(path, "localhost", { cookie })).text()) === html).toBe(true);
    const scripts = [...html.matchAll(/<script\b([^>]*)>/g)].map(([, attributes]) => attributes!);
    expect(scripts.filter((one) => one.includes("src="))).toHaveLength(1);
    expect(scripts.filter((one) => !/src=|application\/ld\+json/.test(one))).toEqual([]);
    expect(html).not.toMatch(/nonce|modulepreload|__reactRouter|\sstyle="/);
  });

  test.each(paths)("%s is not there on a company's host", async (path) => {
    const closed = await asked(path, "acme.localhost");
    if (path === "/") {
      expect([closed.status, closed.headers.get("location")]).toEqual([302, "/login"]);
      return;
    }
    await expectAnswer(closed, 404, "This page is not here");
    expect(closed.headers.get("cache-control")).toBe("private, no-store");
    const unknown = await (await asked("/no-such-page", "acme.localhost")).text();
    const body = (html: string) => html.slice(html.indexOf("<body"));
    expect(body(await (await asked(path, "acme.localhost")).text())).toBe(body(unknown));
  });

  test("each tells what it is, in words of its own", async () => {
    const all = await Promise.all(paths.map(async (path) => (await asked(path)).text()));
    const titles = all.map((html) => tagOf(html, /<title>([^<]+)<\/title>/));
    const descriptions = all.map((html) =>
      tagOf(html, /<meta name="description" content="([^"]+)"/),
    );
    for (const texts of [titles, descriptions]) {
      expect(texts).not.toContain(undefined);
      expect(new Set(texts).size).toBe(paths.length);
    }
    for (const description of descriptions) expect(description!.length).toBeLessThanOrEqual(170);
    for (const [nth, html] of all.entries()) {
      const url = `http://localhost${paths[nth]}`;
      expect(tagOf(html, /<link rel="canonical" href="([^"]+)"/)).toBe(url);
      expect(tagOf(html, /<meta property="og:url" content="([^"]+)"/)).toBe(url);
      for (const name of ["og:title", "og:description", "og:image", "og:type"])
        expect(html, name).toContain(`property="${name}"`);
      expect(html).toContain('name="twitter:card" content="summary_large_image"');
      expect(told(html)[0]).toMatchObject({ "@context": "https://schema.org" });
      expect(html.match(/<h1/g)).toHaveLength(1);
    }
    const kinds = Object.fromEntries(
      all.map((html, nth) => [paths[nth], told(html).map((one) => one["@type"])]),
    );
    expect(kinds).toMatchObject({
      "/": ["Organization"],
      "/products": ["SoftwareApplication"],
      "/win-cal": ["SoftwareApplication", "FAQPage"],
      "/win-bme": ["SoftwareApplication", "FAQPage"],
      "/biomedical-skill-development-and-job-oriented-training": ["Course"],
    });
    const picture = await asked("/pictures/plumbline.png");
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
  });

  test("every link and picture of every page leads somewhere", async () => {
    const all = await Promise.all(paths.map(async (path) => (await asked(path)).text()));
    const links = new Set(
      all.flatMap((html) =>
        [...html.matchAll(/(?:href|src|srcSet)="(\/[^"#]*)/g)].map(([, path]) => path!),
      ),
    );
    expect(links.size).toBeGreaterThan(paths.length);
    const answers = await Promise.all(
      [...links].map(async (path) => `${path} ${(await asked(path)).status}`),
    );
    expect(answers.filter((answer) => !/ (200|302)$/.test(answer))).toEqual([]);
    for (const html of all) {
      const ids = new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
      for (const [, id] of html.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(id);
    }
  });

  test("search engines get the pages of the platform, and nothing of a company", async () => {
    const sitemap = await asked("/sitemap.xml");
    const urls = [...(await sitemap.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url);
    expect(urls).toEqual(paths.map((path) => `http://localhost${path}`));
    expect(sitemap.headers.get("content-type")).toBe("application/xml; charset=utf-8");
    await expectAnswer(asked("/robots.txt"), 200, "Allow: /", "http://localhost/sitemap.xml");
    const closed = await expectAnswer(asked("/robots.txt", "acme.localhost"), 200, "Disallow: /");
    expect(closed).not.toContain("Sitemap");
    await expectAnswer(asked("/sitemap.xml", "acme.localhost"), 404);
  });

  test("errors on the platform's host stand in the frame of the site", async () => {
    for (const [path, status, says] of [
      ["/error404", 404, "There is nothing at this address"],
      ["/error500", 500, "Something went wrong"],
      ["/no-such-page", 404, "This page is not here"],
    ] as const) {
      const html = await expectAnswer(
        asked(path),
        status,
        says,
        "Back to home",
        'href="/services"',
      );
      expect(html).not.toContain("modulepreload");
      const bare = await expectAnswer(asked(path, "acme.localhost"), status, says);
      expect(bare).not.toContain('href="/services"');
    }
  });
});

const PDF = new TextEncoder().encode("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n");
const cv = (content: BlobPart = PDF, name = "cv.pdf", type = "application/pdf") =>
  new File([content], name, { type });
const message = {
  name: "Asha Menon",
  email: "asha@hospital.test",
  phone: "",
  organisation: "",
  subject: "",
  message: "We have four hundred machines on two sites.",
  website: "",
};
const application = {
  name: "Asha Menon",
  email: "",
  phone: "+91 44 4000 1000",
  subject: "Calibration engineer",
  message: "Ten years at the bench of a laboratory.",
  website: "",
};
const enquiry = {
  name: "Asha Menon",
  email: "asha@hospital.test",
  phone: "",
  organisation: "City Hospital",
  message: "We have four hundred machines on two sites.",
  website: "",
};
const THANKS = "Thank you. We will get back to you.";
let network = 1;
type Fields = Record<string, string | File>;
/** Sends a form from a network of its own, unless one is named. */
const send = (path: string, fields: Fields, ip = `203.0.113.${network++}`, host = "localhost") =>
  postForm(w, host, path, fields, { "cf-connecting-ip": ip });
const rowsLike = async (text: string) =>
  (
    await w.env.CONTROL_DB.prepare("select * from contact_queries where instr(message, ?)")
      .bind(text)
      .all<Record<string, unknown>>()
  ).results;

describe("forms", () => {
  test.each([
    ["/contact-us", "contact", message],
    ["/win-cal", "product", enquiry],
    ["/win-bme", "product", enquiry],
    ["/testing-and-calibration", "product", enquiry],
    ["/clinical-engineering", "product", enquiry],
    ["/biomedical-skill-development-and-job-oriented-training", "training", enquiry],
  ])("a message from %s is kept once, with its page", async (path, kind, fields) => {
    const words = `Sent from ${path} at ${newId()}`;
    const ip = `203.0.113.${network++}`;
    for (let times = 0; times < 2; times++) {
      const answer = await send(path, { ...fields, message: words }, ip);
      const html = await expectAnswer(answer, 200, THANKS);
      expect(answer.headers.get("cache-control")).toBe("private, no-store");
      expect(html).not.toContain("<form");
    }
    const rows = await rowsLike(words);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      kind,
      page: path,
      name: "Asha Menon",
      status: "new",
      media_id: null,
    });
    expect(String(rows[0]!.ip_hash)).toMatch(/^[\w-]{20,}$/);
    expect(JSON.stringify(rows[0])).not.toContain(ip);
  });

  test("it is told to the platform's own address, and to nobody else", async () => {
    const to = "hello@plumbline.test";
    await insert(w.env.CONTROL_DB, "platform_settings", {
      ...{ id: "support_email", value_json: JSON.stringify(to), ...at },
    });
    onTestFinished(async () => {
      await w.env.CONTROL_DB.prepare(
        "delete from platform_settings where id = 'support_email'",
      ).run();
    });
    const words = `Told ${newId()}\nFrom: somebody else`;
    await expectAnswer(
      send("/contact-us", { ...message, subject: "A visit", message: words }),
      200,
    );
    const [mail] = await mailsTo(w, to);
    expect(mail).toMatchObject({ subject: "New message (contact) of Asha Menon" });
    for (const line of ["E-mail: asha@hospital.test", "Subject: A visit", "> From: somebody else"])
      expect(mail!.text.split("\n")).toContain(line);
    expect(await mailsTo(w, message.email)).toEqual([]);
    await expectAnswer(asked("/contact-us"), 200, "Ask a person.");
  });

  test("what is wrong is said at its field, which has the cursor, and what was typed stays", async () => {
    const refused = async (path: string, fields: Fields, ...says: string[]) => {
      const html = await expectAnswer(send(path, fields), 422, ...says);
      expect(html).toContain('value="Asha Menon"');
      return html;
    };
    const none = await refused(
      "/contact-us",
      { ...message, email: "", message: "Short" },
      "Give an e-mail address or a phone number",
      "Message must have at least 10 characters",
      ">Short</textarea>",
    );
    expect(/<input[^>]*name="email"[^>]*>/.exec(none)?.[0]).toMatch(/autofocus=""/i);
    expect(none.match(/autofocus/gi)).toHaveLength(1);
    await refused("/contact-us", { ...message, email: "nobody" }, "Not an e-mail address");
    await refused(
      "/contact-us",
      { ...message, message: "x".repeat(2001) },
      "at most 2000 characters",
    );
    await refused(
      "/contact-us",
      { ...message, subject: "x".repeat(151) },
      "at most 150 characters",
    );
    await refused("/win-cal", { ...enquiry, phone: "none", email: "" }, "must be a phone number");
    await refused("/win-cal", { ...enquiry, subject: "Not asked" }, "We have four hundred");
    await refused("/win-cal", { ...enquiry, website: "http://spam.test" }, "We have four hundred");
    await expectAnswer(send("/contact-us", { ...message, name: "" }), 422, "Your name is required");
    await expectAnswer(send("/contact-us", message, undefined, "acme.localhost"), 404);
    await expectAnswer(send("/terms", message), 405);
  });

  test("an application comes with its PDF, which is what it says it is", async () => {
    const words = `Application ${newId()}`;
    const fields = { ...application, message: words };
    await expectAnswer(send("/career", fields), 422, "Choose your CV as a PDF");
    for (const wrong of [
      cv(new TextEncoder().encode("<html>")),
      cv(PDF, "cv.docx"),
      cv(PDF, "cv.pdf", "image/png"),
      cv(PNG, "cv.png", "image/png"),
    ])
      await expectAnswer(
        send("/career", { ...fields, cv: wrong }),
        422,
        "This file is not accepted",
      );
    const large = new Uint8Array(5 * 1024 * 1024 + 1);
    large.set(PDF);
    await expectAnswer(send("/career", { ...fields, cv: cv(large) }), 413, "at most 5 MB");
    expect(await rowsLike(words)).toEqual([]);
    await expectAnswer(send("/career", { ...fields, cv: cv() }), 200, THANKS);
    const [row] = await rowsLike(words);
    const media = await w.env.CONTROL_DB.prepare("select * from platform_media where id = ?")
      .bind(row!.media_id)
      .first<Record<string, unknown>>();
    expect(media).toMatchObject({
      ...{ owner_kind: "contact_query", owner_id: row!.id, file_name: "cv.pdf" },
      ...{ mime: "application/pdf", bytes: PDF.length },
    });
    const kept = await w.env.MEDIA.get(String(media!.object_key));
    expect(new Uint8Array(await kept!.arrayBuffer())).toEqual(PDF);
    await expectAnswer(asked(`/site-media/${row!.media_id}`), 404);
  });

  test("the eleventh message of an hour from a network is refused, and from another it is not", async () => {
    const ip = "198.51.100.9";
    const nth = (n: number) => ({ ...message, message: `Message ${n} of many, ${ip}` });
    for (let n = 1; n <= 10; n++) await expectAnswer(send("/contact-us", nth(n), ip), 200, THANKS);
    const eleventh = await send("/contact-us", nth(11), ip);
    expect(eleventh.headers.get("retry-after")).toBe("3600");
    await expectAnswer(eleventh, 429, "Too many messages", "Message 11 of many");
    await expectAnswer(send("/contact-us", nth(10), ip), 200, THANKS);
    await expectAnswer(send("/win-bme", { ...enquiry, message: "One more of many" }, ip), 429);
    await expectAnswer(send("/contact-us", nth(12)), 200, THANKS);
  });
});

/** Rows of the platform as its people publish them. */
async function publish(own: World) {
  const db = own.env.CONTROL_DB;
  const row = (values: Record<string, unknown>) => ({ id: newId(), ...at, ...values });
  const media = row({
    ...{ owner_kind: "slider", object_key: `c/platform/${newId()}`, file_name: "new.png" },
    ...{ mime: "image/png", bytes: PNG.length, sha256: "5" },
  });
  const slide = { placement: "landing", alt: "A picture", sort: 1 };
  const shown = row({ ...slide, title: "Shown slide", media_id: media.id, link: "/win-cal" });
  const portrait = row({
    ...{ owner_kind: "testimonial", object_key: `c/platform/${newId()}`, file_name: "me.png" },
    ...{ mime: "image/png", bytes: PNG.length, sha256: "6" },
  });
  const silent = row({
    name: "Silent Person",
    quote: "Not agreed",
    has_consent: 0,
    media_id: portrait.id,
  });
  const plan = row({ code: "bench", name: "Bench", service_type: 1, is_public: 1 });
  const version = {
    ...{ plan_id: plan.id, currency: "INR", trial_days: 30, valid_from: "2026-01-01" },
    ...{ price_monthly_minor: 490_000, price_yearly_minor: 4_900_000, max_users: 3 },
  };
  for (const { object_key } of [media, portrait] as { object_key?: string }[])
    await own.env.MEDIA.put(object_key!, PNG);
  await insert(
    db,
    "platform_media",
    { ...media, owner_id: shown.id },
    { ...portrait, owner_id: silent.id },
  );
  await insert(db, "sliders", shown);
  await insert(
    db,
    "sliders",
    row({ ...slide, title: "Past slide", media_id: media.id, ends_on: "2020-01-01" }),
  );
  await insert(
    db,
    "sliders",
    row({ ...slide, title: "Off slide", media_id: media.id, is_active: 0 }),
  );
  await insert(db, "testimonials", silent);
  await insert(
    db,
    "testimonials",
    row({ name: "Loud Person", quote: "It holds.", has_consent: 1 }),
  );
  const answer = '</script><script>alert(1)</script> & "so on"';
  const faq = { audience: "public", answer };
  await insert(db, "faqs", row({ ...faq, question: "Shown question?" }));
  await insert(db, "faqs", row({ ...faq, question: "Inner question?", audience: "admin" }));
  await insert(
    db,
    "plans",
    plan,
    row({ code: "priceless", name: "Priceless", service_type: 0, is_public: 1 }),
  );
  await insert(db, "plan_versions", row({ ...version, version_no: 1, price_monthly_minor: 1_00 }));
  await insert(db, "plan_versions", row({ ...version, version_no: 2, features: '["DCC XML"]' }));
  await insert(
    db,
    "plan_versions",
    row({ ...version, version_no: 3, price_monthly_minor: 2_00, valid_from: "2999-01-01" }),
  );
  return { shown: media.id, silent: portrait.id, answer };
}

test("the landing page shows what the platform's people have published, and a section without rows is not there", async () => {
  const own = await openWorld();
  const empty = await openWorld();
  onTestFinished(async () => {
    await Promise.all([own.server.close(), empty.server.close()]);
  });
  for (const name of ["Plans", "Questions", "In the words"])
    expect(await (await ask(empty, "localhost", "/")).text()).not.toContain(`<h2>${name}`);
  const { shown, silent, answer } = await publish(own);
  const html = await expectAnswer(
    ask(own, "localhost", "/"),
    200,
    ...["Shown slide", "It holds.", "Shown question?", "Bench", "4,900.00", "9,800.00", "DCC XML"],
  );
  for (const hidden of [
    "Past slide",
    "Off slide",
    "Not agreed",
    "Inner question?",
    "Priceless",
    "alert(1)</script>",
  ])
    expect(html).not.toContain(hidden);
  expect(told(html).find((one) => one["@type"] === "FAQPage")).toMatchObject({
    mainEntity: [{ name: "Shown question?", acceptedAnswer: { text: answer } }],
  });
  const picture = await ask(own, "localhost", `/site-media/${shown}`);
  expect([
    picture.status,
    picture.headers.get("cache-control"),
    picture.headers.get("content-type"),
  ]).toEqual([...[200, "public, max-age=86400", "image/png"]]);
  const headers = { "if-none-match": picture.headers.get("etag")! };
  expect((await ask(own, "localhost", `/site-media/${shown}`, { headers })).status).toBe(304);
  await expectAnswer(ask(own, "localhost", `/site-media/${silent}`), 404);
  await expectAnswer(ask(own, "acme.localhost", `/site-media/${shown}`), 404);
  await own.env.CONTROL_DB.prepare("update sliders set is_active = 0").run();
  await expectAnswer(ask(own, "localhost", `/site-media/${shown}`), 404);
});
