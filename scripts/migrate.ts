import { openLocal } from "./support/local.ts";
import { migrateLocal } from "./support/migrations.ts";
import { databases, main, run } from "./support/project.ts";

const remote = process.argv.includes("--remote");

main(async () => {
  if (remote) {
    for (const { binding } of databases())
      await run(
        "wrangler",
        ["d1", "migrations", "apply", binding, "--remote", "--config", "wrangler.toml"],
        {
          CI: "true",
          WRANGLER_LOG: "log",
        },
      );
    return;
  }
  const local = await openLocal();
  const applied = await migrateLocal(local).finally(local.close);
  console.log(
    applied.length ? applied.map((name) => `Migrated ${name}`).join("\n") : "Nothing to migrate",
  );
});
