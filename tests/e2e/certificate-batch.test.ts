import { expect, test } from "vitest";
import { approved, laboratoryOf, measured, sign } from "#tests/support/certifying.ts";
import { addCompany, PASSWORD, world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { sound, twoLooks } from "./sound.ts";

const w = await world();
const company = await addCompany(w.env, "batchpages", 2, 1);
const lab = await laboratoryOf(w, company, 4);
const four = lab.people[3]!;
const admin = { company, kind: "admin" } as const;
const issuer = { company, kind: four.client } as const;
const row = (id: string) => lab.shard.get("certificate_reports", id);

test.each(twoLooks)(
  "approved certificates are issued with one password at %i px, %s",
  async (width, theme) => {
    const [one, two] = [await approved(lab), await approved(lab)];
    const { page, open } = await newPage({ ...issuer, width, height: 800, theme });
    await open("/certificate-reports?tab=approved");
    for (const { id } of [one, two]) {
      const { name } = await row(id);
      await page.getByRole("checkbox", { name: String(name) }).check();
    }
    // A colleague is first with one of them.
    await sign(lab.people[2]!, two.id, "reject", { reason: "Another device", password: undefined });
    await page.getByRole("button", { name: "Issue", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("heading", { name: "Issue 2 certificates" }).waitFor();
    await sound(page, "the password");
    await dialog.getByLabel("Your password").fill("wrong");
    await dialog.getByRole("button", { name: "Sign and issue" }).click();
    await dialog.getByText("This password is wrong").waitFor();
    expect(await dialog.getByLabel("Your password").inputValue()).toBe("wrong");
    await dialog.getByLabel("Your password").fill(PASSWORD);
    await dialog.getByRole("button", { name: "Sign and issue" }).click();
    await dialog.getByText("1 certificate issued, 1 could not be changed").waitFor();
    await dialog.getByText("This certificate is draft").waitFor();
    await sound(page, "what became of them");
    const { status, certificate_no: no } = await row(one.id);
    expect(status).toBe("issued");
    await dialog.getByRole("link", { name: String(no) }).waitFor();
    await dialog.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Issue", exact: true }).waitFor({ state: "detached" });
  },
);

test.each(twoLooks)(
  "a certificate is begun from an issued one at %i px, %s",
  async (width, theme) => {
    const { id, machine } = await approved(lab);
    await sign(four, id, "issue");
    const by = { company, kind: lab.people[0]!.client } as const;
    const { page, open } = await newPage({ ...by, width, height: 800, theme });
    await open(`/certificate-report/${id}`);
    await page.getByLabel("More actions").click();
    await page.getByRole("link", { name: "New from this" }).click();
    await page.waitForURL(/create\?from=/);
    await page.getByText(/^Begun from CAL/).waitFor();
    await sound(page, "the new certificate");
    await page.getByRole("button", { name: "Begin measuring" }).click();
    await page.waitForURL(/\/certificate-report\/update\//);
    const begun = await row(page.url().split("/").at(-1)!);
    expect(begun).toMatchObject({ machine_id: machine, status: "draft" });
  },
);

test.each(twoLooks)("a laboratory words its certificates at %i px, %s", async (width, theme) => {
  const { id } = await measured(lab);
  const { page, open } = await newPage({ ...admin, width, height: 800, theme });
  await open("/settings?section=certificates");
  await sound(page, "the settings of certificates");
  await page.getByLabel("Accreditation no").fill(`CC-${width}`);
  await page.getByLabel("Accreditation body").fill("");
  await page.getByLabel("Copies").fill(`Copied in full only (${width}).`);
  await page.getByRole("button", { name: "Save certificates" }).click();
  await page.getByText("Name the body that has accredited").first().waitFor();
  expect(await page.getByLabel("Copies").inputValue()).toBe(`Copied in full only (${width}).`);
  await page.getByLabel("Accreditation body").fill("NABL");
  await page.getByRole("button", { name: "Save certificates" }).click();
  await page.getByText("Certificates saved").waitFor();
  await open("/settings?section=certificates");
  expect(await page.getByLabel("Copies").inputValue()).toBe(`Copied in full only (${width}).`);
  const paper = await lab.people[0]!.client.page(`/certificate-report/pdf/${id}`);
  expect(paper.headers.get("content-type")).toBe("application/pdf");
});
