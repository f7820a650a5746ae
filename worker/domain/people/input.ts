import { z } from "zod";
import { ownPassword } from "../account/prove-password.ts";
import { email, multiline, optionalId, optionalText, text, whole } from "../entity/fields.ts";
import { optionalPhone } from "../entity/formats.ts";
import { optionalPreset } from "./presets.ts";

const kinds = ["admin", "user"] as const;

/** What may be said of a person by others. */
const said = {
  name: text("Name", 100),
  phone: optionalPhone("Phone"),
  type: z.enum(kinds, { error: "Type must be admin or user" }).default("user"),
  serviceType: whole("Service type", 0, 2),
  departmentId: optionalId(),
  designation: optionalText(80, "Designation"),
  employeeCode: optionalText(30, "Employee code"),
};

export const personInput = z.strictObject({
  ...said,
  email: email(),
  teamId: optionalId(),
  preset: optionalPreset(),
});
/** Another e-mail is only asked for: it counts once it is confirmed. It and another type take the password of who acts. Teams are changed on their page. */
export const personUpdate = z.strictObject({
  ...said,
  email: email().optional(),
  password: ownPassword,
});
export type PersonInput = z.output<typeof personInput>;

const MOST_AT_ONCE = 50;
export const manyInput = z.strictObject({
  people: multiline("People", 10_000),
  serviceType: said.serviceType,
  departmentId: said.departmentId,
  teamId: optionalId(),
  preset: optionalPreset(),
});

export type Line = { line: string; email: string; name: string; problem: string | null };
/** Counted, so that a line without an address is read through once. */
const address = /[^\s<>,;"]{1,254}@[^\s<>,;"]{1,254}/;
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** "Asha Rao <asha@…>", "Asha Rao, asha@…" or the address alone, whose first part then makes the name. */
function lineOf(line: string): Line {
  const found = address.exec(line)?.[0] ?? "";
  const read = email().safeParse(found);
  const rest = line
    .replace(found, "")
    .replace(/[<>,;"\t]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  const guessed = (found.split("@")[0] ?? "")
    .split(/[._+-]+/)
    .filter(Boolean)
    .map(capital)
    .join(" ");
  return {
    line: line.trim().slice(0, 300),
    email: read.success ? read.data : "",
    name: (rest || guessed || "New person").slice(0, 100),
    problem: read.success ? null : "No e-mail address",
  };
}

/** The people of a pasted text, one a line, or several addresses in one line. A second of the same address is a problem of its line. */
export function linesOf(pasted: string): Line[] {
  const parts = pasted
    .split(/\r?\n/)
    .flatMap((line) =>
      (line.match(new RegExp(address, "g")) ?? []).length > 1
        ? line.split(/[;,\s]{1,20}(?=[^\s,;]{1,254}@)/)
        : [line],
    )
    .filter((line) => line.trim());
  const seen = new Set<string>();
  return parts.map((part, at) => {
    const line = lineOf(part);
    if (line.problem) return line;
    if (at >= MOST_AT_ONCE) return { ...line, problem: `At most ${MOST_AT_ONCE} at once` };
    if (seen.has(line.email)) return { ...line, problem: "Twice in this list" };
    seen.add(line.email);
    return line;
  });
}
