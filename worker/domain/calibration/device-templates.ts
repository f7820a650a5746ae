import { sql } from "drizzle-orm";
import { z } from "zod";
import type { DeviceTemplate } from "#app/shared/calibration/device-template.ts";
import { newId } from "#drizzle/columns.ts";
import { deviceTemplates as table } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer, Db, Row } from "../../db/db.ts";
import { conflict, isRefusal, notFound, refuseStale } from "../../refusals.ts";
import type { AnySession, Session } from "../../session.ts";
import { entity, opened } from "../entity/entity.ts";
import { checked, text } from "../entity/fields.ts";
import { entryOf } from "../lists/list-query.ts";
import { templateChanges } from "./template-changes.ts";
import { headInput, templateContent, testInput } from "./template-input.ts";

export type Template = Row<typeof table>;
type Said = { name: string; content: DeviceTemplate };
type Done = Answer<{ id: string }>;

const input = z.strictObject({ name: text("Name", 150), content: templateContent() });

const verbs = entity({
  table,
  noun: ["device template", "device templates"],
  subject: "machine",
  permissions: {
    view: "view-machine",
    create: "edit-machine",
    edit: "edit-machine",
    delete: "edit-machine",
  },
  input,
  stored: ({ name, content }) => ({
    content: { ...content, device: name },
    unconfirmed: content.tests.filter(({ verify }) => verify).length,
  }),
  search: { words: ["name"] },
  list: {
    sorts: { name: table.name },
    filters: {
      figures: (asked) =>
        entryOf(
          { open: sql`${table.unconfirmed} > 0`, confirmed: sql`${table.unconfirmed} = 0` },
          asked,
        ),
    },
  },
  offered: { to: ["view-procedure"] },
  palette: {
    group: "Device templates",
    icon: "book",
    hint: ({ content }) => content.standards.slice(0, 2).join(", "),
    href: ({ id }) => `/device-template/${id}`,
  },
});

/** A template without tests. */
const EMPTY: DeviceTemplate = {
  ...{ key: "own", device: "", standards: [], default_interval_months: 12 },
  ...{ test_equipment_roles: [], tests: [], pm_checks: [] },
};

/** A template as its list shows it; what it says in full is its page's. */
const brief = ({ content, ...row }: Template) => ({
  ...row,
  standards: content.standards,
  intervalMonths: content.default_interval_months,
  tests: content.tests.length,
});
export type BriefTemplate = ReturnType<typeof brief>;

async function read(db: Db, id: string): Promise<Template> {
  const [[row]] = await db.read(db.byId(table, id));
  return row ?? notFound(verbs.noun[0]);
}

/** Writes what a template says now, with what has changed of it in the log. */
async function save(
  db: Db,
  before: Template,
  said: Said,
  message: string,
  reason?: string,
): Promise<Done> {
  const { writes, activity } = verbs.changing(db, before, said);
  try {
    return await db.commit({
      writes,
      activity: { ...activity, changes: templateChanges(before, said), reason: reason ?? null },
      answer: { status: 200, message, data: { id: before.id } },
    });
  } catch (refusal) {
    if (isRefusal(refusal, 409)) refuseStale(await read(db, before.id), before.version);
    throw refusal;
  }
}

type Sent = Record<string, unknown>;
/** Changes what a template says, as its page's forms ask for it. @throws Response 404, 409 */
async function changing(
  session: AnySession,
  id: string,
  version: unknown,
  message: string,
  change: (said: Said) => Said,
): Promise<Done> {
  const db = opened(session, "edit-machine");
  const before = await read(db, id);
  refuseStale(before, version);
  const after = change({ name: before.name, content: before.content });
  return save(db, before, after, message);
}

