import { expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { signedIn } from "#tests/support/client.ts";
import { colleague } from "#tests/support/person.ts";
import { addCompany, companyToday, world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { LONG, sound, testSound } from "./sound.ts";

const w = await world();
const company = await addCompany(w.env, "gauges", 2, 0);
const TODAY = companyToday();
const api = await signedIn(w, company, "admin");
const rights = ["view", "create", "edit"].map((verb) => `${verb}-calibrator`);
const { client: author } = await colleague(w, company, ...rights, "accept-calibrator-certificate");
const post = async (path: string, body: object, by = api) => {
  const { status, data, errors } = await by.call("POST", path, body);
  expect([path, errors, status]).toEqual([path, undefined, status < 300 ? status : 0]);
  return data.id;
};
const PDF = { name: "certificate.pdf", mimeType: "application/pdf" };
const paper = () => new File(["%PDF-1.4 certificate"], PDF.name, { type: PDF.mimeType });
async function certified(calibrator: string, no: string, from: number, more: object = {}) {
  const id = await post(
    `/api/calibrators/${calibrator}/certificates`,
    {
      ...{ certificate_no: no, issued_by: "Electromedical Standards Laboratory" },
      ...{ route: "accredited_lab", as_found: "in_tolerance" },
      ...{ calibrated_on: addDays(TODAY, from), issued_on: addDays(TODAY, from + 1) },
      due_on: addDays(TODAY, from + 365),
      ranges: [
        {
          ...{ parameter: "Delivered energy", unit: "J", range_lo: "0.1", range_hi: "600" },
          ...{ resolution: "0.1", u_kind: "pct_reading", u_pct: "1", u_k: "2" },
          ...{ drift_kind: "from_history", drift_value: "0.5", correction: "linear" },
          points: [
            { nominal: "100", reference: "100.0", indicated: "100.2", u: "1.0", k: "2" },
            { nominal: "200", reference: "200.1", indicated: "200.4", u: "2.0", k: "2" },
          ],
        },
      ],
      ...more,
    },
    author,
  );
  const form = new FormData();
  form.set("file", paper());
  await author.api(`/api/calibrator-certificates/${id}/paper`, { method: "POST", body: form });
  return id;
}
const standard = (name: string, serial: string, more: object = {}) =>
  post("/api/calibrators", {
    ...{ name, kind: "reference_standard", manufacturer: "Fluke", model: "Impulse 7000DP" },
    ...{ serial_no: serial, firmware: "2.04", role_codes: ["defibrillator_analyser"] },
    ...{ interval_value: 12, interval_unit: "month", ...more },
  });
const analyser = await standard("Defibrillator analyser", "2937016");
for (const [no, from] of [["EMT-24-1", -500] as const, ["EMT-26-2", -150] as const])
  await post(`/api/calibrator-certificates/${await certified(analyser, no, from)}/accept`, {});
const entered = await certified(analyser, "EMT-26-3", -2);
const held = await standard(LONG, "77", { kind: "simulator" });
await post(`/api/calibrators/${held}/quarantine`, { reason: "It fell from the trolley" });
const bare = await standard("Timer", "12");

testSound("the screens of calibrators", { company, kind: "admin" }, [
  "/calibrations",
  "/calibrations?q=nothinglikeit",
  "/calibrator/create",
  `/calibrator/update/${analyser}`,
  `/calibrator/${analyser}`,
  `/calibrator/${held}`,
  `/calibrator/${bare}`,
  `/calibrator/${analyser}?do=quarantine`,
  `/calibrator/${analyser}?do=accept&on=${entered}`,
  `/calibrator/certificate/create/${bare}`,
  `/calibrator/certificate/update/${entered}`,
]);

test("a certificate is entered by one person and accepted by another; a quarantine ends the same way", async () => {
  const id = await standard("Pacer analyser", `P-${Date.now()}`);
  const one = await newPage({ company, kind: author });
  await one.open(`/calibrator/${id}`);
  await one.page.getByRole("link", { name: "Enter certificate" }).click();
  const { page } = one;
  await page.getByLabel("Certificate no").fill("EMT-26-4");
  await page.getByLabel("Issued by").fill("Electromedical Standards Laboratory");
  await page.getByLabel("Traceability").selectOption("accredited_lab");
  // How it was found is said by a person, never taken for granted.
  expect(await page.getByLabel("As found").inputValue()).toBe("");
  await page.getByLabel("As found").selectOption("in_tolerance");
  await page.locator("[name=calibratedOn]").fill(addDays(TODAY, -10));
  await page.locator("[name=issuedOn]").fill(addDays(TODAY, -9));
  await page.locator("[name=dueOn]").fill(addDays(TODAY, 355));
  await page.getByLabel("Parameter").fill("Pacer current");
  await page.getByLabel("Unit", { exact: false }).first().selectOption("mA");
  await page.getByLabel("From", { exact: false }).first().fill("4");
  await page.getByLabel("To", { exact: true }).or(page.getByLabel("To*")).first().fill("250");
  await page.getByLabel("U is told as").selectOption("table");
  await page.getByLabel("Corrected").selectOption("linear");
  // A block of a spreadsheet, with the second row's U as nobody may write it.
  await page.getByLabel("Nominal, point 1").evaluate((cell) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "10\t10.0\t10.1\t\t0.2\t2\n100\t100.0\t99.7\t\t1,5\t2\n");
    cell.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  });
  await page.getByText("2 rows pasted").waitFor();
  expect(await page.getByLabel("Correction, point 2").getAttribute("placeholder")).toBe("0.3");
  await page.getByRole("button", { name: "Save certificate" }).click();
  await page.getByText("U must be a number such as 12.50").first().waitFor();
  await page.getByLabel("U, point 2").fill("1.5");
  // Enter goes on to the next row, and makes one.
  await page.getByLabel("U, point 2").press("Enter");
  await page.getByLabel("U, point 3").waitFor();
  await page.locator("label input[inputmode=decimal]").last().fill("55");
  await page.getByText("Correction 0.10 mA, U 0.85 mA (k = 2)").waitFor();
  await page.locator("input[type=file][name=file]").setInputFiles({
    ...PDF,
    buffer: Buffer.from("%PDF-1.4 certificate"),
  });
  await page.getByRole("button", { name: "Save certificate" }).click();
  await page.getByRole("heading", { name: "Pacer analyser" }).waitFor();
  await page.getByText("Entered", { exact: true }).first().waitFor();
  // Who wrote it is told that somebody else accepts it.
  await page.getByLabel("Actions for EMT-26-4").click();
  await page.getByText("Somebody else accepts what you have written").first().waitFor();
  await page.keyboard.press("Escape");

  const two = await newPage({ company, kind: "admin", width: 360, theme: "dark" });
  await two.open(`/calibrator/${id}`);
  await two.page.getByLabel("Actions for EMT-26-4").click();
  await two.page.getByRole("link", { name: "Accept" }).click();
  await two.page.getByRole("button", { name: "Accept certificate" }).click();
  await two.page.getByText("In date to").first().waitFor();
  await sound(two.page, "an accepted certificate on a phone");

  await two.page
    .getByRole("group")
    .getByText("More actions")
    .or(two.page.getByLabel("More actions"))
    .first()
    .click();
  await two.page.getByRole("link", { name: "Quarantine" }).click();
  await two.page.getByLabel("Reason").fill("It fell");
  await two.page.getByRole("button", { name: "Quarantine" }).click();
  await two.page.getByText("Nothing is measured with it.").first().waitFor();
  const again = await certified(id, "EMT-26-5", -1);
  await two.open(`/calibrator/${id}?do=accept&on=${again}`);
  await two.page.getByRole("button", { name: "Accept certificate" }).click();
  await two.page.getByRole("dialog").waitFor({ state: "hidden" });
  await one.open(`/calibrator/${id}`);
  await page.getByRole("link", { name: "Release" }).click();
  await page.getByLabel("Reason").fill("Calibrated again, within its limits");
  await page.getByRole("button", { name: "Release" }).click();
  await page.getByText("In service").first().waitFor();
});
