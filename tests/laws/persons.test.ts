import { describe, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { each } from "#tests/support/compare.ts";
import { writesNothing } from "#tests/support/laws.ts";
import { calls, companyPages } from "#tests/support/manifest.ts";
import {
  type Actor,
  actors,
  isWithin,
  peopleOfReach,
  places,
  type Reach,
  rights,
  type Target,
} from "#tests/support/reach.ts";
import { camel } from "#tests/support/schema.ts";
import { PASSWORD, world } from "#tests/support/world.ts";
import { teams } from "#worker/domain/people/teams.ts";
import { endingCommands } from "#worker/web/entity-page.ts";
import { inviteCommands, personCommands } from "#worker/web/people-actions.ts";

/*
 * Nobody changes the address, state, links, sessions or grants (own grants, teams, Locations) of a person whose rights or Locations
 * are not within their own; an Admin's only an Admin. Asked of every call and form that is about a person.
 */

const w = await world();
const reach = await peopleOfReach(w, "hazel");

type Ids = Reach["ids"];
type Fields = Record<string, unknown>;
/** A call or form, and who may use it besides the reach: everybody with the permission, people without a limit to Locations, or Admins. */
type Door = {
  is: string;
  target?: (ids: Ids) => string;
  body?: (ids: Ids) => Fields;
  free?: true;
  only?: "unlimited" | "Admin";
  status?: string;
  archived?: true;
  /** The targets it applies to; all when it is left out. */
  when?: (target: Target) => boolean;
};
const address = () => `${newId()}@reach.test`;
const deny = (permission: string) => ({ grants: [{ permission, web: "deny", app: "inherit" }] });
const inWardA = ({ type, place }: Target) => type === "user" && place.includes("A");
const holding = { target: (ids: Ids) => ids.holding };
const named = { name: "Pat Person", service_type: 2 };
/** These concern nobody who is already there. */
const newcomers: Door[] = [];

/** Every call about a person, with what it changes. */
const ofCalls: Record<string, Door[]> = {
  "POST /api/users": newcomers,
  "POST /api/users/invite": newcomers,
  "PUT /api/users/:id": [
    { is: "name", body: () => named, free: true },
    { is: "address", body: () => ({ ...named, email: address(), password: PASSWORD }) },
    { is: "service type", body: () => ({ ...named, service_type: 0 }) },
  ],
  "DELETE /api/users/:id": [{ is: "invitation", status: "invited" }],
  "POST /api/users/:id/suspend": [{ is: "state" }],
  "POST /api/users/:id/reactivate": [{ is: "state", status: "suspended", only: "Admin" }],
  "POST /api/users/:id/leave": [{ is: "state", only: "unlimited" }],
  "POST /api/users/:id/send-link": [{ is: "reset" }, { is: "invitation", status: "invited" }],
  "POST /api/users/:id/email": [
    { is: "address", body: () => ({ new_email: address(), password: PASSWORD }) },
    {
      is: "address of the invited",
      body: () => ({ new_email: address(), password: PASSWORD }),
      status: "invited",
    },
  ],
  "POST /api/users/:id/new-factors": [
    { is: "second factors", body: () => ({ password: PASSWORD }), only: "Admin" },
  ],
  "POST /api/users/:id/sign-out": [{ is: "sessions" }],
  "PUT /api/users/:id/grants": [
    {
      is: "own grants",
      body: () => deny("view-vendor"),
      when: ({ type, rights: of }) => type === "user" && of === "fewer",
    },
    {
      is: "no grants",
      body: () => ({ grants: [] }),
      when: ({ type, rights: of }) => type === "user" && of !== "denied what a team gives",
    },
    {
      is: "Locations",
      body: (ids) => ({ grants: [], departments: [ids.B] }),
      when: ({ type, rights: of }) => type === "user" && rights[of].own.length === 0,
    },
  ],
  "POST /api/teams": [
    { is: "joining", body: (ids) => ({ name: newId(), member_ids: [ids.person] }) },
  ],
  "PUT /api/teams/:id": [
    {
      is: "joining",
      target: (ids) => ids.empty,
      body: (ids) => ({ name: "empty", member_ids: [ids.person] }),
    },
    { is: "leaving", ...holding, body: () => ({ name: "holding", member_ids: [] }) },
    {
      is: "team's name",
      ...holding,
      body: (ids) => ({ name: "renamed", member_ids: [ids.person] }),
      free: true,
    },
  ],
  "DELETE /api/teams/:id": [{ is: "team", ...holding }],
  "POST /api/teams/:id/archive": [{ is: "team", ...holding }],
  "POST /api/teams/:id/restore": [{ is: "team", ...holding, archived: true }],
  "POST /api/teams/:id/merge": [
    { is: "team", ...holding, body: (ids) => ({ into: ids.empty }), only: "unlimited" },
  ],
  "PUT /api/teams/:id/grants": [{ is: "team's grants", ...holding, body: () => ({ grants: [] }) }],
  "POST /api/departments/:id/merge": [
    {
      is: "Locations",
      target: (ids) => ids.A,
      body: (ids) => ({ into: ids.B }),
      only: "unlimited",
      when: inWardA,
    },
  ],
};

/** The call that does the same as an intent of a form. */
const callOfIntent: Record<string, string> = {
  invite: "POST /api/users",
  "invite-many": "POST /api/users/invite",
  edit: "PUT /api/users/:id",
  suspend: "POST /api/users/:id/suspend",
  reactivate: "POST /api/users/:id/reactivate",
  leave: "POST /api/users/:id/leave",
  withdraw: "DELETE /api/users/:id",
  "send-link": "POST /api/users/:id/send-link",
  email: "POST /api/users/:id/email",
  "new-factors": "POST /api/users/:id/new-factors",
  "sign-out": "POST /api/users/:id/sign-out",
};
const ofIntents = (commands: object) =>
  Object.keys(commands).flatMap((intent) =>
    ofCalls[callOfIntent[intent] ?? ""]!.map(
      (door): Door => ({
        ...door,
        is: `${intent} ${door.is}`,
        body: (ids) => ({ intent, person: ids.person, ...camel(door.body?.(ids) ?? {}) }),
      }),
    ),
  );
const ofPeople = ofIntents({ ...inviteCommands, ...personCommands });
const ofTeams = Object.keys(endingCommands(teams)).flatMap((intent) =>
  ofCalls[intent === "delete" ? "DELETE /api/teams/:id" : `POST /api/teams/:id/${intent}`]!.map(
    (door): Door => ({
      ...door,
      is: `${intent} ${door.is}`,
      body: (ids) => ({ intent, id: ids.holding, ...door.body?.(ids) }),
    }),
  ),
);
const form = (call: string) =>
  ofCalls[call]!.map((door): Door => ({ ...door, body: (ids) => camel(door.body?.(ids) ?? {}) }));
/** Forms whose fields are not the call's. */
const grantsForm = (call: string) =>
  ofCalls[call]!.map((door): Door => {
    const body = (ids: Ids) =>
      door.body!(ids) as { grants: { permission: string; web: string }[]; departments?: string[] };
    return {
      ...door,
      body: (ids) => ({
        ...Object.fromEntries(
          body(ids).grants.map(({ permission, web }) => [`web.${permission}`, web]),
        ),
        ...(body(ids).departments ? { scoped: "1", departments: body(ids).departments } : {}),
        confirm: "1",
      }),
    };
  });
const ofForms: Record<string, Door[]> = {
  "/users": ofPeople,
  "/teams": [...ofPeople, ...ofTeams],
  "/user/detail/:id": ofIntents(personCommands),
  "/user/permission/:id": grantsForm("PUT /api/users/:id/grants"),
  "/team/create": form("POST /api/teams"),
  "/team/update/:id": form("PUT /api/teams/:id"),
  "/team/permission/:id": grantsForm("PUT /api/teams/:id/grants"),
};

test("every call and form about a person is in the law", () => {
  const about = calls.filter(
    ({ method, path }) => method !== "GET" && /^\/api\/(users|teams)(\/|$)/.test(path),
  );
  expect(
    about.map(({ method, path }) => `${method} ${path}`).filter((name) => !(name in ofCalls)),
  ).toEqual([]);
  const known = calls.map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(ofCalls).filter((name) => !known.includes(name))).toEqual([]);
  const pages = companyPages.filter(
    ({ path, hasAction }) => hasAction && /^\/(users?|teams?)(\/|$)/.test(path),
  );
  expect(pages.map(({ path }) => path).filter((path) => !(path in ofForms))).toEqual([]);
  expect(
    Object.keys({ ...inviteCommands, ...personCommands }).filter(
      (intent) => !(intent in callOfIntent),
    ),
  ).toEqual([]);
});

