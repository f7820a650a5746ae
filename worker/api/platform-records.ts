import { queryKinds, queryStates } from "#app/shared/contact-queries.ts";
import { loginFilterWords, loginResultWords } from "#app/shared/login-words.ts";
import { contactQueries, platformActivityLog, shards } from "#drizzle/control/index.ts";
import { listPlatformActivity } from "../domain/platform/activity.ts";
import {
  handleInput,
  handleQuery,
  moveInput,
  moveQuery,
} from "../domain/platform/answer-queries.ts";
import { findQuery, listQueries, NOBODY, queryFile } from "../domain/platform/contact-queries.ts";
import { listLogins, lookInput, lookIntoLogins } from "../domain/platform/login-logs.ts";
import {
  readSettings,
  savePlatformSection,
  sectionInputs,
  setShard,
  shardInput,
} from "../domain/platform/save-settings.ts";
import { type SettingSection, settingSections } from "../domain/platform/settings.ts";
import { forbidden, notFound } from "../refusals.ts";
import { entryShape, entryToWire, lookedBackShape, lookedBackToWire } from "./activity.ts";
import { data, dataWith, done, file, page } from "./answers.ts";
import { type Call, platformCalls } from "./call.ts";
import {
  columnsShape,
  day,
  id,
  inputShape,
  instant,
  list,
  listQuery,
  object,
  oneOf,
  orNull,
  sampleId,
  text,
  truth,
  whole,
} from "./shapes.ts";
import { toWire } from "./wire.ts";

const calendarDay = { ...day, description: "A day in UTC" };
const company = object({ id, name: orNull(text) });

const activity = platformCalls({ tag: "Platform activity", needs: "manage-activity-log" })({
  get: "/super-admin/activity-logs",
  says: "What happened on the platform, newest first",
  query: listQuery(["at"], {
    person: { ...id, description: "Who did it" },
    action: { ...text, description: "The first word of the action, such as update" },
    kind: { ...text, description: "The kind of record, such as company" },
    company: { ...id, description: "The company it is about" },
    from: calendarDay,
    to: calendarDay,
  }),
  answer: dataWith(
    list(
      entryShape(
        platformActivityLog,
        "id at actorKind actorId actorName via action entityKind entityId entityLabel reason ip",
        { company: orNull(company) },
      ),
    ),
    lookedBackShape,
  ),
  run: async ({ session, query }) => {
    const { rows, ...found } = await listPlatformActivity(session, query);
    const shown = rows.map(({ companyId, companyName, ...row }) => ({
      ...entryToWire(row),
      company: companyId && { id: companyId, name: companyName },
    }));
    return { data: shown, ...lookedBackToWire(found) };
  },
});

const ofLogins = platformCalls({ tag: "Login activity", needs: "manage-login-logs" });
const logins = [
  ofLogins({
    get: "/super-admin/login-logs",
    says: "Attempts to sign in, newest first: on the platform or, once its log was opened, in a company",
    query: listQuery(["at"], {
      result: oneOf(...Object.keys(loginFilterWords)),
      company: { ...id, description: "A company whose log the caller has opened" },
      from: calendarDay,
      to: calendarDay,
    }),
    answer: dataWith(
      list(
        object({
          ...{ id, at: instant, email: text, name: orNull(text) },
          result: oneOf(...Object.keys(loginResultWords)),
          ...{ ip: orNull(text), country: orNull(text), client: text },
          signed_out_at: orNull(instant),
        }),
      ),
      lookedBackShape,
    ),
    run: async ({ session, visit, query }) => {
      const { rows, company: asked, ...found } = await listLogins(session, visit.env, query);
      if (query.get("company") && !asked?.isOpen)
        asked ? forbidden("Open this company's log first") : notFound("company");
      return { data: rows.map(toWire), ...lookedBackToWire(found) };
    },
  }),
  ofLogins({
    post: "/super-admin/login-logs/look",
    says: "Open a company's log of sign-ins for an hour. Both logs of activity say who looks, and why",
    input: lookInput,
    example: { company_id: sampleId, reason: "Asked for by the company" },
    run: ({ session, visit, body }) => lookIntoLogins(session, visit.env, body),
  }),
];

