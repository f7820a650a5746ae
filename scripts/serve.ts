import { setTimeout as wait } from "node:timers/promises";
import { exitOf, flatMemory, main, onEnd, portIsFree, run, start } from "./support/project.ts";

/** A server that ended this often within this many milliseconds is not started again. */
const MOST_ENDS = 3;
const WITHIN_MS = 60_000;

main(async () => {
  await portIsFree();
  await run("node", ["scripts/setup.ts"]);
  if (!process.argv.includes("--built")) await run("react-router", ["build", "--logLevel", "warn"]);
  let isAsked = false;
  onEnd(() => {
    isAsked = true;
  });
  for (const ends: number[] = []; !isAsked; ) {
    const code = await exitOf(start("node", ["scripts/support/serving.ts"], flatMemory));
    if (isAsked) return;
    ends.push(Date.now());
    if (ends.filter((at) => at > Date.now() - WITHIN_MS).length >= MOST_ENDS)
      throw new Error(`Plumbline has ended ${MOST_ENDS} times within a minute and stays down`);
    console.error(`Plumbline ended unexpectedly with ${code} and is started again`);
    await wait(1000);
  }
});
