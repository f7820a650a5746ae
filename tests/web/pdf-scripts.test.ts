import { describe, expect, test } from "vitest";
import { d1Of, signedIn, upTo } from "#tests/support/client.ts";
import { type DrawnLine, readPdf } from "#tests/support/read-pdf.ts";
import { bench, freshTicket, reportForm } from "#tests/support/report.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, world } from "#tests/support/world.ts";

const w = await world();
const company = await addCompany(w.env, "scripts", 2, 1);
const shard = rowsOf(w, company);
await shard.set("company_profiles", company.id, { name: "मेरिडियन Hospital" });
const admin = await signedIn(w, company, "admin");
const b = await bench(w, company, [{ quantity: 500, name: "ஆக்ஸிஜன் sensor" }]);

/** Writes a report and prints it. */
async function printed(fields: Record<string, string>, parts = reportParts()) {
  const body = reportForm({ service_ticket: freshTicket(), ...fields }, parts);
  const { id } = (await admin.call("POST", `/api/service-report/create/${b.asset}`, body)).data;
  const pdf = await admin.page(`/asset/service-report/pdf/${id}`);
  expect([pdf.status, pdf.headers.get("content-type"), d1Of(pdf).trips]).toEqual([
    200,
    "application/pdf",
    upTo(2),
  ]);
  const bytes = await pdf.arrayBuffer();
  return { size: bytes.byteLength, lines: (await readPdf(bytes)).flatMap(({ texts }) => texts) };
}
const reportParts = () => [{ id: b.items[0]!, qty: 1, cost: "1" }];
const lineOf = async (text: string) => {
  const { lines } = await printed({ remark: text });
  return lines[lines.findIndex((line) => line.text === "Remarks") + 1]!;
};
const facesOf = ({ runs }: DrawnLine) =>
  new Set(runs.filter(({ text }) => text.trim()).map(({ face }) => face.replace(/^\w+\+/, "")));

describe("a text is written in the face of its script", () => {
  test.each([
    ["Łódź, Đặng Thị Huệ, Ğ, ő", ["latin-ext", "vietnamese"]],
    ["Ελληνικά Ω", ["greek"]],
    ["аппарат ИВЛ", ["cyrillic"]],
    ["क्षत्रिय वेंटिलेटर की ऑक्सीजन सेल बदली गई। ₹५००", ["devanagari"]],
    ["செயற்கை சுவாசக் கருவி பழுது", ["tamil"]],
    ["ভেন্টিলেটর ক্ষত্রিয় শ্রীমতী", ["bengali"]],
    ["ਹਸਪਤਾਲ ਵਿੱਚ ਮਸ਼ੀਨ", ["gurmukhi"]],
    ["હોસ્પિટલ ક્ષમતા શ્રી", ["gujarati"]],
    ["ఆసుపత్రి వెంటిలేటర్ క్షేత్రం", ["telugu"]],
    ["ಆಸ್ಪತ್ರೆ ವೆಂಟಿಲೇಟರ್ ಕ್ಷೇತ್ರ", ["kannada"]],
    ["ആശുപത്രി വെന്റിലേറ്റർ ക്ഷേത്രം", ["malayalam"]],
    ["ଡାକ୍ତରଖାନା କ୍ଷେତ୍ର", ["oriya"]],
    ["රෝහල ක්ෂේත්‍ර ශ්‍රී", ["sinhala"]],
    ["โรงพยาบาล เครื่องช่วยหายใจ", ["thai"]],
  ])("%s", async (text, scripts) => {
    const line = await lineOf(text);
    expect(line.text).toBe(text.normalize("NFC"));
    const standard = /[ -ÿ]/.test(text.replaceAll(" ", "")) ? ["Helvetica"] : [];
    expect(facesOf(line)).toEqual(
      new Set([...standard, ...scripts.map((script) => `NotoSans-${script}-plain`)]),
    );
  });

  test("bold has faces of its own, and Latin-1 needs none", async () => {
    const { lines } = await printed({ remark: "Ventilação – “ok” € ½" });
    const name = lines.find(({ text }) => text === "मेरिडियन Hospital");
    expect(name && facesOf(name)).toEqual(new Set(["NotoSans-devanagari-bold", "Helvetica-Bold"]));
    const remark = lines.find(({ text }) => text === "Ventilação – “ok” € ½");
    expect(remark && facesOf(remark)).toEqual(new Set(["Helvetica"]));
  });
});

