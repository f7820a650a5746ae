import { is, sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  check,
  customType,
  foreignKey,
  index,
  integer,
  primaryKey,
  real,
  type SQLiteColumnBuilderBase,
  SQLiteTable,
  text,
} from "drizzle-orm/sqlite-core";

const MILLISECONDS_HEX = 12;

let last = 0;
let place = 0;
const PLACES = 0x1000;

/** The beginning of every id that is made from an instant on. */
export function idFrom(at: number): string {
  const time = Math.max(0, at).toString(16).padStart(MILLISECONDS_HEX, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}`;
}

/** The instant at which an id was made. */
export const madeAt = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/** Time-ordered random id (UUIDv7): newest first is simply id descending. Those of one millisecond count on from a random place. */
export function newId(now = Date.now()): string {
  const random = crypto.randomUUID();
  place = now === last ? (place + 1) % PLACES : Number.parseInt(random.slice(15, 18), 16) >> 1;
  last = now;
  return `${idFrom(now)}-7${place.toString(16).padStart(3, "0")}${random.slice(18)}`;
}

/** A calendar date YYYY-MM-DD in the company's time zone. */
export const day = () => text();
export const flag = (initial = false) => integer({ mode: "boolean" }).notNull().default(initial);
/** Text that is unique or searched without regard to case. */
export const nocase = customType<{ data: string; driverData: string }>({
  dataType: () => "text collate nocase",
});
/** Decimal text exactly as it was typed: nothing is lost, and nothing is computed from a double. */
export const decimal = customType<{ data: string; driverData: string }>({
  dataType: () => "decimal text",
});
/** A decimal that is also searched or sorted by: its double stands beside it, written by `withDoubles` and shown nowhere. */
export const searchedDecimal = <K extends string>(name: K) =>
  ({ [name]: decimal(), [`${name}Num`]: real() }) as Record<K, ReturnType<typeof decimal>> &
    Record<`${K}Num`, ReturnType<typeof real<"">>>;
/** A value of any shape, kept as JSON. */
export const json = <T>() => text({ mode: "json" }).$type<T>();
/** The instant a row is written, in epoch milliseconds. */
const now = () =>
  integer()
    .notNull()
    .$defaultFn(() => Date.now());

/** Rows of a partial index. A query takes the index when the same words stand in it. */
export const living = sql`deleted_at is null`;
export const filled = (column: AnySQLiteColumn) => sql.raw(`${snake(column.name)} is not null`);
export const livingWith = (column: AnySQLiteColumn) =>
  sql.raw(`${snake(column.name)} is not null and deleted_at is null`);

/** Money in 1/100 of the company's currency unit. */
export const minor = () => integer();

/** Who wrote a row and when; each change raises the version. */
const stamps = {
  createdAt: now(),
  createdBy: text(),
  updatedAt: now(),
  version: integer().notNull().default(1),
};

/** Columns of the platform's own tables. */
export const record = {
  id: text()
    .notNull()
    .primaryKey()
    .$defaultFn(() => newId()),
  ...stamps,
};

/** The tables of a schema. */
export const tablesOf = (schema: Record<string, unknown>): SQLiteTable[] =>
  Object.values(schema).filter((value): value is SQLiteTable => is(value, SQLiteTable));

/** The two columns every company-owned table begins with. */
export const bare = {
  companyId: text().notNull(),
  id: text()
    .notNull()
    .$defaultFn(() => newId()),
};

/** The columns a company-owned table starts with unless it is bare. */
export const owned = { ...bare, ...stamps };

/** Masters are archived (hidden from choices) and softly deleted. */
export const master = { archivedAt: integer(), deletedAt: integer() };

type Owned = { companyId: AnySQLiteColumn; id: AnySQLiteColumn };
/** A table a company owns, as the target of a reference. */
export type OwnedTarget = SQLiteTable & Owned;

/** The key every company-owned table has. Its index starts with the company, as every query does. */
export const ownedKey = (t: Owned) => primaryKey({ columns: [t.companyId, t.id] });

/** The key, and the index by which what was changed since an instant is read. */
export const keyAndChange = (table: string, t: Owned & { updatedAt: AnySQLiteColumn }) => [
  ownedKey(t),
  index(`${table}_by_change`).on(t.companyId, t.updatedAt, t.id),
];

/**
 * The index by which rows are read that were changed after they were made. A new row enters no index: the key finds it, since ids are in
 * the order in which rows were made.
 */
export const changedLater = (
  table: string,
  t: Owned & { createdAt: AnySQLiteColumn; updatedAt: AnySQLiteColumn },
) =>
  index(`${table}_changed_later`)
    .on(t.companyId, t.updatedAt, t.id)
    .where(sql`updated_at > created_at`);

/** A foreign key that can only point at a row of the same company; the database itself refuses any other. */
export const inCompany = (
  t: { companyId: AnySQLiteColumn },
  column: AnySQLiteColumn,
  target: () => OwnedTarget,
) =>
  foreignKey({ columns: [t.companyId, column], foreignColumns: [target().companyId, target().id] });

type Marked = { config: { uncounted?: string } };

/**
 * A column that points at a record without using it: nothing asks such rows before the record is deleted.
 * @param why the reason, for whoever reads the table
 */
export const uncounted = <B extends SQLiteColumnBuilderBase>(column: B, why: string): B => {
  (column as unknown as Marked).config.uncounted = why;
  return column;
};

/** Why rows that point by this column do not use what they point at; undefined where they do. */
export const whyUncounted = (column: AnySQLiteColumn): string | undefined =>
  (column as unknown as Marked).config.uncounted;

/** D1 binds numbers as REAL; these columns must hold whole numbers. */
export const whole = (table: string, ...columns: AnySQLiteColumn[]) =>
  columns.map((c) =>
    check(`${table}_${snake(c.name)}_integer`, sql`typeof(${c}) in ('integer', 'null')`),
  );

/** Decimals are numbers, and each has its double where it has one. */
export const decimals = (table: string, t: Record<string, AnySQLiteColumn>) =>
  Object.entries(t)
    .filter(([, column]) => column.getSQLType() === "decimal text")
    .map(([name, column]) => {
      const double = t[`${name}Num`];
      const isNumber = sql`${column} glob '*[0-9]*' and ${column} not glob '*[^0-9.eE+-]*' and length(${column}) <= 24`;
      return check(
        `${table}_${snake(name)}_decimal`,
        double
          ? sql`(${column} is null) = (${double} is null) and (${column} is null or ${isNumber})`
          : sql`${column} is null or (${isNumber})`,
      );
    });

/** The name of a column in the database, by its name in the code. */
export const snake = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** One of a list of words, as a named CHECK. */
export const oneOf = (name: string, column: AnySQLiteColumn, words: readonly string[]) =>
  check(
    name,
    sql`${column} is null or ${column} in (${sql.raw(words.map((w) => `'${w}'`).join(", "))})`,
  );
