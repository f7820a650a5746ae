import { relative } from "node:path";
import { root } from "./project.ts";

/** A file in the report of vitest's JSON reporter; times in milliseconds. */
export type TestedFile = {
  name: string;
  startTime: number;
  endTime: number;
  assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
};

const SHOWN = 12;
const secondsOf = ({ startTime, endTime }: Pick<TestedFile, "startTime" | "endTime">) =>
  (endTime - startTime) / 1000;
const line = (seconds: number, text: string) => `${seconds.toFixed(1).padStart(8)} s  ${text}`;

/** A table of the time of each folder of tests, then of the slowest files. Two files run at a time, so the sum exceeds the elapsed time. */
export function slowest(files: readonly TestedFile[]): string {
  const named = files.map((file) => ({
    path: relative(root, file.name),
    seconds: secondsOf(file),
  }));
  const folders = new Map<string, number>();
  for (const { path, seconds } of named) {
    const folder = path.split("/").slice(0, 2).join("/");
    folders.set(folder, (folders.get(folder) ?? 0) + seconds);
  }
  const most = named.toSorted((a, b) => b.seconds - a.seconds).slice(0, SHOWN);
  return [
    "Slowest",
    ...[...folders].map(([folder, seconds]) => line(seconds, folder)),
    "",
    ...most.map(({ path, seconds }) => line(seconds, path)),
  ].join("\n");
}
