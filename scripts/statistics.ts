import { parseArgs } from "node:util";
import { openLocal } from "./support/local.ts";
import { databases, main } from "./support/project.ts";
import { throughVite } from "./support/through-vite.ts";

const { values } = parseArgs({ options: { company: { type: "string" } } });

/** Counts the figures of local companies anew from their records, and says where what is kept differs. */
main(async () => {
  const { recount } = await throughVite<typeof import("./support/recount.ts")>(
    "scripts/support/recount.ts",
  );
  const local = await openLocal();
  let [companies, agree] = [0, true];
  try {
    for (const { binding } of databases().filter(({ binding }) =>
      binding.startsWith("TENANT_DB_"),
    )) {
      const db = await local.database(binding);
      const { results } = await db
        .prepare("select id, slug, time_zone from company_profiles order by slug")
        .all<{ id: string; slug: string; time_zone: string }>();
      for (const { id, slug, time_zone: zone } of results) {
        if (values.company && values.company !== slug) continue;
        companies += 1;
        const found = await recount(db, id, zone);
        agree &&= !found;
        if (found) console.error(`${slug}: DIFFERS at ${found}`);
        else
          console.log(
            `${slug}: ${found === null ? "not counted yet" : "figures and records agree"}`,
          );
      }
    }
  } finally {
    await local.close();
  }
  if (!companies)
    throw new Error(
      values.company ? `There is no company ${values.company}` : "There is no company",
    );
  if (!agree) process.exit(1);
});
