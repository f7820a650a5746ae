import { findWork } from "./find.ts";

export { consume } from "./consume.ts";
export type { Message } from "./message.ts";

/** Once a night, as wrangler.toml says; every other start is the minute's. */
const NIGHTLY = "17 2 * * *";

/** What the clock starts: finds whose work is due and sends it on. It may start twice or late without harm. */
export const startWork = (cron: string, env: Env, at: number) =>
  findWork(env, cron === NIGHTLY ? "night" : "minute", at);
