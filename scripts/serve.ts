import { fork } from "node:child_process";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { main, onEnd, portIsFree, root, run } from "./support/project.ts";
import { welcome } from "./support/welcome.ts";

/** The server is given up when it ends so often within so many milliseconds. */
const MOST_ENDS = 3;
const WITHIN_MS = 60_000;
/**
 * Native memory of a request is freed only by a collection of the whole heap, which the runtime never makes by itself while scripts need
 * little: https://github.com/cloudflare/workerd/issues/6894. With this every collection is one.
 */
const env = { ...process.env, MINIFLARE_WORKERD_V8_FLAGS: process.env.MINIFLARE_WORKERD_V8_FLAGS ?? "--gc-global" };

/** Runs the server until it ends, in a process group of its own of which nothing is left behind. @returns why; null when it was asked to */
const serving = (onReady: () => void): Promise<string | null> =>
  new Promise((resolve, reject) => {
    const child = fork(join(root, "scripts/support/serving.ts"), { cwd: root, detached: true, env });
    let asked = false;
    const forget = onEnd(() => {
      asked = true;
      child.kill("SIGTERM");
    });
    child.once("error", reject);
    child.once("message", onReady);
    child.once("exit", (code, signal) => {
      forget();
      endGroup(child.pid!);
      resolve(asked ? null : (signal ?? `code ${code}`));
    });
  });

/** Ends what a server that crashed has left: its runtime would keep the port. */
function endGroup(id: number) {
  try {
    process.kill(-id, "SIGKILL");
  } catch {
    // Nothing is left.
  }
}

main(async () => {
  await portIsFree();
  await run("node", ["scripts/setup.ts"]);
  if (!process.argv.includes("--built")) await run("react-router", ["build", "--logLevel", "warn"]);
  const ends: number[] = [];
  for (;;) {
    const why = await serving(() => console.log(ends.length ? "Plumbline is running again" : welcome()));
    if (!why) return;
    ends.push(Date.now());
    if (ends.filter((at) => at > Date.now() - WITHIN_MS).length >= MOST_ENDS)
      throw new Error(`Plumbline has ended ${MOST_ENDS} times within a minute and stays down`);
    console.error(`Plumbline ended unexpectedly (${why}) and is started again`);
    await wait(1000);
  }
});
