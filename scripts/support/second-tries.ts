import { relative } from "node:path";
import { root } from "./project.ts";
import type { TestedFile } from "./slowest.ts";

/** Names the tests that passed at the second try alone, with what the first one said: each is a race to be mended. */
export const secondTries = (files: readonly TestedFile[]): string =>
  files
    .flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status, failureMessages }) => status === "passed" && failureMessages.length > 0)
        .map(
          ({ fullName, failureMessages }) =>
            `Passed at the second try: ${relative(root, name)}: ${fullName}\n  ${failureMessages[0]!.split("\n")[0]}\n`,
        ),
    )
    .join("");
