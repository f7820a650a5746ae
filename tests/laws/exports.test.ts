import { getTableName } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, clientOf } from "#tests/support/client.ts";
import { companyPages, type Page } from "#tests/support/manifest.ts";
import { newPerson } from "#tests/support/person.ts";
import { companyDb, rowsOf } from "#tests/support/rows.ts";
import { fill, kept } from "#tests/support/twins.ts";
import { addCompany, TIME_ZONE, world } from "#tests/support/world.ts";
import { keepStatistics } from "#worker/domain/statistics/count.ts";

/** More people than an export reads in one step. */
const CROWD = 120;
const exports = companyPages.filter(({ path }) => path.endsWith(".csv"));

const w = await world();
const own = await fill(w, await addCompany(w.env, "outbound", 2, 0));
const crowd = Array.from({ length: CROWD }, (_, n) => ({
  ...own.rows.users,
  id: newId(),
  email: `crowd${n}@twin.test`,
  employee_code: null,
}));
await rowsOf(w, own.company).add("users", ...crowd);

/** Tables whose rows nobody may change. */
const sealed = new Set(
  (
    await own.db
      .prepare(
        "select tbl_name from sqlite_master where type = 'trigger' and name like '%_no_update'",
      )
      .all<{ tbl_name: string }>()
  ).results.map(({ tbl_name }) => tbl_name),
);
/** A company whose people, strangers and spreadsheets have written formulas wherever a text may stand. */
const written = await fill(w, await addCompany(w.env, "formulas", 2, 0));
for (const table of kept.filter((one) => !sealed.has(getTableName(one)))) {
  const name = getTableName(table);
  const texts = Object.entries(written.rows[name] ?? {}).flatMap(([column, value]) =>
    /^Twin /.test(String(value)) ? [[column, `=${column}+1`]] : [],
  );
  if (texts.length)
    await rowsOf(w, written.company).set(
      name,
      String(written.rows[name]!.id),
      Object.fromEntries(texts),
    );
}

for (const { company } of [own, written])
  await keepStatistics(companyDb(rowsOf(w, company)), { timeZone: TIME_ZONE, now: Date.now() });

/** What nobody can read. */
const ID = /[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/g;
/** The cells of a file in which a spreadsheet would reckon. */
const formulas = (csv: string) =>
  csv.match(/(?<=^|,|\n)"?[=+@\t][^",\n]*/g)?.filter((cell) => !/^"?\+?[\d ]+$/.test(cell)) ?? [];

/** A new Admin, because nobody may take more than five exports in five minutes. */
async function anAdmin({ company } = own): Promise<Client> {
  const { email } = await newPerson(w, company, { type: "admin" });
  return clientOf(w, company.host, email);
}

/** Counts the lines of a file; gives up when it is far longer than it can be. */
async function linesOf(answer: Response): Promise<number | string> {
  let text = "";
  const decoder = new TextDecoder();
  const reader = answer.body!.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text.trim().split("\r\n").length;
    text += decoder.decode(value, { stream: true });
    if (text.length > 1_000_000) {
      await reader.cancel();
      return "does not end";
    }
  }
}

async function opened(page: Page, admin: Client, of = own) {
  for (const table of kept.map(getTableName)) {
    const path = page.path.replace(/:\w+/, String(of.rows[table]!.id));
    const answer = await admin.page(path);
    if (answer.status === 200) return { path, answer };
    if (!page.params.length) throw new Error(`${path} answers ${answer.status}`);
  }
  throw new Error(`no row opens ${page.path}`);
}

const cursor = btoa('["","",0]').replaceAll("=", "");
const odd = [
  `?after=${cursor}&size=25`,
  "?after=x&before=y&from=9&page=9&size=25&sort=none&dir=down",
  `?after=&after=${cursor}&before=${cursor}&size=25&size=50`,
];

let guarded = 0;
describe("every file", () => {
  test.each(exports.map((page) => [page.path, page] as const))(
    "%s ends, and is the same whatever page its address names",
    async (_, page) => {
      const [first, admin] = [await anAdmin(), await anAdmin()];
      const { path, answer } = await opened(page, first);
      const lines = await linesOf(answer);
      for (const [at, query] of odd.entries()) {
        // Each export adds a line to the log.
        const more = path.startsWith("/activity-logs") ? at + 1 : 0;
        expect(await linesOf(await admin.page(path + query)), query).toEqual(Number(lines) + more);
      }
    },
  );

  test.each(exports.map((page) => [page.path, page] as const))(
    "%s reckons nothing, whatever was written, and names what it points to",
    async (_, page) => {
      const { path, answer } = await opened(page, await anAdmin(written), written);
      const csv = await answer.text();
      expect(formulas(csv)).toEqual([]);
      // An entry of the log is known by its own id, which its chain holds.
      if (!path.startsWith("/activity-logs")) expect(csv.match(ID) ?? []).toEqual([]);
      guarded += csv.includes("'=") ? 1 : 0;
    },
  );
});

test("the law of formulas would find one", () => {
  expect(guarded).toBeGreaterThan(exports.length / 2);
  expect(formulas('a,=b+1\n"=c",\'=d,+91 44')).toEqual(["=b+1", '"=c']);
});
