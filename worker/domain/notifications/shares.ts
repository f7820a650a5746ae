import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import type { NoticeKind } from "./kinds.ts";
import { type Notice, notifyingNamed, type Reader } from "./notify.ts";

/** Things of one kind, and of one day, that are told to the same people. */
type Group<K extends string> = { kind: K; ids: readonly string[] };
/** What a person is told of one kind: each by itself where they are few, otherwise how many there are. */
export type Share<K extends string> = Group<K> & { reader: string; isFew: boolean };

/** More of a kind on one day are one notice to a person. */
export const FEW = 5;
/** Notices of one statement. */
const MOST_AT_ONCE = FEW * 10;

/** Whether a person's Locations include one. */
export const sees = ({ places }: Reader, departmentId: string | null) =>
  places === null || (departmentId !== null && places.includes(departmentId));

/** What each person is told. */
export function sharesOf<G extends Group<string>>(
  groups: readonly G[],
  toldOf: (group: G) => readonly Reader[],
): Share<G["kind"]>[] {
  const shares = new Map<string, { reader: string; kind: G["kind"]; ids: string[] }>();
  for (const group of groups)
    for (const { id } of toldOf(group)) {
      const key = `${id}:${group.kind}`;
      const share = shares.get(key) ?? { reader: id, kind: group.kind, ids: [] as string[] };
      share.ids.push(...group.ids);
      shares.set(key, share);
    }
  return [...shares.values()].map((share) => ({ ...share, isFew: share.ids.length <= FEW }));
}

/** The ids that are told of one by one. */
export const singleIds = (shares: readonly Share<string>[]) => [
  ...new Set(shares.flatMap(({ ids, isFew }) => (isFew ? ids : []))),
];

/**
 * The notices of shares, in lists of which each names a person once under a key.
 * @param rows what is said of those that are told of one by one
 * @param one the notice of a row
 * @param many the notice of all of a kind
 */
export function noticesOf<K extends string, R extends { id: string }>(
  shares: readonly Share<K>[],
  rows: readonly R[],
  one: (row: R, userIds: readonly string[]) => Notice,
  many: (kind: K, n: number, userIds: readonly string[]) => Notice,
): Notice[][] {
  const readers = new Map<string, string[]>();
  const counts = new Map<string, { kind: K; n: number; readers: string[] }>();
  for (const { reader, ids, isFew, kind } of shares) {
    if (isFew) for (const id of ids) readers.set(id, [...(readers.get(id) ?? []), reader]);
    else {
      const key = `${kind}:${ids.length}`;
      const same = counts.get(key) ?? { kind, n: ids.length, readers: [] };
      same.readers.push(reader);
      counts.set(key, same);
    }
  }
  const single = rows.flatMap((row) => {
    const userIds = readers.get(row.id);
    return userIds ? [one(row, userIds)] : [];
  });
  const whole = [...counts.values()].map(({ kind, n, readers: who }) => [many(kind, n, who)]);
  return [single, ...whole].filter((list) => list.length);
}

/** Tells of lists of notices those whom they name, as statements. */
export const telling = (
  db: CompanyDb,
  origin: string,
  kind: NoticeKind,
  lists: readonly Notice[][],
  now: number,
): Statement[] =>
  lists.flatMap((notices) =>
    Array.from({ length: Math.ceil(notices.length / MOST_AT_ONCE) }, (_, n) =>
      notices.slice(n * MOST_AT_ONCE, (n + 1) * MOST_AT_ONCE),
    ).flatMap((part) => notifyingNamed(db, origin, kind, part, now)),
  );
