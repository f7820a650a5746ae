/* Fields of one's own that a form asks for, and the files that belong to a report. */
import { expect, test } from "vitest";
import type { CertificateDocument } from "#app/shared/certificates/document.ts";
import { builtInForms } from "#app/shared/certificates/forms/kinds.ts";
import { newOwnField, type OwnField } from "#app/shared/certificates/own-fields.ts";
import { picturesOf } from "#tests/support/certificate-pdf.ts";
import {
  begin,
  laboratoryOf,
  passing,
  readCertificate,
  type SigningPerson,
  save,
  sign,
} from "#tests/support/certifying.ts";
import { signedIn } from "#tests/support/client.ts";
import { minute } from "#tests/support/clock.ts";
import { colleague } from "#tests/support/person.ts";
import { PNG } from "#tests/support/pictures.ts";
import { readPdf } from "#tests/support/read-pdf.ts";
import { addCompany, world } from "#tests/support/world.ts";

const w = await world();
const company = await addCompany(w.env, "report-fields", 2, 1);
const lab = await laboratoryOf(w, company, 4);
const [bench, checker, approver, signatory] = lab.people as [
  SigningPerson,
  SigningPerson,
  SigningPerson,
  SigningPerson,
];
const strange = await laboratoryOf(w, await addCompany(w.env, "strange-fields", 2, 1), 1);
const designer = await colleague(
  ...([w, company] as const),
  ...["view", "create", "edit", "approve"].map((verb) => `${verb}-report-form`),
);

const field = (key: string, type: OwnField["type"], more: Partial<OwnField> = {}): OwnField => ({
  ...newOwnField(key),
  ...{ label: `The ${key}`, type },
  ...more,
});
const fields = [
  field("energy", "number", { required: true, unit: "J" }),
  field("twice", "calc", { expression: "2*energy", decimals: 1 }),
  field("person", "user"),
  field("standard", "calibrator"),
  field("order", "file"),
  field("seen", "image"),
  field("customer", "signature"),
];
const { page, sections } = builtInForms.calibration;
const always = { when: null } as const;
const layoutWith = (picture: object | null) => ({
  page,
  sections: [
    ...sections.slice(0, -1),
    {
      ...{ id: "own_section", title: null, when: null },
      blocks: [
        { ...always, id: "own", type: "own_fields", heading: "As agreed", look: "list", fields },
        { ...always, id: "files", type: "attachments", heading: "Files", showsPictures: true },
        ...(picture
          ? [{ ...always, id: "mark", type: "image", picture, alt: "M", width: 20, align: "left" }]
          : []),
      ],
    },
    ...sections.slice(-1),
  ],
});
type File_ = { id: string; name: string; mime: string; bytes: number; sha256: string };
type Stored = { data: File_ };
const png = (name: string) => new File([PNG], name, { type: "image/png" });
const pdf = (name: string) => new File(["%PDF-1.4 an order"], name, { type: "application/pdf" });

async function storedBy(
  by: Pick<SigningPerson, "client">,
  path: string,
  sent: Record<string, File>,
) {
  const answer = await by.client.form(path, sent);
  const text = await answer.text();
  return { status: answer.status, data: (JSON.parse(text || "{}") as Partial<Stored>).data };
}
const fileFor = (id: string, file: File, by = bench) =>
  storedBy(by, `/certificate-report/files/${id}`, { file });

/** A published form with these fields, which shows a picture. */
async function published(): Promise<string> {
  const { client } = designer;
  const { data } = await client.call<{ id: string; version_id: string }>(
    ...(["POST", "/api/report-forms/begin"] as const),
    { name: `Fields ${Date.now()}`, kind: "calibration" },
  );
  const { data: picture } = await storedBy(designer, "/report/form/picture", {
    picture: png("mark.png"),
  });
  const put = (layout: object, version: number) =>
    client.call("PUT", `/api/report-form-versions/${data.version_id}`, { layout, version });
  const strangers = await put(layoutWith({ ...picture, id: crypto.randomUUID() }), 1);
  expect(strangers.status).toBe(404);
  // What a layout says of a picture besides its id is its row's.
  expect((await put(layoutWith({ ...picture, sha256: "0" }), 1)).status).toBe(200);
  const row = await lab.shard.get("report_form_versions", data.version_id);
  expect(String(row.layout)).toContain(picture!.sha256);
  const path = `/api/report-form-versions/${data.version_id}/publish`;
  expect((await client.call("POST", path, {})).status).toBe(200);
  return data.id;
}
const formId = await published();
const draft = async () => {
  const begun = await begin(lab, bench);
  const { status } = await save(bench, begun.id, { measured: passing, report_form_id: formId });
  expect(status).toBe(200);
  return begun.id;
};
const saved = (id: string, more: object) => save(bench, id, { report_form_id: formId, ...more });

