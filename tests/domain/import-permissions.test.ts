import { beforeAll, describe, expect, test } from "vitest";
import { type Client, clientOf, signedIn } from "#tests/support/client.ts";
import { importer } from "#tests/support/imports.ts";
import { newPerson } from "#tests/support/person.ts";
import { type World, world } from "#tests/support/world.ts";
import { kinds } from "#worker/domain/imports/kinds.ts";

let w: World;
let admin: Client;
beforeAll(async () => {
  w = await world();
  admin = await signedIn(w, w.companies.acme, "admin");
});
const signIn = async (permissions: string[]) =>
  clientOf(w, w.companies.acme.host, (await newPerson(w, w.companies.acme, { permissions })).email);

/** What is kept of an import. */
async function keptOf(id: string) {
  const db = w.env[w.companies.acme.shard as "TENANT_DB_0"];
  const of = (table: string, column: string) =>
    db
      .prepare(`select * from ${table} where company_id = ? and ${column} = ? order by id`)
      .bind(w.companies.acme.id, id)
      .all();
  return [(await of("import_jobs", "id")).results, (await of("import_rows", "job_id")).results];
}

const commands = ["mapping", "check", "recheck", "cells", "run", "undo"] as const;
const bodies: Partial<Record<(typeof commands)[number], object>> = {
  mapping: { mode: "both", columns: {}, missing: [], day_first: true },
  cells: { cells: { "2": { "0": "Taken" } } },
};

describe.each(Object.values(kinds))("an import of $name", ({ name, permissions, columns }) => {
  test("is opened and changed only by those who may import its kind, whoever opened it before", async () => {
    const it = importer(admin);
    const { id, progress } = await it.checked(name, [
      columns.map(({ label }) => label),
      columns.map(() => "?!"),
    ]);
    expect(progress.counts.error).toBe(1);
    const needed: string[] = Object.values(permissions);
    const others = ["create-asset", "edit-asset", "create-vendor", "edit-vendor"];
    const stranger = await signIn(others.filter((permission) => !needed.includes(permission)));
    const before = await keptOf(id);
    for (const path of [`/api/imports/${id}`, `/api/imports/${id}/rows`])
      expect([path, (await stranger.api(path)).status]).toEqual([path, 404]);
    for (const word of commands) {
      const answer = await stranger.api(`/api/imports/${id}/${word}`, {
        method: "POST",
        body: { ...bodies[word] },
      });
      expect([word, answer.status]).toEqual([word, 403]);
      expect([word, await keptOf(id)]).toEqual([word, before]);
    }
    const member = await signIn([permissions.create]);
    expect((await member.api(`/api/imports/${id}`)).status).toBe(200);
    expect(
      (await importer(member).post(`/${id}/cells`, bodies.cells as Record<string, unknown>)).status,
    ).toBe(200);
  });
});
