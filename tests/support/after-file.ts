import { afterAll } from "vitest";
import { keepStatements, type Statements } from "./statements.ts";
import { openedWorld, rest } from "./world.ts";

afterAll(async () => {
  const w = await openedWorld();
  if (w)
    keepStatements(
      (await (await w.server.fetch("http://localhost/__statements")).json()) as Statements,
    );
  await rest();
});