test("what a form requires stands in the way of signing until it is filled in, and the issued report says and shows all of it", async () => {
  const id = await draft();
  const refused = await sign(bench, id, "submit");
  expect([refused.status, refused.message]).toEqual([
    409,
    "Readings complete (G6): The energy: it is missing",
  ]);
  expect((await saved(id, { own_fields: { energy: "1,5" } })).status).toBe(200);
  expect((await sign(bench, id, "submit")).message).toContain("The energy: it is no number");

  const order = (await fileFor(id, pdf("Order 7.pdf"))).data!;
  const seen = (await fileFor(id, png("seen.png"))).data!;
  const photo = (await fileFor(id, png("photo.png"))).data!;
  const own_fields = {
    ...{ energy: "12.50", order: order.id, seen: seen.id, customer: "M10 50L40 10L60 80" },
    person: { id: checker.id, name: "Somebody else" },
    standard: { id: lab.standardId, name: "" },
  };
  const attachments = [
    { id: order.id, caption: null },
    { id: seen.id, caption: null },
    { id: photo.id, caption: "As received" },
  ];
  expect((await saved(id, { own_fields, attachments })).status).toBe(200);
  for (const [by, move] of [
    [bench, "submit"],
    [checker, "check"],
    [approver, "approve"],
    [signatory, "issue"],
  ] as const)
    expect([move, (await sign(by, id, move)).status]).toEqual([move, 200]);
  await minute(w);
  const row = () => lab.shard.get("certificate_reports", id);
  await expect.poll(async () => (await row()).render_state, { timeout: 30_000 }).toBe("done");
  const files = JSON.parse(String((await row()).files)) as Record<string, string>;
  const bytesOf = async (file: string) => {
    const { object_key } = await lab.shard.get("media", file);
    return (await w.env.MEDIA.get(String(object_key)))!.arrayBuffer();
  };
  const text = new TextDecoder().decode(await bytesOf(files.document!));
  const { content } = JSON.parse(text) as CertificateDocument;
  const name = await lab.shard.value(
    "select name from users where company_id = ?1 and id = ?2",
    checker.id,
  );
  expect(Object.fromEntries(content.own_fields!.map(({ key, value }) => [key, value]))).toEqual({
    ...{ energy: "12.50", twice: "25.0", order: "Order 7.pdf", seen: "seen.png", person: name },
    ...{ standard: expect.stringContaining("Defibrillator analyser") },
    customer: "M10 50L40 10L60 80",
  });
  // A file that a field names is no attachment besides.
  expect(content.attachments).toEqual([{ ...photo, caption: "As received" }]);
  const paper = await bytesOf(files.pdf!);
  const words = (await readPdf(paper.slice(0)))
    .flatMap(({ texts }) => texts.map((one) => one.text))
    .join(" ");
  for (const said of ["As agreed", "12.50 J", "25.0", "Order 7.pdf", "As received"])
    expect(words).toContain(said);
  expect((await picturesOf(paper)).reduce((sum, one) => sum + one)).toBe(3);
});

test("a file belongs to the draft that it was stored for; one that is taken off is gone, and a revision keeps what it took over", async () => {
  const [id, other] = [await draft(), await draft()];
  const { data: paper } = await fileFor(id, pdf("paper.pdf"));
  const named = [{ id: paper!.id, caption: null }];
  expect((await saved(other, { attachments: named })).status).toBe(404);
  expect(
    (await saved(id, { attachments: [{ id: crypto.randomUUID(), caption: null }] })).status,
  ).toBe(404);
  expect((await saved(id, { attachments: named })).status).toBe(200);
  const opened = () => bench.client.page(`/media/${paper!.id}`).then(({ status }) => status);
  expect(await opened()).toBe(200);
  expect((await saved(id, { attachments: [] })).status).toBe(200);
  expect(await opened()).toBe(404);
  expect((await saved(id, { attachments: named })).status).toBe(404);
});

test("records are one's own company's, and a drawn signature is nothing but strokes", async () => {
  const id = await draft();
  const refused = async (own_fields: object, status: number) =>
    expect((await saved(id, { own_fields })).status).toBe(status);
  await refused({ standard: { id: strange.standardId, name: "X" } }, 404);
  await refused({ person: { id: strange.people[0]!.id, name: "X" } }, 404);
  // A calibrator is no person.
  await refused({ person: { id: lab.standardId, name: "X" } }, 404);
  await refused({ customer: 'M0 0"/><script>' }, 422);
  await refused({ constructor: { evil: 1 } }, 422);
  await refused(Object.fromEntries(Array.from({ length: 81 }, (_, n) => [`f_${n}`, "1"])), 422);
  await refused({ energy: "1".repeat(7000) }, 422);
  // What another form had asked for stays, and nothing is said of it.
  await refused({ former: "kept", energy: "3" }, 200);
  expect((await readCertificate(bench, id)).own_fields).toEqual({ former: "kept", energy: "3" });
});

test("files are stored by who may write the draft, in their own company, while it is one", async () => {
  const id = await draft();
  const viewer = { client: await signedIn(w, company, "viewer") };
  const status = async (by: Pick<SigningPerson, "client">, file: File) =>
    (await storedBy(by, `/certificate-report/files/${id}`, { file })).status;
  expect(await status(viewer, pdf("a.pdf"))).toBe(403);
  expect(await status(strange.people[0]!, pdf("a.pdf"))).toBe(404);
  expect(await status(bench, new File(["MZ"], "a.exe"))).toBe(422);
  expect(await status(bench, new File(["no pdf"], "a.pdf", { type: "application/pdf" }))).toBe(422);
  expect(
    (await bench.client.call("POST", `/api/certificate-reports/${id}/cancel`, { reason: "Gone" }))
      .status,
  ).toBe(200);
  expect(await status(bench, pdf("a.pdf"))).toBe(409);
});
