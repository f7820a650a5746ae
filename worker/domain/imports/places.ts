import { sql } from "drizzle-orm";
import type { FieldErrors } from "#app/shared/refusal.ts";
import { newId } from "#drizzle/columns.ts";
import { locations as table } from "#drizzle/tenant/index.ts";
import { locationLevels } from "#drizzle/tenant/masters.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { changesBetween } from "../entity/changes.ts";
import type { AnyEntity } from "../entity/entity.ts";
import { problems } from "../entity/fields.ts";
import { usedBy } from "../entity/used-by.ts";
import { locations } from "../locations/locations.ts";
import {
  addingPlaces,
  changingPlaces,
  type NewPlace,
  type Place,
  removingPlaces,
} from "../locations/many.ts";
import { type Level, nameProblem, rankOf } from "../locations/paths.ts";
import { placeLog, said } from "../locations/place-input.ts";
import {
  type Accepted,
  type ImportKind,
  type Judged,
  type Judging,
  oneBy,
  type Values,
} from "./kind.ts";
import { keyOf, keysAbove, pathIn, pathSql, placesOnWay, stepsOf } from "./place-paths.ts";
import { formOf, kindOfEntity, lower, taken } from "./resource-kind.ts";
import type { Undo } from "./standing.ts";

type Filed = { key: string; text: string | null };
/** A place that a row is to add or change; `above` are the places on its path that are not there yet. */
type Planned = {
  values: Partial<Place>;
  current: Place | null;
  place: NewPlace;
  above: NewPlace[];
  under: Place | null;
};

const resource = locations as unknown as AnyEntity;
const names = Object.keys(resource.input.shape);
/** What a row says of a place that is there: name, level and the place above are its key or the tree's. */
const own = names.filter((name) => !["name", "level", "parentId"].includes(name));
const only = (values: Values, keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, values[key] ?? null]));
const levelIn = (text: string | null): Level | undefined =>
  locationLevels.find((level) => level === lower(text).trim());
const below = (above: { level: Level } | null): Level | undefined =>
  locationLevels[above ? rankOf(above.level) + 1 : 0];

/** A place that this chunk adds, by the id and in the letters of the row that needs it first. */
function placed(
  { memory }: Judging,
  key: string,
  text: string,
  level: Level,
  above: NewPlace | Place | null,
): NewPlace {
  const { id, name } = (memory.get(key) as { id: string; name: string } | undefined) ?? {
    id: newId(),
    name: text,
  };
  memory.set(key, { id, name });
  return {
    id,
    name,
    level,
    parentId: above?.id ?? null,
    depth: (above?.depth ?? 0) + 1,
    path: above ? `${above.path} / ${name}` : name,
    pathIds: `${above?.pathIds ?? "/"}${id}/`,
  };
}

/** The way to a new place: the last place of it that is there, and those that are to be added. */
function wayTo(
  judging: Judging,
  steps: readonly string[],
): { under: Place | null; above: NewPlace[]; errors: FieldErrors } {
  const [places, filed] = judging.facts as [Place[], Filed[]];
  const above: NewPlace[] = [];
  let under: Place | null = null;
  for (const at of steps.keys()) {
    const key = keyOf(steps.slice(0, at + 1));
    const there = above.length ? undefined : oneBy(places, ({ path }) => lower(path), key);
    if (there?.archivedAt) return { under, above, errors: { path: [`${there.path} is archived`] } };
    if (there) {
      under = there;
      continue;
    }
    const row = oneBy(filed, (one) => lower(one.key), key);
    const last = above.at(-1) ?? under;
    const level = levelIn(row?.text ?? null) ?? below(last);
    const name = steps[at]!;
    const wrong =
      !level || (last && rankOf(last.level) >= rankOf(level)) || nameProblem(name, !last);
    if (wrong || name.length > 100)
      return { under, above, errors: { path: [`“${name}” cannot be added on the way`] } };
    above.push(placed(judging, key, name, level, last));
    if (!row) judging.missing.place(above.at(-1)!.path);
  }
  return { under, above, errors: {} };
}

