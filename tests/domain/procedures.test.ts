import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, signedIn } from "#tests/support/client.ts";
import { colleague } from "#tests/support/person.ts";
import { twinDraft, twinTemplate } from "#tests/support/procedures.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, type World, world } from "#tests/support/world.ts";

let w: World;
let company: Company;
let shard: Rows;
let author: Client;
let approver: Client;
let reader: Client;
let admin: Client;
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "procedures", 2, 0);
  shard = rowsOf(w, company);
  admin = await signedIn(w, company, "admin");
  const person = async (...permissions: string[]) =>
    (await colleague(w, company, "view-procedure", ...permissions)).client;
  author = await person("create-procedure", "edit-procedure", "approve-procedure");
  approver = await person("approve-procedure");
  reader = await person();
});

let made = 0;
const code = () => `CP-${++made}`;
const template = async (more: object = {}) => {
  const id = newId();
  await shard.add("device_templates", {
    ...{ id, name: `Template ${id.slice(-6)}`, content: JSON.stringify(twinTemplate), ...more },
  });
  return id;
};
const begun = async () => {
  const { status, errors, data } = await author.call<{ id: string; version_id: string }>(
    "POST",
    "/api/procedures/from-template",
    { code: code(), name: "Pumps", discipline: "medical", template_id: await template() },
  );
  expect([status, errors]).toEqual([201, undefined]);
  return { id: data.id, versionId: data.version_id };
};
type Version = {
  id: string;
  status: string;
  version: number;
  version_no: number;
  method_reference: string;
  author_ids: string[];
  content: typeof twinDraft.content;
  missing: { path: string; message: string }[];
};
const read = async (id: string) =>
  (await reader.call<Version>("GET", `/api/procedure-versions/${id}`)).data;
const move = (by: Client, id: string, word: string, body: object = {}) =>
  by.call("POST", `/api/procedure-versions/${id}/${word}`, body);
const save = (by: Client, id: string, more: object = {}, version?: number) =>
  by.call<Version>("PUT", `/api/procedure-versions/${id}`, {
    ...{ method_reference: "CP-TWIN", content: twinDraft.content },
    ...more,
    ...(version === undefined ? {} : { version }),
  });
const activeVersion = async () => {
  const procedure = await begun();
  expect((await move(author, procedure.versionId, "submit")).status).toBe(200);
  expect((await move(approver, procedure.versionId, "approve")).status).toBe(200);
  return procedure;
};

