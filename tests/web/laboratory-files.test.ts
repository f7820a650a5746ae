import { beforeAll, expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { type Client, signedIn } from "#tests/support/client.ts";
import { colleague } from "#tests/support/person.ts";
import { PNG } from "#tests/support/pictures.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, companyToday, type World, world } from "#tests/support/world.ts";

let w: World;
let company: Company;
let shard: Rows;
let admin: Client;
const TODAY = companyToday();

beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "papers", 2, 2);
  shard = rowsOf(w, company);
  admin = await signedIn(w, company, "admin");
});

const added = async (path: string, body: object): Promise<string> => {
  const { status, errors, data } = await admin.call("POST", path, body);
  expect([status, errors]).toEqual([201, undefined]);
  return data.id;
};
const sentTo = async (path: string, fields: Record<string, string | File>) =>
  expect([200, 302]).toContain((await admin.form(path, fields)).status);
const pdf = () => new File(["%PDF-1.4 paper"], "paper.pdf", { type: "application/pdf" });
const latest = async (kind: string): Promise<string> => {
  const [row] = await shard.all<{ id: string }>(
    "select id from media where company_id = ? and kind = ? and deleted_at is null order by id desc",
    kind,
  );
  return row!.id;
};

const range = {
  ...{ parameter: "Energy", unit: "J", range_lo: "0.1", range_hi: "600", u_kind: "pct_reading" },
  ...{ u_pct: "1", u_k: "2", drift_kind: "none", correction: "linear" },
  points: [{ nominal: "200", reference: "200.10", indicated: "200.4", u: "2.0", k: "2" }],
};

/** Who may open which of the files, by both addresses. */
async function opened(client: Client, files: Record<string, string>) {
  const statuses = async (id: string) => [
    (await client.page(`/media/${id}`)).status,
    (await client.api(`/api/media/${id}`)).status,
  ];
  const seen: string[] = [];
  for (const [name, id] of Object.entries(files)) {
    const [page, api] = await statuses(id);
    expect([200, 404]).toContain(page);
    expect(api).toBe(page);
    if (page === 200) seen.push(name);
  }
  return seen;
}

test("a file of the laboratory is opened by those who may view the record that it is of", async () => {
  const calibrator = await added("/api/calibrators", {
    ...{ name: "Analyser", kind: "analyser", serial_no: "P-1" },
  });
  const certificate = await added(`/api/calibrators/${calibrator}/certificates`, {
    ...{ certificate_no: "C-1", issued_by: "Laboratory", route: "accredited_lab" },
    ...{ calibrated_on: addDays(TODAY, -30), issued_on: addDays(TODAY, -29) },
    ...{ due_on: addDays(TODAY, 300), as_found: "in_tolerance", ranges: [range] },
  });
  const paper = new FormData();
  paper.set("file", pdf());
  const sent = await admin.api(`/api/calibrator-certificates/${certificate}/paper`, {
    ...{ method: "POST", body: paper },
  });
  expect(sent.status).toBe(200);
  const ofCertificate = await latest("calibration");

  const repair = { intent: "repair", reason: "Battery replaced", file: pdf() };
  await sentTo(`/calibrator/${calibrator}`, repair);
  const ofEvent = await latest("calibration");
  expect(ofEvent).not.toBe(ofCertificate);

  const consumer = await added("/api/consumers", { name: "Northgate Clinic" });
  const review = await added("/api/contract-reviews", {
    ...{
      consumer_id: consumer,
      scope: "All ventilators",
      reviewed_on: TODAY,
      agreed_by: "S. Devi",
    },
  });
  const attach = { intent: "attach-file", review, file: pdf() };
  await sentTo(`/consumer/detail/${consumer}?tab=reviews`, attach);

  const person = await colleague(w, company, "view-machine");
  const signature = await added("/api/signatures", {
    ...{ user_id: person.id, name: "Pat Person", roles: ["calibrated_by"], valid_from: TODAY },
  });
  const image = new File([PNG], "signature.png", { type: "image/png" });
  const drawn = { intent: "add-image", picture: image };
  await sentTo(`/signature/detail/${signature}`, drawn);

  const files = {
    ...{ certificate: ofCertificate, event: ofEvent },
    ...{ review: await latest("document"), signature: await latest("photo") },
  };
  const all = Object.keys(files);
  expect(await opened(admin, files)).toEqual(all);
  const seenWith = async (permission: string) =>
    opened((await colleague(w, company, permission)).client, files);
  expect(await seenWith("view-calibrator")).toEqual(["certificate", "event"]);
  expect(await seenWith("view-consumer")).toEqual(["review"]);
  expect(await seenWith("view-signature")).toEqual(["signature"]);
  // A certificate shows the signatures under it.
  expect(await seenWith("view-certificate-report")).toEqual(["signature"]);
  for (const none of ["view-procedure", "view-machine", "view-asset"])
    expect([none, await seenWith(none)]).toEqual([none, []]);
});
