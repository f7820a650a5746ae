import { expect, test } from "vitest";
import { orBusy } from "#worker/busy.ts";
import { refuseBroken } from "#worker/db/errors.ts";
import { writeCsv } from "#worker/files/sheets/write-csv.ts";
import { objectAt } from "#worker/files/stored.ts";

const failing = (says: string) => new Error(`D1_ERROR: ${says}`, { cause: new Error(says) });
const toldOf = async (work: () => unknown) => {
  const thrown = await Promise.resolve()
    .then(work)
    .catch((error: unknown) => error);
  if (!(thrown instanceof Response)) return thrown;
  const { message } = (await thrown.json()) as { message: string };
  return [thrown.status, message, thrown.headers.get("retry-after")];
};
const BUSY = [503, "The service is busy. Try again in a moment.", "2"];
const ROOM =
  "There is no room for new data just now. Nothing was saved, and we have been told: send it again in some minutes.";

test.each([
  "Network connection lost.",
  "D1 DB is overloaded. Too many requests queued.",
  "D1 DB exceeded its CPU time limit and was reset.",
  "Internal error in D1 DB storage caused object to be reset.",
  "Memory limit would be exceeded.",
])("a read that D1 fails with %s is told as busy", async (says) => {
  expect(await toldOf(() => orBusy(() => Promise.reject(failing(says))))).toEqual(BUSY);
});

test.each(["database or disk is full: SQLITE_FULL", "Exceeded maximum DB size"])(
  "%s is told as no room",
  async (says) => {
    expect(await toldOf(() => refuseBroken(failing(says)))).toEqual([503, ROOM, "300"]);
    expect(await toldOf(() => orBusy(() => Promise.reject(failing(says))))).toEqual([
      503,
      ROOM,
      "300",
    ]);
  },
);

test("a write whose answer was lost says whether to send it again", async () => {
  const lost = failing("Network connection lost.");
  expect(await toldOf(() => refuseBroken(lost, true))).toEqual([
    ...[503, "The service did not answer. Send it again: it is saved only once.", "2"],
  ]);
  expect(await toldOf(() => refuseBroken(lost))).toEqual([
    503,
    "The service did not answer. Look whether it was saved before you send it again.",
    "2",
  ]);
});

test("what is no fault of D1 stays an error", async () => {
  const bug = failing("no such column: wards: SQLITE_ERROR");
  expect(await toldOf(() => orBusy(() => Promise.reject(bug)))).toBe(bug);
  expect(await toldOf(() => refuseBroken(bug))).toBe(bug);
});

test("a list that breaks off says so in its last line", async () => {
  async function* pages() {
    yield [["Pump"]];
    throw new Error("lost");
  }
  let text = "";
  const broken = async () => {
    for await (const piece of writeCsv(["Name"], pages())) text += new TextDecoder().decode(piece);
  };
  await expect(broken()).rejects.toThrow("lost");
  expect(text.trim().split("\r\n")).toEqual([
    "Name",
    "Pump",
    "This file is not complete: reading broke off here. Export it again.",
  ]);
});

test("a file of a store that fails is told as not lost", async () => {
  const down = { get: () => Promise.reject(new Error("(10001)")) } as unknown as R2Bucket;
  expect(await toldOf(() => objectAt(down, "c/1"))).toEqual([
    503,
    "The file cannot be read just now. It is not lost: try again in a moment.",
    "2",
  ]);
});