type Sent = { name: string; door: Door; send: (by: Actor) => Promise<number> };
const formOf = (fields: Fields) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const one of [value].flat()) form.append(name, String(one));
  return form;
};
const all: Sent[] = [
  ...Object.entries(ofCalls).flatMap(([name, doors]) =>
    doors.map((door): Sent => {
      const [method = "", path = ""] = name.split(" ");
      const send = async (by: Actor) => {
        const { ids, clients } = reach;
        const at = path.replace(":id", door.target?.(ids) ?? ids.person);
        return (
          await clients[by].api(at, {
            method,
            ...(method === "DELETE" ? {} : { body: door.body?.(ids) ?? {} }),
          })
        ).status;
      };
      return { name: `${name}, ${door.is}`, door, send };
    }),
  ),
  ...Object.entries(ofForms).flatMap(([path, doors]) =>
    doors.map((door): Sent => {
      const send = async (by: Actor) => {
        const { ids, clients } = reach;
        const at = path.replace(
          ":id",
          path.startsWith("/user/") ? ids.person : (door.target?.(ids) ?? ids.holding),
        );
        return (await clients[by].page(at, { method: "POST", body: formOf(door.body!(ids)) }))
          .status;
      };
      return { name: `form ${path}, ${door.is}`, door, send };
    }),
  ),
];

