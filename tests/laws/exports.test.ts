import { getTableName } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, clientOf } from "#tests/support/client.ts";
import { companyPages, type Page } from "#tests/support/manifest.ts";
import { fill, kept, type Twin } from "#tests/support/twins.ts";
import { addCompany, insert, type World, world } from "#tests/support/world.ts";

/** More people than one step of their file reads. */
const CROWD = 120;
const exports = companyPages.filter(({ path }) => path.endsWith(".csv"));
let w: World;
let own: Twin;

beforeAll(async () => {
  w = await world();
  own = await fill(w, await addCompany(w.env, "outbound", 2, 0));
  const { db, rows } = own;
  const people = Array.from({ length: CROWD }, (_, n) => ({
    ...rows.users,
    id: newId(),
    email: `crowd${n}@twin.test`,
    employee_code: null,
  }));
  for (let from = 0; from < CROWD; from += 10)
    await insert(db, "users", ...people.slice(from, from + 10));
});

/** An Admin of its own for each: nobody takes more than five exports in five minutes. */
async function anAdmin(): Promise<Client> {
  const { db, company } = own;
  const first = await db
    .prepare("select * from users where company_id = ? and email = ?")
    .bind(company.id, company.users.admin.email)
    .first();
  const email = `export-${newId()}@twin.test`;
  await insert(db, "users", { ...first, id: newId(), email, employee_code: null });
  return clientOf(w, company.host, email);
}

/** The lines of a file, read no further than many times what it may hold. */
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

async function opened(page: Page, admin: Client) {
  for (const table of kept.map(getTableName)) {
    const path = page.path.replace(/:\w+/, String(own.rows[table]!.id));
    const answer = await admin.page(path);
    if (answer.status === 200) return { path, lines: await linesOf(answer) };
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

describe("every file", () => {
  test.each(exports.map((page) => [page.path, page] as const))(
    "%s ends, and is the same whatever page its address names",
    async (_, page) => {
      const [first, admin] = [await anAdmin(), await anAdmin()];
      const { path, lines } = await opened(page, first);
      for (const [at, query] of odd.entries()) {
        // The log says of each file that it was taken.
        const more = path.startsWith("/activity-logs") ? at + 1 : 0;
        expect([query, await linesOf(await admin.page(path + query))]).toEqual([
          query,
          Number(lines) + more,
        ]);
      }
    },
  );
});
