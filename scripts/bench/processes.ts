import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { host } from "../support/project.ts";

const NS_PER_MS = 1_000_000;

/** The processor time that all threads of a process have used, in milliseconds. Linux only. */
export const cpuOf = (process: number): number =>
  readdirSync(`/proc/${process}/task`).reduce(
    (sum, thread) =>
      sum +
      Number(readFileSync(`/proc/${process}/task/${thread}/schedstat`, "utf8").split(" ")[0]) /
        NS_PER_MS,
    0,
  );

/** The process of the runtime that a server has started. */
export function runtimeOf(server: number): number {
  const child = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .find((name) => {
      const [parent, command] = placeOf(name);
      return parent === server && command === "workerd";
    });
  if (!child) throw new Error("The server has no runtime");
  return Number(child);
}

/** A process's parent and command; neither for one that has ended meanwhile. */
function placeOf(process: string): [number?, string?] {
  try {
    const stat = readFileSync(`/proc/${process}/stat`, "utf8");
    const [, command, parent] = /\((.*)\) \S+ (\d+)/s.exec(stat)!;
    return [Number(parent), command];
  } catch {
    return [];
  }
}

const listen = (port: number) =>
  new Promise<number | null>((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(null));
    probe.listen(port, host, () => {
      const { port: got } = probe.address() as { port: number };
      probe.close(() => resolve(got));
    });
  });

/** A free port whose next one is free as well: a server's own and its runtime's. */
export async function freePorts(): Promise<number> {
  for (;;) {
    const port = (await listen(0))!;
    if (await listen(port + 1)) return port;
  }
}
