import { beforeEach, describe, expect, test } from "vitest";
import type { DraftPackage } from "#app/shared/drafts.ts";
import { newId } from "#drizzle/columns.ts";
import {
  begin,
  laboratoryOf,
  passing,
  type SigningPerson,
  save,
  signingPerson,
} from "#tests/support/certifying.ts";
import { d1Of } from "#tests/support/client.ts";
import { beginInhouse, deviceToCalibrate, measurer } from "#tests/support/inhouse.ts";
import { addCompany, world } from "#tests/support/world.ts";
import type { DraftToMeasure } from "#worker/domain/certificates/read.ts";
import type { InhouseToMeasure } from "#worker/domain/inhouse/read.ts";

const w = await world();
const company = await addCompany(w.env, "taken-drafts", 0, 2);
const lab = await laboratoryOf(w, company, 2);
const [one, two] = lab.people as [SigningPerson, SigningPerson];

async function packageOf<T>(who: Pick<SigningPerson, "client">, path: string) {
  const answer = await who.client.page(path);
  const body = (await answer.json()) as DraftPackage<T> & { message: string };
  return { status: answer.status, ...d1Of(answer), body };
}
/** The names of the head that a page's form holds are those of the draft. */
const headNames = [
  ...["title", "consumerSiteId", "jobNo", "requestNo", "poNo", "schemeNo", "receivedOn"],
  ...["conditionOnReceipt", "calStartOn", "calEndOn", "performedAt", "performedAddress"],
  ...["decisionRuleId", "adjustment", "asFoundMissing", "deviations", "externalProviders"],
  ...["opinion", "opinionBy", "nextDueOn", "publicLevel"],
] as const;
const textOf = ({ certificate, chosen }: DraftToMeasure, jobNo = "") =>
  JSON.stringify({
    head: {
      ...Object.fromEntries(headNames.map((name) => [name, Reflect.get(certificate, name) ?? ""])),
      ...{ accredited: "", showDue: "", jobNo },
    },
    ...{ standards: chosen, measured: passing },
  });

/** An entry as a device sends it. */
const send = async (
  who: SigningPerson,
  id: string,
  {
    draft,
    version,
    by = who.id,
    key = newId(),
  }: { draft: string; version: number; by?: string; key?: string },
) => {
  const form = { draft, version: String(version), reason: "", by, idempotency_key: key };
  const answer = await who.client.form(`/certificate-report/save/${id}`, form);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};
const changesOf = (id: string) =>
  lab.shard.count(
    "measurement_changes",
    "measurement_set_id = (select measurement_set_id from certificate_reports where company_id = ?1 and id = ?2)",
    id,
  );

let id: string;
let taken: DraftPackage<DraftToMeasure>;
beforeEach(async () => {
  ({ id } = await begin(lab, one));
  taken = (await packageOf<DraftToMeasure>(one, `/certificate-report/take/${id}`)).body;
});

describe("a draft that is taken along", () => {
  test("has what its measuring page is opened with, and who takes it, in at most two round trips", async () => {
    const { status, trips, body } = await packageOf<DraftToMeasure>(
      ...([one, `/certificate-report/take/${id}`] as const),
    );
    expect([status, trips <= 2]).toEqual([200, true]);
    expect(body).toMatchObject({
      ...{ packageId: `certificate-${id}`, kind: "certificate", id, version: 1 },
      ...{ company: { id: company.id }, person: { id: one.id } },
      data: {
        certificate: { id, status: "draft" },
        setup: { content: { parameters: [{ key: "energy" }, {}] } },
      },
    });
    expect(body.data.moves.map(({ move }) => move)).toContain("submit");
    expect(Math.abs(body.takenAt - Date.now())).toBeLessThan(10_000);
    const technician = await measurer(lab);
    const own = await beginInhouse(lab, technician, await deviceToCalibrate(lab));
    const inhouse = await packageOf<InhouseToMeasure>(
      ...([technician, `/inhouse-calibration/take/${own}`] as const),
    );
    expect([inhouse.status, inhouse.trips <= 2]).toEqual([200, true]);
    expect(inhouse.body).toMatchObject({
      ...{ packageId: `inhouse-${own}`, kind: "inhouse", data: { calibration: { id: own } } },
    });
  });

  test("is taken by those alone who may measure it, and while it is a draft", async () => {
    const address = `/certificate-report/take/${id}`;
    const technician = await measurer(lab);
    expect((await packageOf(technician, address)).status).toBe(403);
    expect((await packageOf(one, `/certificate-report/take/${newId()}`)).status).toBe(404);
    await lab.shard.set("certificate_reports", id, { status: "cancelled" });
    const { status, body } = await packageOf(one, address);
    expect([status, body.message]).toEqual([409, "This is no draft any more"]);
  });
});

describe("what was typed without a network", () => {
  test("is saved once however often it is sent, while others save after it", async () => {
    const entry = { draft: textOf(taken.data), version: taken.version, key: newId() };
    const [first, again] = [await send(one, id, entry), await send(one, id, entry)];
    expect(first).toMatchObject({ status: 200, body: { data: { version: 2 } } });
    expect(again).toEqual(first);
    expect((await save(two, id, { job_no: "J-2" })).status).toBe(200);
    expect(await send(one, id, entry)).toEqual(first);
    expect(await changesOf(id)).toBe(1);
    const at = await Promise.all([send(one, id, entry), send(one, id, entry)]);
    expect(at).toEqual([first, first]);
    expect(await lab.shard.get("certificate_reports", id)).toMatchObject({
      version: 3,
      job_no: "J-2",
    });
  });

  test("is not saved over somebody else's save; the refusal names the newer draft", async () => {
    expect((await save(two, id, { job_no: "J-2" })).status).toBe(200);
    const { status, body } = await send(one, id, {
      ...{ draft: textOf(taken.data), version: taken.version },
    });
    expect([status, body.data]).toMatchObject([409, { status: "draft", version: 2 }]);
    expect(await changesOf(id)).toBe(0);
  });

  test("is refused of another person's session, of one that lost the right, and of what is no draft any more", async () => {
    const entry = { draft: textOf(taken.data), version: taken.version };
    expect((await send(two, id, { ...entry, by: one.id })).status).toBe(401);
    const person = await signingPerson(w, company, lab.shard);
    await lab.shard.run(
      "delete from user_permissions where company_id = ?1 and user_id = ?2 and permission = 'edit-certificate-report'",
      person.id,
    );
    expect(await send(person, id, entry)).toMatchObject({ status: 403, body: { success: false } });
    await lab.shard.set("certificate_reports", id, { status: "cancelled" });
    const { status, body } = await send(one, id, entry);
    expect([status, body.message, body.data]).toEqual([409, "Only a draft is changed", undefined]);
    expect(await changesOf(id)).toBe(0);
  });
});
