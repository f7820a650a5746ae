import { expect, test } from "vitest";
import { signedIn } from "#tests/support/client.ts";
import { addCompany, world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { sound, twoLooks } from "./sound.ts";

const w = await world();

test.each(twoLooks)(
  "samples count for no first step, each of one's own for one, and all of them are done, at %i px, %s",
  async (width, theme) => {
    const company = await addCompany(w.env, `stepping${width}`, 0, 0);
    const kind = await signedIn(w, company, "admin");
    const made = async (path: string, body: object): Promise<string> => {
      const { status, data, message } = await kind.call<{ id: string }>("POST", path, body);
      expect([path, status < 300], message).toEqual([path, true]);
      return data.id;
    };
    const { page, open } = await newPage({ company, kind, width, theme });
    const panel = page.locator(".steps");
    const said = page.getByText(/^\d+ of \d+ done$/);
    const isDone = async (title: string) => {
      await open("/dashboard");
      const step = panel.getByRole("listitem").filter({ hasText: title });
      expect(await step.getAttribute("data-done"), title).toBe("true");
    };

    await open("/dashboard");
    // People of it are there already.
    const none = (await said.textContent())!;
    expect(none).toMatch(/^1 of /);
    await kind.call("POST", "/api/sample-data");
    await open("/dashboard");
    await page.getByText("It counts for no step.").waitFor();
    expect(await said.textContent()).toBe(none);

    const department_id = await made("/api/departments", { name: "Ward 1" });
    await isDone("Add your Locations");
    const category_id = await made("/api/categories", { name: "Infusion pumps" });
    await isDone("Add categories");
    await made("/api/assets", {
      ...{ name: "Syringe pump 1", asset_code: "SP-1", category_id, department_id },
      ...{ ownership: "owned", criticality: "high", lifecycle: "in_service" },
    });
    await isDone("Bring in your assets");
    const store_id = await made("/api/stores", { name: "Main store" });
    await isDone("Add a store");
    await made("/api/stocks", { name: "SpO2 sensor", store_id });
    await isDone("Add stock items");
    expect(
      await kind.call("PUT", "/api/settings/labels", {
        ...{ label_preset: "a4-24", label_offset_x: 0, label_offset_y: 0 },
      }),
    ).toMatchObject({ status: 200 });
    await isDone("Choose your labels");

    expect(await said.textContent()).toBe(none.replace(/^1 of (\d+)/, "$1 of $1"));
    await page.getByText("All steps are done.").waitFor();
    expect(await panel.getByRole("link").count()).toBe(0);
    await sound(page, "all first steps are done");
  },
);