describe("letters are put together as their script asks", () => {
  const lettersOf = async (text: string) =>
    (await lineOf(text)).runs.flatMap(({ letters }) => letters).filter(({ text }) => text !== " ");

  test("a vowel sign that is written in front stands in front", async () => {
    const [ka, short, both] = await lettersOf("க கெ கொ");
    expect(ka!.glyphs).toHaveLength(1);
    expect([short!.text, short!.glyphs]).toEqual(["கெ", [expect.any(Number), ka!.glyphs[0]]]);
    expect([both!.text, both!.glyphs]).toEqual(["கொ", [...short!.glyphs, expect.any(Number)]]);
    const [i, ki] = await lettersOf("क कि");
    expect([ki!.text, ki!.glyphs.indexOf(i!.glyphs[0]!)]).toEqual(["कि", 1]);
  });

  test("letters that grow together are one", async () => {
    const letters = await lettersOf("क ष क्ष र्कि");
    expect(letters.map(({ text }) => text)).toEqual(["क", "ष", "क्ष", "र्कि"]);
    expect(letters[2]!.glyphs).toHaveLength(1);
    expect(letters[3]!.glyphs.length).toBeGreaterThan(1);
  });

  test("Arabic letters join their neighbours", async () => {
    const letters = await lettersOf("ععع ع");
    expect(letters.map(({ text }) => text)).toEqual(["ع", "ع", "ع", "ع"]);
    expect(new Set(letters.map(({ glyphs }) => glyphs.join())).size).toBe(4);
  });
});

describe("what runs to the left", () => {
  test.each([
    // The order in which it is drawn, from the left.
    ["abc אבג def", "abc גבא def"],
    ["Valve (אב 12) ok", "Valve (12 בא) ok"],
    ["אבג (EVITA 600): דה 5.", ".5 הד :(EVITA 600) גבא"],
    ["رقم ١٢٣", "١٢٣ مقر"],
  ])("%s is turned", async (text, drawn) => {
    expect((await lineOf(text)).text).toBe(drawn);
  });

  test("begins at the right edge, on each line with its own first words", async () => {
    const words = Array.from({ length: 60 }, (_, nth) => `אב${nth}`);
    const { lines } = await printed({ remark: words.join(" ") });
    const at = lines.findIndex(({ text }) => text === "Remarks");
    const [first, second] = [lines[at + 1]!, lines[at + 2]!];
    const drawn = [first, second].map(({ text }) => text.split(" ").reverse());
    const expected = words.map((_, nth) => `${nth}בא`);
    expect(drawn.flat()).toEqual(expected.slice(0, drawn.flat().length));
    expect(first.x).toBeGreaterThan(lines[at]!.x);
  });
});

describe("a letter that no face holds", () => {
  test("is a box that can be copied", async () => {
    const line = await lineOf("Pump 北京 😀 x̄");
    expect(line.text).toBe("Pump 北京 😀 x̄");
    const boxes = line.runs
      .flatMap(({ letters }) => letters)
      .filter(({ text }) => /[北京😀]/u.test(text));
    expect(boxes.map(({ glyphs }) => glyphs)).toEqual([[0], [0], [0]]);
  });

  test("takes a plainer spelling, a sign the face of signs", async () => {
    expect((await lineOf("H₂O 37℃ ＡＢ")).text).toBe("H2O 37°C AB");
    expect(facesOf(await lineOf("≤ ≥ → ✓"))).toEqual(new Set(["Symbol", "ZapfDingbats"]));
  });
});

test("a long word of any script is broken between letters, within its column", async () => {
  const checks = JSON.stringify([
    { name: "क्षि".repeat(50), status: "yes", remark: "கொ".repeat(50) },
  ]);
  const { lines } = await printed({ pm_lists: checks });
  for (const letter of ["क्षि", "கொ"]) {
    const pieces = lines.filter(({ text }) => text.startsWith(letter));
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.map(({ text }) => text).join("")).toBe(letter.repeat(50));
    for (const { text } of pieces) expect(text.length % letter.length).toBe(0);
  }
});

test("the label of a device is written in its script", async () => {
  const name = "वेंटिलेटर जीवन रक्षक";
  await shard.set("assets", b.asset, { name });
  const pdf = await admin.page(`/asset/labels.pdf?ids=${b.asset}&preset=roll-50x25&show=name`);
  const [page] = await readPdf(await pdf.arrayBuffer());
  const lines = page!.texts.filter(({ text }) => /[\u0900-\u097f]/.test(text));
  expect(lines.map(({ text }) => text).join(" ")).toBe(name);
  for (const line of lines) expect(facesOf(line)).toEqual(new Set(["NotoSans-devanagari-plain"]));
});

test("5,000 marks cost no more than 5,000 letters", async () => {
  const time = async (text: string) => {
    const started = performance.now();
    const { lines } = await printed({ remark: text });
    expect(lines.flatMap(({ runs }) => runs).filter(({ face }) => /deva/.test(face))).not.toEqual(
      [],
    );
    return performance.now() - started;
  };
  const [letters, marks] = ["क".repeat(4999), `क${"\u0951".repeat(4998)}`];
  await time(letters);
  const ratios: number[] = [];
  for (let round = 0; round < 5; round++) ratios.push((await time(marks)) / (await time(letters)));
  expect(ratios.sort((a, b) => a - b)[2]).toBeLessThan(2);
});
