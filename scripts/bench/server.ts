import { localVars } from "../support/dev-vars.ts";
import { main, port } from "../support/project.ts";
import { serveBuild } from "../support/server.ts";

/** Serves STATE on PORT + 1, workerd's own socket; METER counts round trips and rows. */
main(async () => {
  const vars = await localVars();
  await serveBuild(
    { ...vars, APP_ENV: "test", SESSION_REQUESTS: "1000000", METER: process.env.METER ?? "" },
    { direct: port + 1 },
  );
  console.log("ready");
});
