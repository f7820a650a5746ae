import { describe, expect, test } from "vitest";
import type { FormLayout } from "#app/shared/certificates/form.ts";
import { builtInForms } from "#app/shared/certificates/forms/kinds.ts";
import { removed } from "#app/shared/certificates/forms/layout.ts";
import {
  begin,
  laboratoryOf,
  machineToCertify,
  passing,
  readCertificate,
  save,
  sign,
  standardOf,
} from "#tests/support/certifying.ts";
import { minute } from "#tests/support/clock.ts";
import { colleague } from "#tests/support/person.ts";
import { addCompany, world } from "#tests/support/world.ts";

const w = await world();
const company = await addCompany(w.env, "report-forms", 2, 1);
const lab = await laboratoryOf(w, company, 4);
const verbs = ["view", "create", "edit", "delete", "approve", "export"];
const designer = await colleague(
  ...([w, company] as const),
  ...verbs.map((verb) => `${verb}-report-form`),
);
const reader = await colleague(w, company, "view-report-form");
const other = await laboratoryOf(w, await addCompany(w.env, "other-forms", 2, 1), 1);
const bench = lab.people[0]!;

const { page, sections } = builtInForms.calibration;
const layout: FormLayout = { page, sections };
let made = 0;
const fresh = () => `Form ${++made}`;
const { client } = designer;
type Begun = { id: string; version_id: string };

async function begun(more: object = {}) {
  const name = fresh();
  const { status, data } = await client.call<Begun>("POST", "/api/report-forms/begin", {
    ...{ name, kind: "calibration", ...more },
  });
  expect(status).toBe(201);
  return { id: data.id, versionId: data.version_id, name };
}
const publish = (versionId: string) =>
  client.call("POST", `/api/report-form-versions/${versionId}/publish`, {});
const put = (versionId: string, layout: unknown, version = 1) =>
  client.call<{ version: number }>("PUT", `/api/report-form-versions/${versionId}`, {
    ...{ layout, version },
  });
async function published(more: object = {}) {
  const form = await begun(more);
  expect((await publish(form.versionId)).status).toBe(200);
  return form;
}
const formRow = (id: string) => lab.shard.get("report_forms", id);
const versionRow = (id: string) => lab.shard.get("report_form_versions", id);

