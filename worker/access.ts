import type { UserType } from "#app/shared/menu.ts";
import type { ServiceType } from "./permissions.ts";
import { type Rule, screens } from "./screens.ts";

const patterns = Object.entries<Rule>(screens).map(([pattern, rule]) => ({
  rule,
  test: new RegExp(`^${pattern.replace(/:\w+/g, "[^/]+")}$`, "i"),
  literal: !pattern.includes(":"),
}));

/** A path as the router matches it: decoded, each slash once, without its end. */
function routed(pathname: string): string {
  const path =
    pathname
      .replace(/\/_\.data$|\.data$/, "")
      .replace(/\/{2,}/g, "/")
      .replace(/\/$/, "") || "/";
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** The rule of a path, with or without a trailing slash or `.data`; undefined when the path is not in the table. */
export function ruleFor(pathname: string): Rule | undefined {
  const path = routed(pathname);
  const matches = patterns.filter(({ test }) => test.test(path));
  return (matches.find(({ literal }) => literal) ?? matches[0])?.rule;
}

export type Person = {
  type: UserType;
  serviceType: ServiceType | null;
  may: (permission: string) => boolean;
};

/** Whether a person may open what a rule guards. Super Admin is not filtered by service type. */
export function allowed(rule: Rule, person: Person): boolean {
  if (!rule.types.includes(person.type)) return false;
  if (
    person.type !== "Super Admin" &&
    rule.services &&
    !rule.services.includes(person.serviceType as ServiceType)
  )
    return false;
  return !rule.permission || person.may(rule.permission);
}