function judge(judging: Judging, { path: text, ...fields }: Values): Judged {
  if (!text) return { errors: { path: ["Place is required"] } };
  const [places, , byCode] = judging.facts as [Place[], Filed[], Place[]];
  const steps = stepsOf(pathIn(String(text)));
  if (steps.some((step) => /^\s*$|^\/|\/$/.test(step)))
    return { errors: { path: ["A name on the path is empty"] } };
  const key = keyOf(steps);
  const current = oneBy(places, ({ path }) => lower(path), key) ?? null;
  // Another row needed this place first, so that it is there without what this row says of it.
  const isMade = current?.version === 1 && judging.job.made.some(({ id }) => id === current.id);
  const used = taken(byCode, "code", "Code", fields.code, current?.id);
  if (current) {
    const level: FieldErrors =
      fields.level && fields.level !== current.level ? { level: ["Only for new places"] } : {};
    const { values, errors } = problems(locations.input, {
      ...formOf(current, names),
      ...fields,
      level: current.level,
    });
    const wrong = { ...used, ...level, ...errors };
    if (Object.keys(wrong).length || !values) return { errors: wrong };
    const planned: Planned = {
      values: only(values, own),
      current,
      place: current,
      above: [],
      under: null,
    };
    if (isMade) return { values: planned, changes: [], current: null, id: current.id };
    return {
      values: planned,
      changes: changesBetween(current, planned.values),
      current,
      before: formOf(current, own),
    };
  }
  const { under, above, errors: lost } = wayTo(judging, steps.slice(0, -1));
  const last = above.at(-1) ?? under;
  const name = steps.at(-1)!;
  const level = (fields.level as Level | undefined) ?? below(last);
  const { values, errors = {} } = problems(locations.input, {
    ...fields,
    name,
    level,
    parentId: last?.id ?? "",
  });
  const { name: unnamed, level: _, ...others } = errors as FieldErrors;
  const tree: FieldErrors =
    last && level && rankOf(last.level) >= rankOf(level)
      ? { level: [`${said[level]} cannot lie in ${said[last.level].toLowerCase()}`] }
      : level
        ? {}
        : { path: [`Nothing lies in ${said[last!.level].toLowerCase()}`] };
  const wrong = { ...used, ...others, ...tree, ...(unnamed ? { path: unnamed } : {}), ...lost };
  if (Object.keys(wrong).length || !values) return { errors: wrong };
  const place = { ...placed(judging, key, name, level!, last), ...only(values, own) };
  const planned: Planned = { values: only(values, own), current: null, place, above, under };
  return { values: planned, changes: [], current: null, id: place.id };
}

function write(db: CompanyDb, accepted: readonly Accepted[]) {
  const rows = (accepted as readonly Accepted<Planned>[]).map(({ values }) => values);
  const added = rows.filter(({ current }) => !current);
  const changed = rows.flatMap(({ current, values }) => (current ? [{ current, values }] : []));
  const asked = new Map(added.map(({ place }) => [place.id, place]));
  const needed = new Map(
    added.flatMap(({ above }) => above.map((place) => [place.id, place] as const)),
  );
  const implied = [...needed.values()].filter(({ id }) => !asked.has(id));
  const all = [...implied, ...asked.values()].sort((a, b) => a.depth - b.depth);
  const under = new Map(added.flatMap(({ under: one }) => (one ? [[one.id, one] as const] : [])));
  const entry = (
    action: string,
    place: NewPlace,
    before: Partial<Place>,
    after: Partial<Place>,
  ) => ({
    ...{ action: `${action}.location`, kind: "location", id: place.id, label: place.path },
    changes: changesBetween(before, after),
  });
  return {
    writes: [
      ...addingPlaces(db, all, [...under.values()]),
      ...changingPlaces(
        db,
        changed.map(({ current, values }) => ({
          id: current.id,
          version: current.version,
          values,
        })),
      ),
    ],
    activity: [
      ...all.map((place) => entry("create", place, {}, placeLog(place as Place))),
      ...changed.map(({ current, values }) => entry("update", current, current, values)),
    ],
    made: implied.map(({ id, path }) => ({ master: "place", id, name: path })),
  };
}