describe("a form of reports", () => {
  test("is begun from the built-in one, drawn, published, and replaced by its next version", async () => {
    const { id, versionId, name } = await begun();
    expect(JSON.parse(String((await versionRow(versionId)).layout))).toEqual(layout);
    const lacking = removed(layout, "statements");
    expect((await put(versionId, lacking)).status).toBe(200);
    const refused = await publish(versionId);
    expect(refused.status).toBe(422);
    expect(refused.errors?.layout).toContain("Only the items described (7.8.2.1 l): Statement");
    expect((await put(versionId, layout, 2)).status).toBe(200);
    expect((await publish(versionId)).status).toBe(200);
    expect((await formRow(id)).current_version_id).toBe(versionId);
    expect((await put(versionId, lacking, 4)).status).toBe(409);

    const next = await client.call<{ id: string }>("POST", `/api/report-forms/${id}/versions`);
    expect(next.status).toBe(201);
    const again = await client.call("POST", `/api/report-forms/${id}/versions`);
    expect([again.status, again.message]).toEqual([409, "Version 2 is a draft already"]);
    expect((await publish(next.data.id)).status).toBe(200);
    expect((await formRow(id)).current_version_id).toBe(next.data.id);
    expect((await versionRow(versionId)).status).toBe("retired");
    const retired = `/api/report-form-versions/${next.data.id}/retire`;
    expect((await client.call("POST", retired, { reason: "" })).status).toBe(200);
    expect((await formRow(id)).current_version_id).toBe(null);
    expect((await versionRow(next.data.id)).name).toBe(name);
  });

  test("is not overwritten by who drew on an older draft, and of two who save at once one is told", async () => {
    const { versionId } = await begun();
    const saved = await Promise.all([put(versionId, layout), put(versionId, layout)]);
    expect(saved.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const late = await put(versionId, layout, 1);
    expect(late.status).toBe(409);
  });

  test("is one's own company's, and drawn and published by those who may", async () => {
    const { id, versionId } = await begun();
    const strange = other.people[0]!.client;
    const path = `/api/report-form-versions/${versionId}`;
    expect((await reader.client.call("GET", path)).status).toBe(200);
    expect((await reader.client.call("PUT", path, { layout, version: 1 })).status).toBe(403);
    expect((await reader.client.call("POST", `${path}/publish`, {})).status).toBe(403);
    expect((await reader.client.page(`/report/form/update/${id}.data`)).status).toBe(200);
    expect((await strange.call("GET", path)).status).not.toBe(200);
    const taken = await lab.shard
      .run(
        "update report_form_versions set status = 'published' where company_id = ? and id = '" +
          `${versionId}'`,
      )
      .then(() =>
        lab.shard.set("report_form_versions", versionId, { layout: '{"page":1}' }).then(
          () => "changed",
          (refusal: Error) => refusal.message,
        ),
      );
    expect(taken).toContain("report_form_version_frozen");
  });

  test.each([
    ["a block of no type", { ...layout, sections: [{ ...sections[0], blocks: [{ id: "a" }] }] }],
    ["two blocks of one id", { ...layout, sections: [sections[0], sections[0]] }],
    ["no section", { ...layout, sections: [] }],
    ["a margin of nothing", { ...layout, page: { ...page, margins: { top: 0 } } }],
    ["something else", "drawn"],
    [
      "too many blocks",
      {
        ...layout,
        sections: [
          {
            ...sections[0],
            blocks: Array.from({ length: 81 }, (_, n) => ({
              ...{ id: `b${n}`, type: "qr", when: null },
            })),
          },
        ],
      },
    ],
  ])("with %s is refused in words", async (_, wrong) => {
    const { versionId } = await begun();
    const { status, errors } = await put(versionId, wrong);
    expect(status).toBe(422);
    expect(Object.values(errors ?? {}).flat().length).toBeGreaterThan(0);
  });

  test("is drawn as PDF with sample data, also before it says everything", async () => {
    const { id, versionId } = await begun({ kind: "electrical_safety" });
    for (const path of [
      `/report/form/pdf/${id}?version=${versionId}`,
      "/report/form/built-in.pdf?kind=pm_report",
      "/report/form/built-in.pdf?kind=test_report",
    ]) {
      const answer = await client.page(path);
      expect([path, answer.status, answer.headers.get("Content-Type")]).toEqual([
        ...[path, 200, "application/pdf"],
      ]);
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(5_000);
    }
    expect((await client.page("/report/form/built-in.pdf?kind=constructor")).status).toBe(404);
  });
});

describe("a certificate with a form", () => {
  test("keeps what it was laid out by, whatever is published or retired after it", async () => {
    const form = await published();
    const { id } = await begin(lab, bench);
    const saved = await save(bench, id, { measured: passing, report_form_id: form.id });
    expect(saved.status).toBe(200);
    const kept = JSON.parse(String((await lab.shard.get("certificate_reports", id)).form));
    expect(kept).toMatchObject({ name: form.name, version_no: 1, form_id: form.id });
    await client.call("POST", `/api/report-form-versions/${form.versionId}/retire`, {});
    expect((await save(bench, id, { measured: passing, report_form_id: form.id })).status).toBe(
      200,
    );
    const [one, two, three, four] = lab.people;
    expect((await sign(one!, id, "submit")).status).toBe(200);
    expect((await sign(two!, id, "check")).status).toBe(200);
    expect((await sign(three!, id, "approve")).status).toBe(200);
    expect((await sign(four!, id, "issue")).status).toBe(200);
    await minute(w);
    const row = () => lab.shard.get("certificate_reports", id);
    await expect.poll(async () => (await row()).render_state).toBe("done");
    const { document } = JSON.parse(String((await row()).files)) as { document: string };
    const media = await lab.shard.get("media", document);
    const object = await w.env.MEDIA.get(String(media.object_key));
    const { content } = JSON.parse(await object!.text()) as { content: { form: object } };
    expect(content.form).toEqual({ ...layout, name: form.name, version_no: 1 });
  });

  test("takes none that was never published, is of another kind, or is another company's", async () => {
    const { id } = await begin(lab, bench);
    const draft = await begun();
    const strange = await other.shard.add("report_forms", { name: fresh(), kind: "calibration" });
    const pm = await published({ kind: "pm_report" });
    const tried = async (report_form_id: string) =>
      (await save(bench, id, { report_form_id })).status;
    expect(await tried(draft.id)).toBe(409);
    expect(await tried(pm.id)).toBe(422);
    expect(await tried(strange)).toBe(404);
  });
});

describe("a preset", () => {
  const preset = (more: object) =>
    client.call<{ id: string }>("POST", "/api/report-presets", {
      ...{ name: fresh(), kind: "calibration", procedure_id: lab.procedureId },
      ...{ performed_at: "customer", title: "Certificate of a defibrillator", standards: [] },
      ...more,
    });

  test("starts a certificate with its form, procedure, standards and texts", async () => {
    const form = await published();
    const standard = await standardOf(lab.shard, { name: "The one of the preset" });
    const { status, data } = await preset({
      report_form_id: form.id,
      standards: [{ calibrator_id: standard, role: "defibrillator_analyser" }],
      condition_on_receipt: "Clean",
    });
    expect(status).toBe(201);
    const started = await bench.client.call<{ id: string }>("POST", "/api/certificate-reports", {
      machine_id: await machineToCertify(lab),
      preset_id: data.id,
    });
    expect(started.status).toBe(201);
    const read = await readCertificate(bench, started.data.id);
    expect(read).toMatchObject({
      ...{ title: "Certificate of a defibrillator", performed_at: "customer", kind: "calibration" },
      condition_on_receipt: "Clean",
    });
    expect(read.form).toMatchObject({ name: form.name, form_id: form.id });
    expect(read.standards).toMatchObject([{ calibrator_id: standard }]);
  });

  test("is not made with a form of another kind, or with what is not the company's", async () => {
    const pm = await published({ kind: "pm_report" });
    expect((await preset({ report_form_id: pm.id })).status).toBe(422);
    const strange = { calibrator_id: other.standardId, role: "defibrillator_analyser" };
    expect((await preset({ standards: [strange] })).status).toBe(404);
    expect((await preset({ procedure_id: other.procedureId })).status).toBe(404);
    expect((await preset({ standards: [strange, strange] })).status).toBe(422);
  });

  test("that is archived starts nothing", async () => {
    const { data } = await preset({});
    await client.call("POST", `/api/report-presets/${data.id}/archive`);
    const { status } = await bench.client.call("POST", "/api/certificate-reports", {
      ...{ machine_id: await machineToCertify(lab), preset_id: data.id },
    });
    expect(status).toBe(409);
  });
});

describe("a report of another kind", () => {
  test.each(["test_report", "electrical_safety", "pm_report"] as const)(
    "%s is begun, titled and laid out as one",
    async (kind) => {
      const { status, data } = await bench.client.call<{ id: string }>(
        ...(["POST", "/api/certificate-reports"] as const),
        { machine_id: await machineToCertify(lab), kind },
      );
      expect(status).toBe(201);
      const read = await readCertificate(bench, data.id);
      expect(read).toMatchObject({ kind, title: builtInForms[kind].name });
      const pdf = await bench.client.page(`/certificate-report/pdf/${data.id}`);
      expect([pdf.status, pdf.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
    },
  );
});
