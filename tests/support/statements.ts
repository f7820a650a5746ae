import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Every statement a Worker has sent, by the database it was for. */
export type Statements = { control: string[]; tenant: string[] };

const folder = "node_modules/.cache/statements";

/** Keeps what this process's Worker has sent so far, for the law that runs after all workers. */
export function keepStatements(sent: Statements): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(sent));
}

/** What the workers of this run have sent. */
export const keptStatements = (): Statements[] =>
  existsSync(folder)
    ? readdirSync(folder).map(
        (name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as Statements,
      )
    : [];

export const forgetStatements = () => rmSync(folder, { recursive: true, force: true });
