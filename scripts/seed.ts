import { parseArgs } from "node:util";
import { addAssets } from "./seed/more-assets.ts";
import { prepare } from "./support/prepare.ts";
import { main } from "./support/project.ts";

const { values } = parseArgs({
  options: { assets: { type: "string" }, company: { type: "string", default: "demo" } },
});

main(async () => {
  const started = performance.now();
  await prepare();
  if (!values.assets) return;
  const added = await addAssets(values.company, Number(values.assets));
  console.log(
    `${added} assets added to ${values.company} after ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
});
