import { setTimeout as wait } from "node:timers/promises";
import { type Clock, startClock } from "./clock.ts";
import { localVars } from "./dev-vars.ts";
import { main, onEnd } from "./project.ts";
import { serveBuild } from "./server.ts";
import { welcome } from "./welcome.ts";

/*
 * What `npm start` keeps alive: the built Worker in Miniflare, and its clock. Miniflare starts a runtime that died anew; when it cannot,
 * this process ends, and scripts/serve.ts starts another.
 */

const MOST_MS = 5 * 60_000;
const LOOK_MS = 2_000;

/** @throws when the work takes longer than five minutes */
async function inTime(work: Promise<unknown>): Promise<void> {
  const late = new AbortController();
  const timeout = wait(MOST_MS, undefined, { signal: late.signal, ref: false }).then(() =>
    Promise.reject(new Error("no answer")),
  );
  await Promise.race([work, timeout]).finally(() => late.abort());
}

main(async () => {
  let clock: Clock | undefined;
  const { server, crons } = await serveBuild(await localVars(), {
    onRestart: () => clock?.again(),
  });
  clock = startClock(crons, async (cron) => {
    // A handle ends with its runtime: each tick asks for its own.
    const worker = (await server.getWorker()) as unknown as {
      scheduled(event: { cron: string }): Promise<unknown>;
    };
    await inTime(worker.scheduled({ cron }));
  });
  setInterval(() => server.ready.catch(() => process.exit(1)), LOOK_MS);
  onEnd(async () => {
    clock.stop();
    await server.dispose();
    process.exit(0);
  });
  console.log(welcome());
});
