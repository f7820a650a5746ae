import { prepare } from "./support/prepare.ts";
import { exitOf, host, main, port, portIsFree, start } from "./support/project.ts";
import { welcome } from "./support/welcome.ts";

main(async () => {
  await portIsFree();
  await prepare();
  console.log(welcome());
  process.exitCode = await exitOf(start("react-router", ["dev", "--port", String(port), "--host", host, "--strictPort"]));
});
