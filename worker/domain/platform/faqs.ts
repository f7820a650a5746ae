import { eq } from "drizzle-orm";
import { z } from "zod";
import { faqAudiences, faqs as table } from "#drizzle/control/index.ts";
import type { AnySession } from "../../session.ts";
import { described, flag, multiline, optionalText, text, word } from "../entity/fields.ts";
import { entityWithoutArchive } from "../entity/without-archive.ts";
import { wordList } from "../entity/word-list.ts";
import { behindAll, ordering } from "./ordered.ts";

const manage = "manage-help";

/** Numbers of service types: as a list, or as text with commas. */
const serviceTypes = () =>
  described(
    z
      .unknown()
      .meta({ type: "array", items: { type: "integer", enum: [0, 1, 2] } })
      .transform((sent) => (Array.isArray(sent) ? sent.map(String) : sent))
      .pipe(wordList("Service types", ["0", "1", "2"]))
      .transform((words) => words.map(Number).sort())
      .refine((types) => types.length > 0, "Choose at least one service type"),
    { label: "Service types" },
  );

const verbs = entityWithoutArchive({
  table,
  noun: ["question", "questions"],
  name: "faq",
  permissions: { view: manage, create: manage, edit: manage, delete: manage },
  title: "question",
  input: z.strictObject({
    question: text("Question", 200),
    answer: multiline("Answer", 5000),
    category: optionalText(60, "Category"),
    audience: word("Audience", faqAudiences, "Choose who it is for"),
    serviceTypes: serviceTypes(),
    isActive: flag("Active").default(true),
  }),
  search: { words: ["question", "category"] },
  list: {
    sorts: { order: table.sort },
    filters: {
      audience: (audience) => eq(table.audience, audience as "public"),
      active: (isActive) => eq(table.isActive, isActive === "yes"),
    },
  },
  always: (db, { id, values, before }) => (values && !before ? [behindAll(db, table, id)] : []),
});

/** Questions that are often asked, in the order in which each audience reads them. */
export const faqs = {
  ...verbs,
  ...ordering({
    ...{ table, permission: manage, name: verbs.name, noun: verbs.noun[0] },
    ...{ title: table.question, among: table.audience },
  }),

  /** Without the answers, which are long. */
  async list(session: AnySession, params: URLSearchParams, record?: string) {
    const list = await verbs.list(session, params, record);
    return { ...list, rows: list.rows.map(({ answer: _, ...row }) => row) };
  },
};
