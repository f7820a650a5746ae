import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  givenMarks,
  type Level,
  levelAt,
  levelMarks,
  levelsOf,
  rowLevels,
} from "#app/shared/permission-levels.ts";
import {
  effectiveOf,
  type GrantState,
  type Marks,
  markChanges,
  marked,
  splitPermission,
} from "#app/shared/permission-matrix.ts";
import { presetNames, presets } from "#worker/permission-presets.ts";
import {
  modules,
  type OwnGrant,
  resolvePermissions,
  subjects,
  type TeamGrant,
  verbs,
  vocabulary,
} from "#worker/permissions.ts";

const names = [...vocabulary.keys()];
const name = fc.constantFrom(...names);
const state = fc.constantFrom<GrantState>("inherit", "allow", "deny");
const mark = fc.constantFrom<"allow" | "deny" | null>("allow", "deny", null);
const own = fc.uniqueArray(
  fc.record({ permission: name, web: mark, app: mark }) as fc.Arbitrary<OwnGrant>,
  {
    selector: (grant) => grant.permission,
    maxLength: 40,
  },
);
const teams = fc.array(
  fc.record({
    permission: name,
    isWebPermission: fc.boolean(),
    isAppPermission: fc.boolean(),
  }) as fc.Arbitrary<TeamGrant>,
  { maxLength: 40 },
);
const marks: fc.Arbitrary<Marks> = fc.dictionary(name, state, {
  maxKeys: 30,
}) as fc.Arbitrary<Marks>;
const within = fc.subarray(names as string[]).map((list) => new Set(list));

test("what the matrix calls effective is what a request is given", () =>
  fc.assert(
    fc.property(
      fc.constantFrom("admin", "user"),
      fc.constantFrom(0, 1, 2),
      own,
      teams,
      (type, serviceType, mine, ours) => {
        const given = resolvePermissions({ type: type as "admin", serviceType }, mine, ours);
        for (const { name, web, app } of given) {
          const of = (channel: "web" | "app") =>
            effectiveOf({
              isAdmin: type === "admin",
              isExcluded: !vocabulary.get(name as never)!.includes(serviceType),
              own: mine.find((grant) => grant.permission === name)?.[channel] ?? "inherit",
              teams: ours
                .filter(
                  (grant) =>
                    grant.permission === name &&
                    (channel === "web" ? grant.isWebPermission : grant.isAppPermission),
                )
                .map(() => "T"),
            }).granted;
          expect([of("web"), of("app")], name).toEqual([web, app]);
        }
      },
    ),
  ));

test("an own mark decides over teams, and an Admin over both", () => {
  const grounds = {
    isAdmin: false,
    isExcluded: false,
    own: "inherit" as const,
    teams: ["Biomedical", "Nights"],
  };
  expect(effectiveOf(grounds)).toEqual({ granted: true, reason: "team Biomedical and 1 more" });
  expect(effectiveOf({ ...grounds, own: "deny" })).toEqual({ granted: false, reason: "own deny" });
  expect(effectiveOf({ ...grounds, own: "deny", isAdmin: true })).toEqual({
    granted: true,
    reason: "Admin",
  });
  expect(effectiveOf({ ...grounds, isExcluded: true, isAdmin: true }).granted).toBe(false);
  expect(effectiveOf({ ...grounds, teams: [] })).toEqual({ granted: false, reason: "not granted" });
});

test("allowing another verb allows to view, and taking view takes the others", () => {
  fc.assert(
    fc.property(marks, name, state, within, (before, permission, to, settable) => {
      const { subject } = splitPermission(permission);
      const view = `view-${subject}`;
      settable.add(permission);
      const after = marked(before, permission, to, settable);
      expect(after[permission]).toBe(to);
      if (to === "allow" && settable.has(view)) expect(after[view]).toBe("allow");
      if (permission === view && to !== "allow")
        for (const other of settable)
          if (splitPermission(other).subject === subject && other !== view)
            expect(after[other]).not.toBe("allow");
      // Other subjects stay as they are, and so does what may not be set.
      for (const { permission: changed } of markChanges(before, after, names)) {
        expect(splitPermission(changed).subject).toBe(subject);
        expect(settable.has(changed)).toBe(true);
      }
    }),
  );
});

const subject = fc.constantFrom(...Object.keys(subjects));
const permissionsOf = (of: string) =>
  (names as string[]).filter((permission) => splitPermission(permission).subject === of);

test("a subject set to a level is at that level or at one that is the same for it", () =>
  fc.assert(
    fc.property(subject, fc.constantFrom(...rowLevels), (of, level) => {
      if (level === "custom") return;
      const set = levelMarks(level, permissionsOf(of));
      const found = levelAt(set, permissionsOf(of));
      expect(found).not.toBe("custom");
      expect(levelMarks(found as Level, permissionsOf(of))).toEqual(set);
      if (found !== "none" && level !== "deny")
        expect(levelsOf(permissionsOf(of))).toContain(found);
    }),
  ));

test("marks that no level sets are one by one", () => {
  expect(levelAt({ "delete-stock": "allow" }, permissionsOf("stock"))).toBe("custom");
  expect(levelAt({ "view-stock": "allow", "edit-stock": "deny" }, permissionsOf("stock"))).toBe(
    "custom",
  );
});

test("a preset gives what its giver holds, and of that all its level says", () =>
  fc.assert(
    fc.property(fc.constantFrom(...presetNames), within, (name, held) => {
      const gives = presets[name].gives as Partial<Record<string, Level>>;
      const rows = Object.keys(subjects).map((of) => ({
        subject: of,
        cells: permissionsOf(of).map((permission) => ({
          permission,
          held: { web: held.has(permission), app: false },
        })),
      }));
      const wanted = Object.entries(gives).flatMap(([of, level]) =>
        Object.entries(levelMarks(level!, permissionsOf(of))).flatMap(([permission, state]) =>
          state === "allow" && held.has(permission) ? [permission] : [],
        ),
      );
      expect(Object.keys(givenMarks(rows, gives, "web")).sort()).toEqual(wanted.sort());
      expect(givenMarks(rows, gives, "app")).toEqual({});
    }),
  ));

/** Files that name permissions of parts of the product that are still to come. */
const tables = /(permissions|permission-(presets|matrix)|activity\/viewer|files\/serve)\.ts$/;

test("screens offer the subjects that something asks for, and no others", () => {
  const texts = ["worker", "app"].flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !tables.test(file))
      .map((file) => readFileSync(`${room}/${file}`, "utf8")),
  );
  const asked = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(new RegExp(`"(?:${verbs.join("|")})-([a-z-]+)"`, "g"))].map(([, of]) => of),
    ),
  );
  for (const [, of] of texts.join("\n").matchAll(/subject: "([a-z-]+)"/g)) asked.add(of);
  const offered = modules.flatMap((module) => module.subjects.map(([of]) => of));
  expect(offered.filter((of) => asked.has(of))).toEqual(offered);
});