describe("from a template", () => {
  test("a procedure begins with a draft of what the template says", async () => {
    const { id, versionId } = await begun();
    const version = await read(versionId);
    expect(version).toMatchObject({
      status: "draft",
      version_no: 1,
      method_reference: "CP-TWIN",
      missing: [],
    });
    expect(version.content).toEqual(twinDraft.content);
    const { data } = await reader.call<Version[]>("GET", `/api/procedures/${id}/versions`);
    expect(data.map(({ version_no, status }) => [version_no, status])).toEqual([[1, "draft"]]);
  });

  test("a template is taken once; two at the same time make one procedure", async () => {
    const template_id = await template({ origin_key: `origin-${code()}` });
    const take = () =>
      author.call("POST", "/api/procedures/from-template", {
        ...{ code: code(), name: "Pumps", discipline: "medical", template_id },
      });
    const answers = await Promise.all([take(), take(), take()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect((await take()).message).toMatch(/was begun from this template/);
  });

  test("without the right, and with a template of nobody", async () => {
    const body = { code: code(), name: "Pumps", discipline: "medical" };
    expect(
      (
        await reader.call("POST", "/api/procedures/from-template", {
          ...body,
          template_id: await template(),
        })
      ).status,
    ).toBe(403);
    expect(
      (
        await author.call("POST", "/api/procedures/from-template", {
          ...body,
          template_id: newId(),
        })
      ).status,
    ).toBe(404);
    expect(
      (await author.call("POST", "/api/procedures", { ...body, machine_type_id: newId() })).status,
    ).toBe(404);
  });
});

describe("the life of a version", () => {
  test("what lacks something is not submitted, and is told by path", async () => {
    const { versionId } = await begun();
    const [parameter] = twinDraft.content.parameters;
    const [point, ...points] = parameter!.points;
    const content = {
      ...twinDraft.content,
      parameters: [
        { ...parameter!, points: [{ ...point!, tolerance: "", readings: 1 }, ...points] },
      ],
    };
    expect((await save(author, versionId, { method_reference: "", content })).status).toBe(200);
    const { status, errors } = await move(author, versionId, "submit");
    expect(status).toBe(422);
    expect(Object.keys(errors ?? {})).toEqual([
      "method_reference",
      "parameters.0.points.0.readings",
      "parameters.0.points.0.tolerance",
    ]);
    expect((await read(versionId)).missing).toHaveLength(3);
  });

  test("its author does not approve it, whatever rights they have; somebody else does", async () => {
    const { id, versionId } = await begun();
    expect((await move(author, versionId, "approve")).status).toBe(403);
    expect((await move(author, versionId, "submit")).status).toBe(200);
    const refused = await move(author, versionId, "approve");
    expect([refused.status, refused.message]).toEqual([
      403,
      "Somebody else approves what you have written",
    ]);
    expect((await move(reader, versionId, "approve")).status).toBe(403);
    expect((await move(approver, versionId, "approve")).status).toBe(200);
    expect(
      (await shard.get<{ current_version_id: string }>("procedures", id)).current_version_id,
    ).toBe(versionId);
  });

  test("whoever only submits it does not approve it either", async () => {
    const { versionId } = await begun();
    expect((await move(admin, versionId, "submit")).status).toBe(200);
    expect((await move(admin, versionId, "approve")).message).toBe(
      "Somebody else approves what you have submitted",
    );
    expect(
      (await move(approver, versionId, "send-back", { reason: "Too few points" })).status,
    ).toBe(200);
    expect((await read(versionId)).status).toBe("draft");
  });

  test("a new version copies the one in force, and takes its place when approved", async () => {
    const { id, versionId } = await activeVersion();
    const { status, data } = await author.call("POST", `/api/procedures/${id}/versions`);
    expect(status).toBe(201);
    const again = await author.call("POST", `/api/procedures/${id}/versions`);
    expect([again.status, again.message]).toEqual([409, "Version 2 is open already"]);
    expect((await read(data.id)).content).toEqual((await read(versionId)).content);
    await save(author, data.id, { method_reference: "CP-TWIN-B" });
    await move(author, data.id, "submit");
    expect((await move(approver, data.id, "approve")).status).toBe(200);
    expect((await read(versionId)).status).toBe("withdrawn");
    expect(
      (await shard.get<{ current_version_id: string }>("procedures", id)).current_version_id,
    ).toBe(data.id);
    const notes = await shard.all<{ status: string; note: string | null }>(
      "select status, note from procedure_events where company_id = ? and procedure_version_id = ? order by id",
      versionId,
    );
    expect(notes.map(({ status, note }) => [status, note])).toEqual([
      ["draft", null],
      ["in_review", null],
      ["active", null],
      ["withdrawn", "Replaced by version 2"],
    ]);
    expect(
      (await move(approver, data.id, "withdraw", { reason: "Standard withdrawn" })).status,
    ).toBe(200);
    expect(
      (await shard.get<{ current_version_id: string | null }>("procedures", id)).current_version_id,
    ).toBeNull();
  });

  test("two who begin a version at once make one", async () => {
    const { id } = await activeVersion();
    const begin = () => author.call("POST", `/api/procedures/${id}/versions`);
    const answers = await Promise.all([begin(), begin(), begin()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });
});

describe("a draft", () => {
  test("two who save the same draft: the second gets the newer one, and nothing is lost", async () => {
    const { versionId } = await begun();
    const { version } = await read(versionId);
    expect((await save(author, versionId, { method_reference: "First" }, version)).status).toBe(
      200,
    );
    const second = await save(admin, versionId, { method_reference: "Second" }, version);
    expect(second.status).toBe(409);
    expect(
      (second.data as unknown as Version).method_reference ??
        (second.data as unknown as { methodReference: string }).methodReference,
    ).toBe("First");
    const { author_ids } = await read(versionId);
    expect(author_ids).toHaveLength(1);
    expect((await save(admin, versionId, { method_reference: "Second" }, version + 1)).status).toBe(
      200,
    );
    expect((await read(versionId)).author_ids).toHaveLength(2);
  });

  test("two at the same instant: one is saved", async () => {
    const { versionId } = await begun();
    const { version } = await read(versionId);
    const answers = await Promise.all([
      save(author, versionId, { method_reference: "A" }, version),
      save(admin, versionId, { method_reference: "B" }, version),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("a rule, a comma and an unknown field are refused at their field", async () => {
    const { versionId } = await begun();
    const [parameter] = twinDraft.content.parameters;
    const pointed = (point: object) => ({
      ...twinDraft.content,
      parameters: [{ ...parameter!, points: [{ ...parameter!.points[0]!, ...point }] }],
    });
    expect((await save(author, versionId, { decision_rule_id: newId() })).status).toBe(404);
    expect(
      (await save(author, versionId, { content: pointed({ decisionRuleId: newId() }) })).status,
    ).toBe(404);
    const { errors } = await save(author, versionId, { content: pointed({ nominal: "1,5" }) });
    expect(Object.keys(errors ?? {})).toEqual(["content.parameters.0.points.0.nominal"]);
    expect(
      (await save(author, versionId, { content: { ...twinDraft.content, more: 1 } })).status,
    ).toBe(422);
    expect((await save(reader, versionId)).status).toBe(403);
  });
});

describe("a frozen version", () => {
  const tried = async (statement: string) => {
    const { versionId } = await activeVersion();
    const run = w.env[company.shard as "TENANT_DB_0"]
      .prepare(statement)
      .bind(company.id, versionId)
      .run();
    return run.then(
      () => "done",
      (error: Error) => error.message,
    );
  };
  test.each([
    [
      "content",
      "update procedure_versions set content = '{}' where company_id = ? and id = ?",
      "procedure_version_frozen",
    ],
    [
      "method",
      "update procedure_versions set method_reference = 'x' where company_id = ? and id = ?",
      "procedure_version_frozen",
    ],
    [
      "authors",
      "update procedure_versions set author_ids = '[]' where company_id = ? and id = ?",
      "procedure_version_frozen",
    ],
    [
      "row",
      "delete from procedure_versions where company_id = ? and id = ?",
      "procedure_version_kept",
    ],
    [
      "events",
      "delete from procedure_events where company_id = ? and procedure_version_id = ?",
      "procedure_events_no_delete",
    ],
  ])("keeps its %s against raw SQL", async (_, statement, trigger) => {
    expect(await tried(statement)).toContain(trigger);
  });

  test("is not saved, by no call", async () => {
    const { versionId } = await activeVersion();
    const { status, message } = await save(author, versionId);
    expect([status, message]).toEqual([409, "Only a draft is changed. Begin a new version"]);
  });
});
