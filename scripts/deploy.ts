import { databases, main, run } from "./support/project.ts";

const PLACEHOLDER = "00000000-0000-0000-0000-";
const dry = process.argv.includes("--dry");

main(async () => {
  if (dry)
    return run("wrangler", ["deploy", "--dry-run", "--outdir", "build/dry"], {
      WRANGLER_LOG: "log",
    });
  const unnamed = databases().filter(({ id }) => id.startsWith(PLACEHOLDER));
  if (unnamed.length)
    throw new Error(
      `wrangler.toml has no real database_id for ${unnamed.map(({ binding }) => binding).join(", ")}: see docs/operations.md`,
    );
  await run("react-router", ["build"]);
  await run("node", ["scripts/migrate.ts", "--remote"]);
  await run("wrangler", ["deploy"], { WRANGLER_LOG: "log" });
});