/** The place of a test in its template. @throws Response 404 */
function placeOf({ content }: Said, at: unknown): number {
  const place = typeof at === "string" && /^\d{1,3}$/.test(at) ? Number(at) : at;
  return typeof place === "number" && content.tests[place] ? place : notFound("test");
}
const withTests = (said: Said, tests: DeviceTemplate["tests"]): Said => ({
  ...said,
  content: { ...said.content, tests },
});

async function add(db: Db, said: Said): Promise<Done> {
  const id = newId();
  const { writes, activity } = verbs.adding(db, id, said);
  return db.commit({
    writes,
    activity: { ...activity, changes: templateChanges(null, said) },
    answer: { status: 201, message: `${verbs.label} added`, data: { id } },
  });
}

/** What kinds of device are tested for, and to which limits: copies of the product's templates, and the company's own. */
export const deviceTemplates = {
  ...verbs,

  async list(session: AnySession, params: URLSearchParams, record?: string) {
    const { rows, record: one, ...page } = await verbs.list(session, params, record);
    return { ...page, rows: rows.map(brief), record: one ? brief(one) : null };
  },

  async create(session: AnySession, sent: unknown): Promise<Done> {
    return add(opened(session, "edit-machine"), checked(input, sent));
  },

  async update(session: AnySession, id: string, { version, ...sent }: Sent): Promise<Done> {
    return changing(session, id, version, `${verbs.label} saved`, () => checked(input, sent));
  },

  /** Makes a template of one's own: from another one, or without tests. */
  async begin(session: AnySession, from: string, sent: unknown): Promise<Done> {
    const db = opened(session, "edit-machine");
    const { name } = checked(z.strictObject({ name: text("Name", 150) }), sent);
    const content = from ? (await read(db, from)).content : { ...EMPTY, device: name };
    return add(db, { name, content });
  },

  /** Changes what a template says besides its tests. */
  updateHead: (session: AnySession, id: string, { version, ...sent }: Sent) =>
    changing(session, id, version, `${verbs.label} saved`, ({ content }) => {
      const { name, note, ...head } = checked(headInput, sent);
      const { note: _, ...kept } = content;
      return { name, content: { ...kept, ...head, ...(note ? { note } : {}) } };
    }),

  /** Adds a test, or changes the one at a place. Whoever writes its figures answers for them: no mark stays. */
  saveTest: (session: AnySession, id: string, { version, at = "", ...sent }: Sent) =>
    changing(session, id, version, at === "" ? "Test added" : "Test saved", (said) => {
      const test = { ...checked(testInput, sent), verify: false };
      if (at === "") return checkedTests(withTests(said, [...said.content.tests, test]));
      return withTests(said, said.content.tests.with(placeOf(said, at), test));
    }),

  removeTest: (session: AnySession, id: string, { version, at }: Sent) =>
    changing(session, id, version, "Test removed", (said) =>
      withTests(said, said.content.tests.toSpliced(placeOf(said, at), 1)),
    ),

  /** A person has compared a figure with their copy of the standard. @throws Response 409 when it is confirmed */
  confirmTest: (session: AnySession, id: string, { version, ...sent }: Sent) =>
    changing(session, id, version, "Figure confirmed", (said) => {
      const place = placeOf(said, checked(z.strictObject({ at: z.unknown() }), sent).at);
      const test = said.content.tests[place]!;
      if (!test.verify) conflict("This figure is confirmed already");
      return withTests(said, said.content.tests.with(place, { ...test, verify: false }));
    }),
};

/** As many tests as a template may have. @throws Response 422 */
const checkedTests = (said: Said): Said => checked(input, said);

/** A template's page: all it says, and what the person may do with it. */
export async function templateToShow(session: Session, id: string) {
  const db: Pick<CompanyDb, "read" | "byId"> = session.authorize("view-machine");
  const [[row]] = await db.read(db.byId(table, id));
  return {
    template: row ?? notFound(verbs.noun[0]),
    may: {
      edit: session.can("edit-machine"),
      model: session.can("create-machine"),
      procedure: session.can("create-procedure"),
    },
  };
}
