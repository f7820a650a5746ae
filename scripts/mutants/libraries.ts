// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of other files
import type { Mutant } from "./mutant.ts";

const ofAFile = { tests: ["tests/laws/headers.test.ts"], only: "of a file" };

/** What the house asks of its libraries and of the platform. */
export const libraries: Mutant[] = [
  {
    name: "libraries: a range that is asked for is asked of R2",
    file: "worker/files/serve.ts",
    from: "asked ? { range: request.headers } : {}",
    to: "{}",
    ...ofAFile,
  },
  {
    name: "libraries: a range that lies outside the file is refused",
    file: "worker/files/serve.ts",
    from: "Number(asked[1]) !== offset",
    to: "Number(asked[1]) < 0",
    ...ofAFile,
  },
  {
    name: "libraries: a file is unchanged only for whoever names its tag",
    file: "worker/files/serve.ts",
    from: 'if (isUnchanged(request.headers.get("If-None-Match"), etag))',
    to: 'if (request.headers.has("If-None-Match"))',
    ...ofAFile,
  },
  {
    name: "libraries: a letter's text is escaped",
    file: "worker/mail/html.tsx",
    from: "  return `<!doctype html>\\n${html}\\n`;",
    to: '  return `<!doctype html>\\n${html.replaceAll("&lt;", "<")}\\n`;',
    tests: ["tests/unit/letters.test.ts"],
  },
];
