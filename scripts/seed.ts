import { parseArgs } from "node:util";
import { seedOnce } from "./seed/index.ts";
import { addAssets } from "./seed/more-assets.ts";
import { openLocal } from "./support/local.ts";
import { migrateLocal } from "./support/migrations.ts";
import { main } from "./support/project.ts";

const { values } = parseArgs({ options: { assets: { type: "string" }, company: { type: "string", default: "demo" } } });

const started = performance.now();
const after = () => `after ${((performance.now() - started) / 1000).toFixed(1)} s`;

main(async () => {
  const local = await openLocal();
  try {
    await migrateLocal(local);
    console.log((await seedOnce(local)) ? `Demo data is in place ${after()}` : "Demo data was there already");
  } finally {
    await local.close();
  }
  if (values.assets) console.log(`${await addAssets(values.company, Number(values.assets))} assets added to ${values.company} ${after()}`);
});