const QUERIES = "/super-admin/contact-query";
const ofQueries = platformCalls({
  tag: "Contact query",
  needs: "manage-support-ticket",
  of: contactQueries,
});
const query = {
  ...{ id, at: instant, kind: oneOf(...Object.keys(queryKinds)), name: text },
  ...{ email: orNull(text), phone: orNull(text), organisation: orNull(text) },
  ...{ subject: orNull(text), page: text, status: oneOf(...Object.keys(queryStates)) },
  ...{ assigned_to: orNull(id), assignee_name: orNull(text), media_id: orNull(id) },
  version: whole,
};
const queries = [
  ofQueries({
    get: QUERIES,
    says: "Messages from the public pages in one state, newest first",
    query: listQuery(["at"], {
      tab: { ...oneOf(...Object.keys(queryStates)), default: "new" },
      kind: oneOf(...Object.keys(queryKinds)),
      person: { ...text, description: `Who answers: the id of one of the staff, or ${NOBODY}` },
    }),
    answer: page(object(query)),
    run: ({ session, query: asked }) => listQueries(session, asked),
  }),
  ofQueries({
    get: `${QUERIES}/:id`,
    says: "A message, with the file of an applicant",
    answer: data(
      object({
        ...query,
        ...{ message: text, notes: orNull(text) },
        file: orNull(object({ file_name: text, bytes: whole })),
        companies: {
          ...list(object({ id, name: text })),
          description: "Companies one of whose Admins has the sender's address",
        },
      }),
    ),
    run: async ({ session, id: asked }) => {
      const found = await findQuery(session, asked);
      return { ...found, file: found.file && toWire(found.file) };
    },
  }),
  ofQueries({
    get: `${QUERIES}/:id/file`,
    says: "The file of an applicant, to be kept",
    answer: file,
    run: ({ session, visit, id: asked }) => queryFile(session, visit.env.MEDIA, asked),
  }),
  ofQueries({
    put: `${QUERIES}/:id`,
    says: "Say who answers a message, and note what was done",
    input: handleInput,
    example: { notes: "Called back on Monday" },
    run: ({ session, id: asked, body }) => handleQuery(session, asked, body),
  }),
  ofQueries({
    post: `${QUERIES}/:id/move`,
    says: "Move a message to another state",
    input: moveInput,
    example: { status: "contacted" },
    run: ({ session, id: asked, body }) => moveQuery(session, asked, body),
  }),
];

const ofSettings = platformCalls({ tag: "Platform settings", needs: "manage-setting" });
/** Examples of sections for which the schema alone gives no valid one. */
const examples: Record<SettingSection, Record<string, unknown>> = {
  brand: { brand_name: "Plumbline", map_link: "https://maps.example.com/plumbline" },
  sender: { sender_name: "Plumbline" },
  seller: { seller_country: "IN", invoice_prefix: "INV", credit_prefix: "CN" },
  tax: { tax_rates: "IN: GST 18" },
  trial: { trial_days: 30, grace_days: 10 },
  gateways: { is_razorpay_on: false, is_stripe_on: false },
  maintenance: { maintenance_text: "", maintenance_until: "" },
};
const sections = Object.entries(settingSections) as [SettingSection, string][];
const sectionShape = (section: SettingSection) => {
  const { properties = {} } = inputShape(sectionInputs[section]);
  const names = Object.fromEntries(Object.keys(properties).map((name) => [name, {}]));
  return object({ ...names, version: whole });
};
const ofShards = platformCalls({ tag: "Platform settings", needs: "manage-setting", of: shards });
const settings = [
  ofSettings({
    get: "/super-admin/settings",
    says: "How the platform is run, by section; each is saved with the version it shows",
    answer: data(() =>
      object({
        sections: object(
          Object.fromEntries(sections.map(([section]) => [section, sectionShape(section)])),
        ),
        shards: list(columnsShape(shards, "id name jurisdiction isOpen companyCount version")),
        keys: object({ offline: truth, razorpay: truth, stripe: truth }),
        sender: { ...text, description: "The address that mails are from" },
      }),
    ),
    run: async ({ session, visit }) => {
      const found = await readSettings(session, visit.env);
      const shown = Object.entries(found.sections).map(([name, { values, version }]) => [
        name,
        { ...toWire(values), version },
      ]);
      return {
        sections: Object.fromEntries(shown),
        shards: found.shards.map(toWire),
        keys: found.keys,
        sender: found.sender,
      };
    },
  }),
  ...sections.map(([section, label]) =>
    ofSettings({
      put: `/super-admin/settings/${section}`,
      says: `Save the platform's section ${label}: the whole of it`,
      input: sectionInputs[section],
      isVersioned: true,
      example: examples[section],
      answer: done(object({ version: whole })),
      run: ({ session, visit, body }) =>
        savePlatformSection(session, visit.env, section, body as Record<string, unknown>),
    }),
  ),
  ofShards({
    post: "/super-admin/shards/:id",
    says: "Open a shard to new companies, or close it to them",
    input: shardInput,
    example: { is_open: true },
    run: ({ session, id: asked, body }) => setShard(session, asked, body),
  }),
];

/** Calls of the platform's staff on its logs, messages and settings. */
export const platformRecordCalls: Call[] = [activity, ...logins, ...queries, ...settings];
