import { and, asc, eq, lte, sql } from "drizzle-orm";
import { companyExports, exportAtWork } from "#drizzle/control/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row, Statement } from "../../db/db.ts";
import { brokenRule } from "../../db/errors.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { mailing } from "../../mail/outbox.ts";
import { exportReadyLetter } from "../../mail/platform-letters.ts";
import { unavailable } from "../../refusals.ts";
import { originOf } from "../../tenancy/hosts.ts";
import { mappedQuery } from "../platform/mapped.ts";
import { BOUNDS, type Bounds, exportPart, type Piece } from "./part.ts";

const DAY_MS = 86_400_000;
/** A set can be taken for so many days. */
export const READY_DAYS = 7;
/** Exports that are looked at in one message, and parts of each. */
const EXPORTS = 5;
const PARTS = 4;
/** So many objects of the store are read for one download at most. */
const MOST_PARTS = 900;
/** An export that fails so often is given up. */
const MOST_FAILURES = 5;
const SWEPT = 20;

type Export = Row<typeof companyExports>;

/** Where a part of an export lies. What stands in folders is not swept with other files. */
export const partKey = ({ companyId, id }: Pick<Export, "companyId" | "id">, part: number) =>
  `c/${companyId}/exports/${id}/${String(part).padStart(5, "0")}`;

/** What the job gives; `bounds` are smaller in tests alone. */
export type Going = {
  env: Env;
  db: PlatformDb;
  at: number;
  open(binding: string, companyId: string): CompanyDb;
  bounds?: Bounds;
};

/** Moves an export on, only from where it stood: of two messages that did the same part, the later one changes nothing. */
async function moved(
  db: PlatformDb,
  { id, version }: Export,
  set: Partial<Export>,
  more: readonly Statement[] = [],
): Promise<boolean> {
  const isHere = and(eq(companyExports.id, id), eq(companyExports.version, version), exportAtWork)!;
  try {
    await db.read(
      db.assert("state", db.exists(companyExports, isHere)),
      db.updating(companyExports, eq(companyExports.id, id), set),
      ...more,
    );
    return true;
  } catch (error) {
    if (brokenRule(error)?.name === "state_as_expected") return false;
    throw error;
  }
}

/** Takes the parts of an export out of the store; those that another message may have put there as well. */
async function dropParts(bucket: R2Bucket, row: Export) {
  await bucket.delete(Array.from({ length: row.parts + 1 }, (_, part) => partKey(row, part)));
}

const joined = (pieces: readonly Piece[]): Uint8Array => {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.packed.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece.packed, at);
    at += piece.packed.length;
  }
  return bytes;
};

/** What a part says of its pieces, in their order. */
const listOf = (pieces: readonly Piece[]) =>
  pieces
    .map(({ table, rows, size, sha256, packed }) =>
      [table, rows, size, sha256, packed.length].join(":"),
    )
    .join(",");
export const piecesIn = (list: string) =>
  list
    .split(",")
    .filter(Boolean)
    .map((piece) => {
      const [table = "", rows, size, sha256 = "", packed] = piece.split(":");
      return {
        table,
        sha256,
        ...{ rows: Number(rows), size: Number(size), packed: Number(packed) },
      };
    });

type Stored = { size: number; list: string; next: string | null };

/** The part in the store: one that is there already is the part, whatever was written to the tables since. */
async function storedPart(
  { env: { MEDIA }, bounds = BOUNDS }: Going,
  company: CompanyDb,
  row: Export,
): Promise<Stored | null> {
  const key = partKey(row, row.parts);
  const there = await MEDIA.head(key);
  const of = ({ size, customMetadata: { list = "", next = "" } = {} }: R2Object): Stored => ({
    ...{ size, list },
    next: next || null,
  });
  if (there) return of(there);
  const { pieces, next } = await exportPart(company, row.cursor, bounds);
  if (!pieces.length && next === null) return null;
  const list = listOf(pieces);
  const bytes = joined(pieces);
  // Of two messages that make it at once the first one's is the part: the other one may have read other rows.
  const put = await MEDIA.put(key, bytes, {
    onlyIf: { etagDoesNotMatch: "*" },
    customMetadata: { list, next: next ?? "" },
  });
  if (put) return { size: bytes.length, list, next };
  const first = await MEDIA.head(key);
  return first ? of(first) : unavailable();
}

