import { prepare } from "./lib/prepare.ts";
import { exitOf, host, main, port, portIsFree, start } from "./lib/project.ts";
import { welcome } from "./lib/welcome.ts";

main(async () => {
  await portIsFree();
  await prepare();
  console.log(welcome());
  process.exitCode = await exitOf(start("react-router", ["dev", "--port", String(port), "--host", host, "--strictPort"]));
});
