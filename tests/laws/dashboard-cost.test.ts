import { beforeAll, expect, test } from "vitest";
import { type Client, d1Of, signedIn } from "#tests/support/client.ts";
import { dashboardHospital } from "#tests/support/dashboard-hospital.ts";
import { type World, world } from "#tests/support/world.ts";

let w: World;
let hospital: Awaited<ReturnType<typeof dashboardHospital>>;

beforeAll(async () => {
  w = await world();
  hospital = await dashboardHospital(w, "boards");
}, 240_000);

/** The rows that a dashboard reads, with those of its session, when something has changed since. */
async function readBy(client: Client): Promise<number> {
  await client.page("/profile.data");
  const answer = await client.page("/dashboard.data");
  expect(answer.status).toBe(200);
  expect(d1Of(answer).trips).toBeLessThanOrEqual(2);
  return d1Of(answer).read;
}

test("where every block has more than it shows, a dashboard reads 300 rows", async () => {
  expect(await readBy(await signedIn(w, hospital.company, "admin"))).toBeLessThanOrEqual(300);
  expect(await readBy(hospital.engineer.client)).toBeLessThanOrEqual(300);
});

test.each([1, 3, 8] as const)(
  "that of a person limited to %i Locations reads no more",
  async (count) => {
    expect(await readBy(hospital.limited[count].client)).toBeLessThanOrEqual(300);
  },
);