const cases: Target[] = Object.keys(rights).flatMap((of) =>
  places.map((place): Target => ({ type: "user", rights: of as keyof typeof rights, place })),
);
const admins: Target[] = [{ type: "admin", rights: "none", place: "" }];
const pairs = actors.flatMap((actor) =>
  [...cases, ...admins]
    // An Admin reaches everybody and an unlimited User all Locations, so that one case of each kind is enough.
    .filter(({ rights: of, place }) =>
      actor === "Admin"
        ? of === "none" || of === "more"
        : actor === "limited User" || place.length < 2,
    )
    .filter(({ place }) => actor !== "Admin" || place === "" || place === "AC")
    .map((target) => ({ actor, target })),
);
const said = ({ actor, target: { type, rights: of, place } }: (typeof pairs)[number]) =>
  [
    `${actor} on ${type} with ${of}, Locations ${place || "all"}`,
    { actor, target: { type, rights: of, place } },
  ] as const;

const mayBe = (actor: Actor, target: Target, door: Door) =>
  (door.free && (target.type === "user" || door.target !== undefined || actor === "Admin")) ||
  (isWithin(actor, target) &&
    (!door.only || actor === "Admin" || (door.only === "unlimited" && actor === "User")));

/** The statuses of a refusal; another reason than the reach may come first. */
const refusalsOf = (actor: Actor, target: Target, { only }: Door) =>
  isWithin(actor, target) || (only === "unlimited" && actor === "limited User")
    ? [403, 404, 409, 422]
    : [403, 404, 422];

describe("who is within whose reach", () => {
  test.each(pairs.map(said))("%s", async (_, { actor, target }) => {
    const about = all.filter(({ door }) => door.when?.(target) ?? true);
    const closed = about.filter(({ door }) => !mayBe(actor, target, door));
    await reach.settle(target);
    await writesNothing(reach.twin, async () => {
      const answers = await each(closed, async ({ name, door, send }) => {
        const answer = await send(actor);
        return refusalsOf(actor, target, door).includes(answer) ? [] : [`${name}: ${answer}`];
      });
      expect(answers.flat()).toEqual([]);
    });
    // Forms run the same code as calls: one target is enough to see that they work.
    const open = about.filter(
      ({ name, door }) =>
        mayBe(actor, target, door) && (target.rights === "none" || !name.startsWith("form")),
    );
    for (const { name, door, send } of open) {
      await reach.settle(target, door.status, door.archived);
      const answer = await send(actor);
      expect(answer < 400 ? "works" : answer, name).toBe("works");
    }
  });
});
