import { describe, expect, test } from "vitest";
import type { CertificateDocument } from "#app/shared/certificates/document.ts";
import type { DocumentFile } from "#app/shared/certificates/document-file.ts";
import type { FormBlock } from "#app/shared/certificates/form.ts";
import { answersOf, newOwnField, type OwnField } from "#app/shared/certificates/own-fields.ts";
import { certificateDocument } from "#tests/support/certificate-document.ts";
import { pagesOf, picturesOf, printed, rowsOf } from "#tests/support/certificate-pdf.ts";
import { pngOf } from "#tests/support/pictures.ts";
import type { CertificatePdfOptions } from "#worker/web/certificate-pdf.ts";

/** A PNG of one grey pixel. */
const pixel = Uint8Array.from(
  atob(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==",
  ),
  (letter) => letter.charCodeAt(0),
);
const file = (id: string, mime = "image/png"): DocumentFile => ({
  ...{ id, name: `${id}.png`, mime, bytes: 100, sha256: "0".repeat(64) },
});
/** Where pictures are kept, by the ids of their files. */
const keptAs = (pictures: Readonly<Record<string, Uint8Array>>): CertificatePdfOptions["kept"] => ({
  companyId: "c1",
  bucket: {
    get: async (key: string) => {
      const bytes = pictures[key.replace("c/c1/", "")];
      return bytes
        ? { arrayBuffer: async () => bytes, httpMetadata: { contentType: "image/png" } }
        : null;
    },
  } as unknown as R2Bucket,
});
const withContent = (
  more: Partial<CertificateDocument["content"]>,
  issue: Partial<CertificateDocument["issue"]> = {},
): CertificateDocument => ({
  ...certificateDocument,
  content: { ...certificateDocument.content, ...more },
  issue: { ...certificateDocument.issue, ...issue },
});
/** How many pictures stand on a page. */
async function picturesOn(
  document: CertificateDocument,
  pictures: Readonly<Record<string, Uint8Array>>,
  nth = 0,
): Promise<number> {
  return (await picturesOf(await printed(document, { kept: keptAs(pictures)! }))).at(nth)!;
}
const { lab, form } = certificateDocument.content;

test("a logo stands at its head; one that cannot be read or is not there is left out", async () => {
  const document = withContent({ lab: { ...lab, logo: file("logo") } });
  expect(await picturesOn(document, { logo: pixel })).toBe(1);
  expect(await picturesOn(document, { logo: pngOf(4, 4, 200) })).toBe(0);
  expect(await picturesOn(document, {})).toBe(0);
});

test("the picture of a signature stands over the name", async () => {
  const [first, ...others] = certificateDocument.issue.signatures;
  const signatures = [{ ...first!, image: file("ink") }, ...others];
  expect(await picturesOn(withContent({}, { signatures }), { ink: pixel }, -1)).toBe(1);
});

describe("fields of one's own, pictures and attachments", () => {
  const own = (key: string, type: OwnField["type"], more: Partial<OwnField> = {}): OwnField => ({
    ...newOwnField(key),
    ...{ label: `The ${key}`, type },
    ...more,
  });
  const fields = [
    own("storage", "number", { unit: "degC" }),
    own("choices", "multiselect", { options: ["A", "B", "C"] }),
    own("seen", "image"),
    own("customer", "signature"),
    own("empty", "text"),
  ];
  const blocks: FormBlock[] = [
    { id: "own", type: "own_fields", when: null, heading: "As agreed", look: "list", fields },
    {
      ...{ id: "scheme", type: "image", when: null, picture: file("scheme"), alt: "The scheme" },
      ...{ width: 30, align: "right" },
    },
    { id: "files", type: "attachments", when: null, heading: "Files", showsPictures: true },
    {
      id: "told",
      type: "text",
      when: "own.storage > 4",
      text: "Above {{own.storage}}",
      style: "plain",
    },
    { id: "never", type: "text", when: "own.storage > 9", text: "Never shown", style: "plain" },
  ];
  const values = {
    storage: "5.50",
    choices: ["A", "C"],
    seen: "f1",
    customer: "M10 50L40 10L60 80",
  };
  const document = withContent({
    own_fields: answersOf(fields, values, new Map([["f1", file("f1")]])),
    attachments: [
      { ...file("p1"), caption: "As received" },
      { ...file("paper", "application/pdf"), name: "Order.pdf", caption: null },
    ],
    form: {
      ...form,
      sections: [{ id: "s", title: null, when: null, blocks }],
    },
  });

  test("say what was filled in, and nothing of what was not", async () => {
    const pages = await pagesOf(document, { kept: keptAs({})! });
    const words = pages.flatMap((page) => rowsOf(page).flatMap((row) => row.words)).join(" ");
    for (const said of ["As agreed", "The storage", "5.50 °C", "A, C", "As received", "Order.pdf"])
      expect(words).toContain(said);
    expect(words).toContain("Above 5.5");
    expect(words).not.toContain("The empty");
    expect(words).not.toContain("Never shown");
    expect(words).toContain("0".repeat(64));
  });

  test("show each picture, and the signature that was drawn", async () => {
    const pictures = { f1: pixel, p1: pixel, scheme: pixel };
    expect(await picturesOn(document, pictures)).toBe(3);
    const points = async (of: CertificateDocument) => (await pagesOf(of)).at(-1)!.points.length;
    const unsigned = answersOf(fields, { ...values, customer: "" }, new Map());
    expect(await points(document)).toBeGreaterThan(
      await points({ ...document, content: { ...document.content, own_fields: unsigned } }),
    );
  });
});