type Placed = { id: string; parentId: string | null; hasOthers: 0 | 1 };
const undo: Undo = {
  table,
  /** What uses a place but those that lie in it. */
  uses: () => usedBy(table).filter((use) => use.table !== table),
  // A place goes with all that lies in it, or stays with what stays in it.
  tree: {
    reads: (db, ids) =>
      db.rows<Placed>(sql`select "p"."id", "p"."parent_id" as "parentId", exists (select 1 from ${table} as "c"
        where "c"."company_id" = "p"."company_id" and "c"."parent_id" = "p"."id" and "c"."deleted_at" is null
          and "c"."id" not in (select "entity_id" from (${ids}))) as "hasOthers"
      from (${ids}) as "undone" cross join ${table} as "p" where "p"."company_id" = ${db.companyId} and "p"."id" = "undone"."entity_id" and "p"."deleted_at" is null`),
    standing: (standing, tree, rows) => {
      const places = tree as Placed[];
      const goes = new Map(
        rows.map(({ entity_id, action, version }) => [
          entity_id,
          action === "create" ? version : null,
        ]),
      );
      const stays = ({ id, hasOthers }: Placed): boolean =>
        goes.get(id) !== standing.get(id)?.version ||
        Boolean(standing.get(id)?.uses || hasOthers) ||
        holds(id);
      const holds = (id: string): boolean =>
        places.some((child) => child.parentId === id && stays(child));
      return new Map(
        places.flatMap(({ id, hasOthers }) => {
          const one = standing.get(id);
          return one
            ? [[id, { ...one, uses: one.uses ?? (hasOthers || holds(id) ? "places" : undefined) }]]
            : [];
        }),
      );
    },
  },
  write: (db, now, gone, restored) => {
    const back = restored.map(({ id, before }) => ({
      id,
      version: now.get(id)!.version,
      values: only(before, own),
    }));
    const entry = (verb: string, id: string) => ({
      action: `${verb}.location`,
      kind: "location",
      id,
      label: String(now.get(id)!.path),
    });
    return {
      writes: [...removingPlaces(db, gone), ...changingPlaces(db, back)],
      activity: [
        ...gone.map((id) => entry("delete", id)),
        ...back.map(({ id }) => entry("restore", id)),
      ],
    };
  },
};

/** Floors, cities and sites by their whole path; what is missing on the way to one is added with it. */
export const placeKind: ImportKind = {
  ...kindOfEntity("locations", resource),
  label: "Floor/City/Site",
  keyFields: ["path"],
  key: (cell) => sql`nullif(lower(${pathSql(sql`coalesce(${cell("path")}, '')`)}), '')`,
  other: { field: "code", text: (cell) => sql`nullif(lower(${cell("code")}), '')` },
  reads: (db, words, filed) =>
    [
      placesOnWay(db, words("path")),
      db.rows<Filed>(filed(keysAbove(words("path")), "level")),
      db.rows(sql`select "p"."id", "p"."code" from (${words("code")}) as "w" cross join ${table} as "p"
      where "p"."company_id" = ${db.companyId} and "p"."code" = "w"."word" and "p"."deleted_at" is null`),
    ] as Statement[],
  judge,
  write: (db, _session, rows) => write(db, rows),
  // A place that another row needed first is changed by its own.
  versionAfter: ({ values, current }) =>
    ((current ?? (values as Planned).current)?.version ?? 0) + 1,
  undo,
};
