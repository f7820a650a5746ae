import type { Mutant } from "./mutant.ts";

const serving = ["tests/domain/serving.test.ts"];
const clock = ["tests/unit/clock.test.ts"];

/** What keeps `npm start` alive. */
export const serve: Mutant[] = [
  {
    name: "serve: each tick asks for its runtime's handle",
    file: "scripts/support/serving.ts",
    from: "const worker = (await server.getWorker())",
    to: "const worker = (await (kept ??= server.getWorker()))",
    and: {
      from: "  let clock: Clock | undefined;",
      to: "  let clock: Clock | undefined;\n  let kept: Promise<unknown> | undefined;",
    },
    tests: serving,
  },
  {
    name: "serve: nothing is left of a server that crashed",
    file: "scripts/support/project.ts",
    from: `      endGroup(child, "SIGKILL");`,
    to: "",
    tests: serving,
  },
  {
    name: "serve: a server that ended is started again",
    file: "scripts/serve.ts",
    from: "    if (isAsked) return;",
    to: "    return;",
    tests: serving,
  },
  {
    name: "serve: a first start that was cut off starts anew",
    file: "scripts/support/prepare.ts",
    from: "  rmSync(scratch, { recursive: true, force: true });\n  try {",
    to: "  try {",
    tests: serving,
  },
  {
    name: "serve: demo data is sealed",
    file: "scripts/seed/index.ts",
    from: "    while ((await sealChain(db, companyId, now)) > 0);",
    to: "",
    tests: serving,
  },
  {
    name: "serve: no tick overtakes another",
    file: "scripts/support/clock.ts",
    from: "running ??= fireDue()",
    to: "running = fireDue()",
    tests: clock,
  },
  {
    name: "serve: a cron that failed is tried again",
    file: "scripts/support/clock.ts",
    from: "        await fire(cron);\n        done.set(cron, now);",
    to: "        done.set(cron, now);\n        await fire(cron);",
    tests: clock,
  },
  {
    name: "serve: a clock that was set back goes on",
    file: "scripts/support/clock.ts",
    from: "at > now ? now - MINUTE : at",
    to: "Math.min(at, now)",
    tests: clock,
  },
];
