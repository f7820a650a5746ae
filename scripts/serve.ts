import { prepare } from "./support/prepare.ts";
import { main, onEnd, portIsFree, run } from "./support/project.ts";
import { serveBuild } from "./support/server.ts";
import { welcome } from "./support/welcome.ts";

const CLOCK_MS = 5 * 60_000;

main(async () => {
  await portIsFree();
  const vars = await prepare();
  await run("react-router", ["build", "--logLevel", "warn"]);
  const server = await serveBuild(vars);
  const worker = (await server.getWorker()) as unknown as { scheduled(event: { cron: string }): Promise<unknown> };
  // Nothing local fires cron triggers by itself.
  const clock = setInterval(() => worker.scheduled({ cron: "*/5 * * * *" }).catch(console.error), CLOCK_MS);
  onEnd(async () => {
    clearInterval(clock);
    await server.dispose();
    process.exit(0);
  });
  console.log(welcome());
});
