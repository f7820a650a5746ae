import { beforeAll, expect, test } from "vitest";
import { fresh } from "#tests/support/bodies.ts";
import { type Client, signedIn } from "#tests/support/client.ts";
import { world } from "#tests/support/world.ts";

let admin: Client;
beforeAll(async () => {
  const w = await world();
  admin = await signedIn(w, w.companies.acme, "admin");
});
const post = (path: string, fields: Record<string, string>) =>
  admin.page(path, { method: "POST", body: new URLSearchParams(fields) });
const toastOf = (answer: Response) =>
  decodeURIComponent(answer.headers.getSetCookie().find((line) => line.startsWith("flash=")) ?? "");

test("without scripts a command leads back to its page, with the dialog closed and a toast", async () => {
  const fields = { intent: "create", name: fresh() };
  const answer = await post("/departments?state=all&new=1", fields);
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/departments?state=all"]);
  expect(toastOf(answer)).toContain('{"kind":"success","message":"Location added"}');
});

test("a command that leads to another page shows its warnings there", async () => {
  const vendor = { name: fresh(), phone: "4321", isSupplier: "1", taxIds: "GSTIN: none" };
  const answer = await post("/vendor/create.data", vendor);
  expect(answer.status).toBe(202);
  expect(toastOf(answer)).toContain(
    '{"kind":"warning","message":"Vendor added. none does not look like a GSTIN. It was saved as it is."}',
  );
});
