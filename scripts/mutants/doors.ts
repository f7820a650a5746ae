// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of other files
import type { Mutant } from "./mutant.ts";

const reader = ["tests/unit/sql-reader.test.ts"];
const guard = ["tests/laws/guard.test.ts"];
const ownRows = ["tests/laws/own-rows.test.ts"];
const of = (
  file: string,
  tests: string[],
  rules: Record<string, [from: string, to: string]>,
): Mutant[] => Object.entries(rules).map(([name, [from, to]]) => ({ name, file, from, to, tests }));

/** The guard on SQL and the doors that step past it. */
export const doors: Mutant[] = [
  // What the guard reads
  ...of("worker/db/sql-scope.ts", reader, {
    "the guard reads a company under OR": [`wordOf(node) === "OR" || isMark`, "isMark"],
    "the guard reads a company in a list": [` || isMark(node, ",")`, ""],
    "the guard reads a company in CASE": ["only.isCase || isQuery(only) ?", "isQuery(only) ?"],
    "the guard reads a subquery's company": ["only.isCase || isQuery(only) ?", "only.isCase ?"],
    "the guard reads a range's end as a company": [
      `if (by === "and" && wordOf(node) === "BETWEEN") betweens++;`,
      "",
    ],
    "the guard reads a longer term as a company": ["value.length !== 1 ||", ""],
    "the guard reads a part of a term as a company": [
      ` && nodes.every((node, at) => at % 2 === 0 || isMark(node, "."))`,
      "",
    ],
    "the guard lets a left join bind its left side": [
      "|| (within && operand.source !== within)",
      "",
    ],
    "the guard lets two unbound tables bind each other": [
      " ||\n        (by.isOwn && !this.#bound.has(by.source))",
      "",
    ],
    "the guard looks at the first table alone": [
      "this.sources.every((source)",
      "this.sources.slice(0, 1).every((source)",
    ],
    "the guard takes a subquery's column for a table's": [
      "source.column === column || source.isDerived",
      "source.column === column",
    ],
  }),
  ...of("worker/db/sql-queries.ts", reader, {
    "the guard reads no subqueries": [
      "if (isQuery(node)) this.query(node.inside, scope, names);",
      "if (isQuery(node)) continue;",
    ],
    "the guard reads no subqueries in FROM": [
      "this.query(first.inside, scope.outer, names).every(isWholeRows)",
      "false as boolean",
    ],
    "the guard takes one part of a union for all of it": [
      ".every(isWholeRows)",
      ".some(isWholeRows)",
    ],
    "the guard takes a column beside whole rows for the company": ["!others.length &&", ""],
    "the guard reads no common table expressions": ["this.query(body.inside, outer, names);", ""],
    "the guard reads one part of a union": [
      "while (!cursor.isAtEnd && cursor.take());",
      "while (false as boolean);\n    cursor.end();",
    ],
    "the guard reads conditions of joins too early": [
      "conditions.push([condition, isLeft ? source : null]);",
      "scope.where(condition, isLeft ? source : null);",
    ],
    "the guard passes a table after IN": [
      `if (word === "IN" && nodes[at + 1]?.kind !== "group")`,
      "if (false as boolean)",
    ],
    "the guard passes another schema": [`if (name !== "main")`, "if (false as boolean)"],
    "the guard passes tables it does not know": [
      "if (column === undefined && !isDerived)",
      "if (false as boolean)",
    ],
    "the guard lets an expression hide a table": [
      "if (this.owned.has(name) || /^(sqlite_|search_index)/.test(name))",
      "if (false as boolean)",
    ],
    "the guard lets an expression out of its query": [
      "const names = new Set(around);",
      "const names = around as Set<string>;",
    ],
  }),
  ...of("worker/db/sql-tokens.ts", reader, {
    "the guard passes a second statement": [
      `if (root.inside.some((node) => isMark(node, ";")))`,
      "if (false as boolean)",
    ],
    "the guard counts numbered parameters in order": [
      `text === "?" ? last + 1 : Number(text.slice(1))`,
      "last + 1",
    ],
    "the guard reads comments": [String.raw`|--[^\n]*|\/\*[\s\S]*?\*\//`, "/"],
    "the guard reads on after a nought": [`if (sql.includes("\\0")) unreadable("a nought");`, ""],
  }),
  ...of("worker/db/sql-reader.ts", reader, {
    "an update may set the company": [
      "if (columns.includes(column!)) throw",
      "if (false as boolean) throw",
    ],
    "a row is inserted for any company": [
      'this.value(splitAt(row.inside, "comma"), place, source, null);',
      "",
    ],
    "what is selected is inserted for any company": [
      "this.value(part.columns, place, source, part.scope);",
      "continue;",
    ],
    "a company stands after all columns of a row": [
      "if (isSpread || !node) throw",
      "if (!node) throw",
    ],
    "another company's conflict is resolved": [
      `(key.kind === "group" && columnNames(key.inside)[0] === source.column)`,
      `key.kind === "group"`,
    ],
    "a conflict sets the company": [
      "this.assignments(assigned, source);\n    this.expression(assigned, scope, names);\n  }",
      "this.expression(assigned, scope, names);\n  }",
    ],
    "the guard reads nothing of what is answered": [
      `if (cursor.pass("RETURNING")) this.expression(cursor.end(), scope, names);`,
      `if (cursor.pass("RETURNING")) cursor.end();`,
    ],
    "the guard reads nothing of what is set": [
      "    this.expression(assigned, scope, names);\n    this.rest",
      "    this.rest",
    ],
    "a delete needs no company": [
      "const { scope } = this.target(cursor, false);\n    this.rest",
      "const { scope } = this.target(cursor, true);\n    this.rest",
    ],
    "an update needs no company": [
      "const { source, scope } = this.target(cursor, false);",
      "const { source, scope } = this.target(cursor, true);",
    ],
  }),
  ...of("worker/db/guard.ts", guard, {
    "a search goes on with OR": [`piece === "OR" && depth === 0`, "false as boolean"],
    "a search closes its parentheses too early": ["if (depth < 0 || ", "if ("],
    "a search names the company somewhere": [
      "new RegExp(`^company ?: ?${word}(?= |$)`)",
      "new RegExp(word)",
    ],
    "a search row may be another company's": [
      "word: (value, companyId) => value === companyWord(companyId),",
      "word: () => true,",
    ],
  }),
  // What a session opens without a permission
  ...of("worker/db/guard.ts", ownRows, {
    "a person's own rows are read in all tables": [" || !isAmong(reads, only?.reads ?? null)", ""],
    "a person's own rows are written in all tables": [
      "!only || isAmong(writes, only.writes)",
      "true",
    ],
  }),
  ...of("worker/auth/session-of.ts", ownRows, {
    "a person's own rows open the whole database": ["narrowedTo(only),", "null,"],
  }),
  ...of("worker/session.ts", ownRows, {
    "an export needs no permission": [
      `this.may(permission) ? this.#open("export") : forbidden()`,
      `this.#open("export")`,
    ],
    "an export opens the whole database": [
      `this.may(permission) ? this.#open("export")`,
      "this.may(permission) ? this.#open()",
    ],
  }),
  // The kind of an import
  {
    name: "who knows an import's kind may change it",
    file: "worker/domain/imports/step.ts",
    from: "if (before) return openKind(session, before);",
    to: "if (before) return before;",
    tests: ["tests/domain/import-permissions.test.ts"],
    only: "vendors",
  },
];
