import { type Reading, readingText, whyOut } from "./check-limits.ts";

type Check = { name: string; status: string; remark: string } & Partial<Reading>;

/** Characters of a service call's problem. */
const LONGEST = 2000;
/** Room for the line that counts those left out. */
const LAST_LINE = 20;

const lineOf = ({ name, remark, ...read }: Check) => {
  const found = [whyOut(read) ?? readingText(read), remark].filter(Boolean).join(", ");
  return found ? `${name}: ${found}` : name;
};

/** The problem of the service call that a report's checks answered No begin: a line for each, as many as fit. */
export function failedChecks(ticket: string, checks: readonly Check[]): string {
  const lines = [`Failed checks of ${ticket}`];
  const failed = checks.filter(({ status }) => status === "no");
  let room = LONGEST - LAST_LINE - lines[0]!.length;
  for (const [at, check] of failed.entries()) {
    const line = lineOf(check);
    room -= line.length + 1;
    if (room < 0) {
      lines.push(`and ${failed.length - at} more`);
      break;
    }
    lines.push(line);
  }
  return lines.join("\n");
}
