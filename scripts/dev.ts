import { prepare } from "./support/prepare.ts";
import { exitOf, flatMemory, host, main, port, portIsFree, start } from "./support/project.ts";
import { welcome } from "./support/welcome.ts";

main(async () => {
  await portIsFree();
  await prepare();
  console.log(welcome());
  const args = ["dev", "--port", String(port), "--host", host, "--strictPort"];
  process.exitCode = await exitOf(start("react-router", args, flatMemory));
});
