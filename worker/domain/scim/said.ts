import { z } from "zod";
import { email, isOneLine } from "../entity/fields.ts";
import { badPath, badValue } from "./filter.ts";

/** What a directory may say of a person; what it does not say stays as it is. */
export type Said = {
  email?: string;
  name?: string;
  active?: boolean;
  externalId?: string | null;
};

const LONGEST_NAME = 100;
const LONGEST_EXTERNAL = 255;
const MOST_OPERATIONS = 100;

/** Attributes of SCIM's own schemas that nothing is kept of: they are taken and left out. */
const unkept =
  /^(schemas|id|meta|groups|title|nickname|profileurl|usertype|preferredlanguage|locale|timezone|password|phonenumbers|ims|photos|addresses|entitlements|roles|x509certificates|name\.(middlename|honorificprefix|honorificsuffix)|urn:ietf:params:scim:schemas:extension:.*)([[.:].*)?$/;

/** Directories send it as a word as well. */
function truthOf(value: unknown): boolean {
  const word = String(value).toLowerCase();
  return word === "true" || word === "false"
    ? word === "true"
    : badValue("active must be true or false");
}

function nameOf(value: unknown): string {
  const name = typeof value === "string" ? value.trim().replace(/\s+/g, " ") : "";
  if (!name || name.length > LONGEST_NAME || !isOneLine(name))
    badValue(`A name must have 1 to ${LONGEST_NAME} characters`);
  return name;
}

function addressOf(value: unknown): string {
  const read = email().safeParse(value);
  return read.success ? read.data : badValue("userName must be an e-mail address");
}

function externalOf(value: unknown): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value !== "string" || value.length > LONGEST_EXTERNAL)
    badValue(`externalId can have at most ${LONGEST_EXTERNAL} characters`);
  return String(value);
}

type Names = { formatted?: string; given?: string; family?: string; display?: string };

/** Collects what is said attribute by attribute. @param before the name of now, of which a part may be changed */
class Saying {
  readonly said: Said = {};
  private readonly names: Names = {};

  constructor(private readonly before: string) {}

  /** @throws Response 400 for an attribute that is none */
  take(path: string, value: unknown): void {
    const name = path.replace(/^urn:ietf:params:scim:schemas:core:2\.0:User:/i, "").toLowerCase();
    if (name === "username") this.said.email = addressOf(value);
    else if (name === "active") this.said.active = truthOf(value);
    else if (name === "externalid") this.said.externalId = externalOf(value);
    else if (name === "displayname") this.names.display = nameOf(value);
    else if (name === "name.formatted") this.names.formatted = nameOf(value);
    else if (name === "name.givenname") this.names.given = nameOf(value);
    else if (name === "name.familyname") this.names.family = nameOf(value);
    else if (name === "name") this.takeAll("name.", value);
    // The address of a person is their userName.
    else if (/^emails(\[.*\])?(\.\w+)?$/.test(name)) return;
    else if (!unkept.test(name)) badPath(`${path.slice(0, 80)} is not an attribute of a person`);
  }

  takeAll(prefix: string, value: unknown): void {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      badValue("The value must be an object");
    for (const [name, one] of Object.entries(value as object)) this.take(`${prefix}${name}`, one);
  }

  done(): Said {
    const { display, formatted, given, family } = this.names;
    const [first = "", ...rest] = this.before.split(" ");
    const joined = [given ?? first, family ?? rest.join(" ")].filter(Boolean).join(" ");
    const name = display ?? formatted ?? (given || family ? joined : undefined);
    return name === undefined ? this.said : { ...this.said, name: nameOf(name) };
  }
}

/** What a whole resource says. @throws Response 400 */
export function saidIn(body: unknown, before = ""): Said {
  const saying = new Saying(before);
  saying.takeAll("", body);
  return saying.done();
}

const patch = z.looseObject({
  Operations: z
    .array(
      z.looseObject({
        op: z.string().transform((op) => op.toLowerCase()),
        path: z.string().max(300).optional(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(MOST_OPERATIONS),
});
/** The operations of a PATCH, as Microsoft Entra and Okta send them as well. @throws Response 400 */
export function operationsOf(body: unknown) {
  const read = patch.safeParse(body);
  if (!read.success) return badValue(`A PATCH has 1 to ${MOST_OPERATIONS} Operations`);
  const { Operations: operations } = read.data;
  if (operations.some(({ op }) => !["add", "replace", "remove"].includes(op)))
    badValue("An operation is add, replace or remove");
  return operations;
}

/** What a PATCH of a person says. @throws Response 400 */
export function saidByPatch(body: unknown, before: string): Said {
  const saying = new Saying(before);
  for (const { op, path, value } of operationsOf(body)) {
    if (op === "remove") {
      if (!path) badPath("What is removed needs a path");
      else if (path.toLowerCase() === "externalid") saying.take(path, null);
      else if (/^(username|active|displayname|name)/i.test(path))
        badValue(`${path.slice(0, 80)} cannot be removed`);
    } else if (path) saying.take(path, value);
    else saying.takeAll("", value);
  }
  return saying.done();
}
