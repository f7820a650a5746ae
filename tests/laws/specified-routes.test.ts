import { expect, test } from "vitest";
import { ask, type Client } from "#tests/support/client.ts";
import { lawWorld } from "#tests/support/laws.ts";
import { grant, grantStaff, type Person, peopleOf } from "#tests/support/people.ts";
import {
  type Group,
  recordOf,
  routesOf,
  specifiedRoutes,
} from "#tests/support/specified-routes.ts";
import { type Permission, platformPermissions, vocabulary } from "#worker/permissions.ts";

const { w, t } = await lawWorld();
const people = await peopleOf(w, t.own);
const groups = Object.keys(specifiedRoutes) as Group[];

/** The route with the id of a row of ours; what has no such row gets the first of its table. */
async function addressOf(route: string): Promise<string> {
  const table = recordOf[route];
  const own = table === "companies" ? t.own.company.id : table && t.own.rows[table]?.id;
  const first = () =>
    w.env.CONTROL_DB.prepare(`select id from ${table} order by id limit 1`).first<string>("id");
  const id = table ? String(own ?? (await first())) : "x";
  return route.replace("{id}", id).replace("{token}", "y");
}

/** What a person gets: the page, a way to sign in or to another page, a refusal, or nothing. */
async function seen(answer: Response): Promise<string> {
  await answer.arrayBuffer();
  const to = answer.headers.get("location")?.split("?")[0];
  if (answer.status === 200) return "yes";
  if (answer.status === 302 && to?.endsWith("/login")) return "sign in";
  return answer.status === 302 ? `to ${to}` : String(answer.status);
}
const opens = async (client: Client, path: string) => seen(await client.page(path));

type Column = {
  name: string;
  before?: () => Promise<unknown>;
  see: (path: string) => Promise<string>;
};
const every = [...vocabulary.keys()] as Permission[];
const granted = (person: Person, permissions: Permission[]) => ({
  before: () => grant(t.own, person, permissions),
  see: (path: string) => opens(person.client, path),
});
const roled = (permissions: typeof platformPermissions | []) => ({
  before: () => grantStaff(w, people.staff, permissions),
  see: (path: string) => opens(people.staff.client, path),
});
const columns: Column[] = [
  { name: "Visitor, apex", see: async (path) => seen(await ask(w, "localhost", path)) },
  { name: "Visitor, company", see: async (path) => seen(await ask(w, t.own.company.host, path)) },
  { name: "Super Admin", see: (path) => opens(people.superAdmin, path) },
  { name: "Staff, all rights", ...roled(platformPermissions) },
  { name: "Staff, no right", ...roled([]) },
  ...people.admins.map(({ serviceType, client }) => ({
    name: `Admin ${serviceType}`,
    see: (path: string) => opens(client, path),
  })),
  ...people.users.map((user) => ({
    name: `User ${user.serviceType}, all rights`,
    ...granted(user, every),
  })),
  ...people.users.map((user) => ({
    name: `User ${user.serviceType}, no right`,
    ...granted(user, []),
  })),
];

test("every route of the specification, by who opens it", async () => {
  const seenBy = new Map<string, string[]>();
  for (const { before, see } of columns) {
    await before?.();
    for (const route of groups.flatMap(routesOf)) {
      const cell = await see(await addressOf(route));
      seenBy.set(route, [...(seenBy.get(route) ?? []), cell]);
    }
  }
  const head = ["Route", ...columns.map(({ name }) => name)];
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const table = (group: Group) => [
    `## ${group} routes`,
    [
      line(head),
      line(head.map(() => "---")),
      ...routesOf(group).map((route) => line([`\`${route}\``, ...seenBy.get(route)!])),
    ].join("\n"),
  ];
  const doc = [
    "# Routes of the specification",
    "What each of them answers to whom, asked of the running application by tests/laws/specified-routes.test.ts; `-u` writes it anew. The digit is a person's service type: 0 assets, 1 testing and calibration, 2 both.",
    ...groups.flatMap(table),
  ].join("\n\n");
  await expect(`${doc}\n`).toMatchFileSnapshot("../../docs/routes.md");
  const failed = [...seenBy].filter(([, cells]) => cells.some((cell) => /^5/.test(cell)));
  expect(failed.map(([route]) => route)).toEqual(["/error500"]);
  const shut = [...seenBy].filter(([, cells]) => cells.every((cell) => /^[45]/.test(cell)));
  expect(shut.map(([route]) => route)).toEqual([
    // No link of that name was ever sent.
    "/verify-email/{id}/{token}",
    "/error404",
    "/error500",
  ]);
});