function counted(counts: Export["counts"], list: string): Export["counts"] {
  const sums = { ...counts };
  for (const { table, rows } of piecesIn(list)) sums[table] = (sums[table] ?? 0) + rows;
  return sums;
}

/** The next part of an export. @returns whether there is more to do */
async function next(going: Going, row: Export): Promise<boolean> {
  const { env, db, at } = going;
  const [[company]] = await db.read(mappedQuery(db, row.companyId));
  if (!company) return false;
  if (row.parts >= MOST_PARTS) {
    await failed(going, row, "It is too large for one set. Ask us, and we send it to you.");
    return false;
  }
  const part = await storedPart(going, going.open(company.binding, company.id), row);
  const made = part
    ? {
        parts: row.parts + 1,
        bytes: row.bytes + part.size,
        counts: counted(row.counts, part.list),
        cursor: part.next,
      }
    : {};
  if (part?.next) return moved(db, row, { ...made, status: "running" });
  const origin = originOf(env, company.host ?? "");
  const told = { name: row.requesterName, companyName: company.name, days: READY_DAYS };
  const letter = mailing(
    db,
    { to: row.requesterEmail, ...exportReadyLetter(told, origin) },
    `export-ready:${row.id}`,
  );
  const readyUntil = at + READY_DAYS * DAY_MS;
  await moved(db, row, { ...made, status: "ready", finishedAt: at, readyUntil }, [letter]);
  return false;
}

async function failed({ env, db, at }: Going, row: Export, error: string) {
  if (await moved(db, row, { status: "failed", error, finishedAt: at }))
    await dropParts(env.MEDIA, row);
}

async function goOnWith(going: Going, id: string): Promise<boolean> {
  const { db, at } = going;
  for (let part = 0; part < PARTS; part++) {
    const row = await db.find(companyExports, id);
    if (!row || !["queued", "running"].includes(row.status)) return false;
    try {
      if (row.createdAt < at - DAY_MS || row.failures >= MOST_FAILURES) {
        await failed(going, row, "It could not be made. Ask for it again.");
        return false;
      }
      if (!(await next(going, row))) return false;
    } catch (error) {
      console.error(`Export ${id} failed`, error);
      await moved(db, row, { failures: row.failures + 1 });
      // The next minute tries again.
      return false;
    }
  }
  return true;
}

/**
 * Goes on with the exports of all companies, some parts of each. One that fails keeps no other; it goes on from the part that failed.
 * @returns whether there is more to do now
 */
export async function goOnWithExports(going: Going): Promise<boolean> {
  const { db } = going;
  const [rows] = await db.read(
    db
      .select({ id: companyExports.id })
      .from(companyExports)
      .where(exportAtWork)
      .orderBy(asc(companyExports.id))
      .limit(EXPORTS + 1),
  );
  let isMore = false;
  for (const { id } of rows.slice(0, EXPORTS)) isMore = (await goOnWith(going, id)) || isMore;
  return isMore;
}

/** Takes sets away whose days are over. @returns whether there are more */
export async function sweepExports(env: Env, db: PlatformDb, at: number): Promise<boolean> {
  const over = and(sql`status = 'ready'`, lte(companyExports.readyUntil, at));
  const [rows] = await db.read(
    db
      .select()
      .from(companyExports)
      .where(over)
      .orderBy(asc(companyExports.readyUntil))
      .limit(SWEPT),
  );
  for (const row of rows) {
    await dropParts(env.MEDIA, row);
    await db.read(
      db.updating(companyExports, and(eq(companyExports.id, row.id), over)!, { status: "expired" }),
    );
  }
  return rows.length === SWEPT;
}
