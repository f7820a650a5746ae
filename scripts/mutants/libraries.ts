// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of other files
import type { Mutant } from "./mutant.ts";

const reports = ["tests/unit/report-input.test.ts"];
const ofAFile = { tests: ["tests/laws/headers.test.ts"], only: "of a file" };

/** What the house asks of its libraries and of the platform. */
export const libraries: Mutant[] = [
  {
    name: "libraries: a range that is asked for is asked of R2",
    file: "worker/files/serve.ts",
    from: "range ? { range: request.headers } : {}",
    to: "{}",
    ...ofAFile,
  },
  {
    name: "libraries: a range that lies outside the file is refused",
    file: "worker/files/serve.ts",
    from: "Number(range[1]) !== offset",
    to: "Number(range[1]) < 0",
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
  {
    name: "libraries: a report's rows have indexes within bounds",
    file: "worker/domain/service-reports/form-fields.ts",
    from: "!(index <= MOST_INDEX)",
    to: "Number.isNaN(index)",
    tests: ["tests/unit/form-fields.test.ts"],
  },
  {
    name: "libraries: a report's unknown names are refused before its values",
    file: "worker/domain/service-reports/input.ts",
    from: "if (Object.keys(errors).length) invalid(errors);",
    to: "",
    tests: reports,
  },
  {
    name: "libraries: a checklist is counted before it is looked at",
    file: "worker/domain/service-reports/check-rows.ts",
    from: "if (Array.isArray(rows) && rows.length <= MAX_CHECKS) return rows;",
    to: "if (Array.isArray(rows)) return rows;",
    tests: reports,
  },
  {
    name: "libraries: the text of a checklist has a limit",
    file: "worker/domain/service-reports/check-rows.ts",
    from: "json.length > LONGEST_CHECKS ? null : JSON.parse(json)",
    to: "JSON.parse(json)",
    tests: reports,
  },
  {
    name: "libraries: a part stands in one row",
    file: "worker/domain/service-reports/input.ts",
    from: "if (seen.has(key))",
    to: "if (!key)",
    tests: reports,
  },
  {
    name: "libraries: a date in the future is refused whatever else is wrong",
    file: "worker/domain/service-reports/input.ts",
    from: "!isDay(date) || Date.parse(date) <= now + DAY_MS",
    to: "!isDay(date) || now > 0",
    tests: reports,
  },
  {
    name: "libraries: a cookie is read by the server alone",
    file: "worker/auth/cookies.ts",
    from: "httpOnly: isHidden",
    to: "httpOnly: false",
    tests: ["tests/unit/cookies.test.ts"],
  },
];
