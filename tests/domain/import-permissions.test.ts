import { beforeAll, describe, expect, test } from "vitest";
import { type Client, signedIn } from "#tests/support/client.ts";
import { importer } from "#tests/support/imports.ts";
import { colleague } from "#tests/support/person.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { type World, world } from "#tests/support/world.ts";
import { kinds } from "#worker/domain/imports/kinds.ts";

let w: World;
let admin: Client;
let shard: Rows;
beforeAll(async () => {
  w = await world();
  admin = await signedIn(w, w.companies.acme, "admin");
  shard = rowsOf(w, w.companies.acme);
});
const signIn = async (...permissions: string[]) =>
  (await colleague(w, w.companies.acme, ...permissions)).client;

/** The rows of an import. */
const rowsOfImport = async (id: string) => [
  await shard.get("import_jobs", id),
  await shard.all("select * from import_rows where company_id = ? and job_id = ? order by id", id),
];

const commands = ["mapping", "check", "recheck", "cells", "run", "undo"] as const;
const bodies: Partial<Record<(typeof commands)[number], object>> = {
  mapping: { mode: "both", columns: {}, missing: [], day_first: true },
  cells: { cells: { "2": { "0": "Taken" } } },
};

describe.each(Object.values(kinds))("an import of $name", ({ name, permissions, columns }) => {
  test("is opened and changed only by those who may import its kind, whoever opened it before", async () => {
    const { id, progress } = await importer(admin).checked(name, [
      columns.map(({ label }) => label),
      columns.map(() => "?!"),
    ]);
    expect(progress.counts.error).toBe(1);
    const needed: string[] = Object.values(permissions);
    const others = ["create-asset", "edit-asset", "create-vendor", "edit-vendor"];
    const stranger = await signIn(...others.filter((permission) => !needed.includes(permission)));
    const before = await rowsOfImport(id);
    for (const path of [`/api/imports/${id}`, `/api/imports/${id}/rows`])
      expect([path, (await stranger.api(path)).status]).toEqual([path, 404]);
    for (const verb of commands) {
      const path = `/api/imports/${id}/${verb}`;
      const { status } = await stranger.call("POST", path, { ...bodies[verb] });
      expect([verb, status, await rowsOfImport(id)]).toEqual([verb, 403, before]);
    }
    const member = await signIn(permissions.create);
    expect((await member.api(`/api/imports/${id}`)).status).toBe(200);
    expect((await member.call("POST", `/api/imports/${id}/cells`, bodies.cells)).status).toBe(200);
  });
});
