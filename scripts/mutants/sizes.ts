import type { Mutant } from "./mutant.ts";

const caches = ["tests/domain/report-caches.test.ts"];
const rows = ["tests/laws/queries.test.ts"];

/** What costs the same in a large hospital, and what is kept so that it does. */
export const sizes: Mutant[] = [
  {
    name: "a condition that few rows meet is one like any other",
    file: "worker/db/predicates.ts",
    from: "sql`likelihood(",
    to: "sql`(",
    and: { from: ", 0.0001)`", to: ")`" },
    tests: rows,
    only: "a large hospital",
  },
  {
    name: "a report of an earlier day says what has failed",
    file: "worker/domain/service-reports/save.ts",
    from: "gt(serviceReports.serviceOn, serviceOn),",
    to: "sql`0`,",
    tests: caches,
  },
  {
    name: "the first report of a device stays the last service",
    file: "worker/domain/service-reports/save.ts",
    from: "sql`max(coalesce(",
    to: "sql`coalesce(nullif(",
    tests: caches,
  },
  {
    name: "a device's years count although they are not all it cost",
    file: "worker/domain/assets/cost-years.ts",
    from: "costYears})) = $",
    to: "costYears})) <= $",
    tests: caches,
  },
  {
    name: "a changed report is counted beside what it was",
    file: "worker/domain/assets/cost-years.ts",
    from: "const years = before ? without(before) :",
    to: "const years = before && false ? without(before) :",
    tests: caches,
  },
  {
    name: "a ticket is looked for among all that are free",
    file: "worker/domain/service-reports/create.ts",
    from: "= j.value`)}) limit 1)`;",
    to: "= j.value`)}) order by j.key limit 1)`;",
    tests: rows,
    only: "a large hospital",
  },
  {
    name: "a statement of a fixed shape keeps its first value",
    file: "worker/db/fixed.ts",
    from: "is(param, Placeholder) ? given[param.name] : param",
    to: "is(param, Placeholder) ? ((param as { first?: unknown }).first ??= given[param.name]) : param",
    tests: ["tests/api/assets.test.ts"],
  },
  {
    name: "what is kept grows without bound",
    file: "app/shared/kept.ts",
    from: "if (made.size >= most) made.clear();",
    to: "",
    tests: ["tests/unit/kept.test.ts"],
  },
];
