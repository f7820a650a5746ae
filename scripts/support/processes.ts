import { execFileSync } from "node:child_process";

/** A process; `rss` in MB. */
export type Process = { id: number; parent: number; rss: number; command: string };

const all = (): Process[] =>
  [
    ...execFileSync("ps", ["-axo", "pid=,ppid=,rss=,args="], { encoding: "utf8" }).matchAll(
      /^ *(\d+) +(\d+) +(\d+) +(.*)$/gm,
    ),
  ].map(([, id, parent, rss, command]) => ({
    id: Number(id),
    parent: Number(parent),
    rss: Number(rss) / 1024,
    command: command!,
  }));

/** A process and all its descendants. */
export function family(id: number): Process[] {
  const processes = all();
  const members = processes.filter((process) => process.id === id);
  for (const member of members)
    members.push(...processes.filter(({ parent }) => parent === member.id));
  return members;
}

/** The runtime, and the server around it, among the descendants of `npm start`. */
export const runtimeOf = (id: number) =>
  family(id).find(({ command }) => command.includes("workerd serve"));
export const serverOf = (id: number) =>
  family(id).find(({ command }) => command.includes("scripts/support/serving.ts"));
