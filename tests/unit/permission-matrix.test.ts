import fc from "fast-check";
import { expect, test } from "vitest";
import {
  effectiveOf,
  type GrantState,
  type Marks,
  markChanges,
  marked,
  markedAll,
  splitPermission,
} from "#app/shared/permission-matrix.ts";
import {
  type OwnGrant,
  resolvePermissions,
  type TeamGrant,
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

test("a row or column switch sets what may be set, and nothing else", () => {
  fc.assert(
    fc.property(
      marks,
      fc.subarray(names as string[]),
      state,
      within,
      (before, chosen, to, settable) => {
        const after = markedAll(before, chosen, to, settable);
        for (const { permission } of markChanges(before, after, names))
          expect(settable.has(permission)).toBe(true);
        expect(markChanges(after, after, names)).toEqual([]);
      },
    ),
  );
});
