/* Certificates as anybody may check them: issued, with their files, replaced or void. */
import { expect } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { sha256 } from "#worker/auth/tokens.ts";
import { approved, type Laboratory, sign } from "./certifying.ts";

type Row = { verify_token: string; certificate_no: string; document_sha256: string };

/** An issued certificate, with the token of its code. */
export async function issued(
  lab: Laboratory,
  more: Record<string, unknown> = {},
  machineId?: string,
) {
  const { id } = await approved(lab, machineId);
  const made = await sign(lab.people[3]!, id, "issue");
  expect([made.status, made.message]).toEqual([200, expect.stringContaining("issued")]);
  if (Object.keys(more).length) await lab.shard.set("certificate_reports", id, more);
  const { verify_token: token, certificate_no: number } = await lab.shard.get<Row>(
    "certificate_reports",
    id,
  );
  return { id, token, number, path: `/verify/${token}` };
}

/** A certificate that a revision replaced. @returns the revision */
export async function revised(lab: Laboratory, id: string) {
  const [one, two, three, four] = lab.people;
  const { data } = await one!.client.call<{ revision_id: string }>(
    ...(["POST", `/api/certificate-reports/${id}/revise`, { reason: "Typing error" }] as const),
  );
  for (const [by, move] of [
    [one, "submit"],
    [two, "check"],
    [three, "approve"],
    [four, "issue"],
  ] as const)
    expect([move, (await sign(by!, data.revision_id, move)).status]).toEqual([move, 200]);
  return lab.shard.get<Row>("certificate_reports", data.revision_id);
}

export const voided = async (lab: Laboratory, id: string, reason: string) =>
  expect((await sign(lab.people[3]!, id, "void", { reason })).status).toBe(200);

/** Puts the files of a certificate where rendering puts them: its document, and a PDF and an XML of these bytes. */
export async function rendered(lab: Laboratory, id: string, number: string) {
  const document = (await lab.shard.value<string>(
    "select text from certificate_texts where company_id = ?1 and certificate_report_id = ?",
    id,
  ))!;
  const bodies = {
    document: { text: document, mime: "application/json", ending: "json" },
    pdf: { text: `%PDF-1.7 of ${number}`, mime: "application/pdf", ending: "pdf" },
    dcc: { text: `<dcc>${number}</dcc>`, mime: "application/xml", ending: "xml" },
  };
  const bucket = lab.w.env.MEDIA;
  const files: Record<string, string> = {};
  const hashes: Record<string, string> = {};
  for (const [name, { text, mime, ending }] of Object.entries(bodies)) {
    const object_key = `c/${lab.company.id}/${newId()}`;
    await bucket.put(object_key, text);
    hashes[name] = await sha256(text);
    files[name] = await lab.shard.add("media", {
      ...{ kind: "report_media", owner_kind: "calibration", object_key, mime },
      file_name: `${number.replace(/\W+/g, "-")}.${ending}`,
      ...{ bytes: new TextEncoder().encode(text).length, sha256: hashes[name], uploaded_at: 1 },
    });
  }
  await lab.shard.set("certificate_reports", id, {
    ...{ files: JSON.stringify(files), render_state: "done" },
    ...{ pdf_sha256: hashes.pdf, dcc_sha256: hashes.dcc },
  });
  return { pdf: bodies.pdf.text, xml: bodies.dcc.text, json: document };
}
