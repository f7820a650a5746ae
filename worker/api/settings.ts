import { followAfter } from "../domain/platform/follow-profile.ts";
import { holidaysInput, importHolidays } from "../domain/settings/import-holidays.ts";
import { removeLogo, saveLogo } from "../domain/settings/logo.ts";
import { numberKeys, readSettings } from "../domain/settings/read.ts";
import { inputOf, isAdminSection, saveSection, sectionLabels } from "../domain/settings/save.ts";
import { fieldOf } from "../domain/settings/section.ts";
import type { SectionName } from "../domain/settings/sections.ts";
import { takeUpload } from "../files/upload.ts";
import { data, done, doneAll } from "./answers.ts";
import { type Call, companyCalls, multipart } from "./call.ts";
import {
  id,
  inputShape,
  object,
  orNull,
  type Schema,
  text,
  thumbnailParts,
  truth,
  whole,
} from "./shapes.ts";
import { toWire, wireName } from "./wire.ts";

const call = companyCalls({ tag: "Settings", needs: "edit-settings" });

/** A section as it is read, with its version. */
function sectionShape(name: string): Schema {
  const { properties, required = [], ...rest } = inputShape(inputOf(name));
  return {
    ...rest,
    properties: { ...properties, version: whole },
    required: [...required, "version"],
  };
}

/** Examples of sections for which the schema alone gives no valid one. */
const examples: Partial<Record<SectionName | "numbering", Record<string, unknown>>> = {
  company: {
    name: "Hill Hospital",
    time_zone: "Asia/Kolkata",
    currency: "INR",
    date_format: "DD MMM YYYY",
    fiscal_year_start: "04",
  },
  security: { session_idle_minutes: 30 },
  factors: { second_factor_of: "nobody", remember_devices: true },
  service: {
    critical_respond: 0.5,
    critical_resolve: 8,
    call_auto_close_days: 7,
    call_reopen_days: 7,
  },
  calendar: {
    is_always: false,
    mon_from: "08:00",
    mon_to: "17:00",
    holidays: "2026-01-26,Republic Day",
  },
  movement: { transfer_needs_approval: true, gate_pass_levels: 1 },
  reminders: {
    reminder_days: "30, 15, 7, 1",
    leader_after_days: 3,
    admin_after_days: 10,
    digest: "daily",
  },
  numbering: Object.fromEntries(
    numberKeys.flatMap((key) => [
      [wireName(fieldOf(key)), "A-{SEQ:5}"],
      [wireName(`${fieldOf(key)}Reset`), "never"],
    ]),
  ),
};
const sections = Object.entries(sectionLabels) as [SectionName | "numbering", string][];
const saves = sections.map(([name, label]) =>
  call({
    put: `/settings/${name}`,
    ...(isAdminSection(name) ? { isAdminOnly: true } : {}),
    says: `Save the section ${label}: the whole of it`,
    input: inputOf(name),
    isVersioned: true,
    example: examples[name] ?? {},
    answer: done(object({ version: whole })),
    run: async ({ session, visit, body }) => {
      const answer = await saveSection(session, name, body);
      if (name === "company") followAfter(visit);
      return answer;
    },
  }),
);

const settingsShape = () =>
  object({
    company: object({
      country: text,
      host: text,
      logo: orNull(id),
      has_amounts: { ...truth, description: "The currency is fixed: an amount was entered in it" },
    }),
    sections: object(Object.fromEntries(sections.map(([name]) => [name, sectionShape(name)]))),
  });

/** How the company works with Plumbline. */
export const settingsCalls: Call[] = [
  call({
    get: "/settings",
    needs: "view-settings",
    says: "How the company works with Plumbline, by section; each is saved with the version it shows",
    answer: data(settingsShape),
    run: async ({ session }) => {
      const { company, sections } = await readSettings(session);
      const shown = Object.entries(sections).map(([name, { values, version }]) => [
        name,
        { ...toWire(values), version },
      ]);
      return { company: toWire(company), sections: Object.fromEntries(shown) };
    },
  }),
  ...saves,
  call({
    post: "/settings/holidays",
    says: "Add holidays to the working calendar: lines of date and name, or the text of a calendar file (ICS)",
    input: holidaysInput,
    example: { text: "2026-08-15,Independence Day" },
    answer: done(object({ version: whole })),
    run: ({ session, body }) => importHolidays(session, body),
  }),
  call({
    post: "/settings/logo",
    says: "Set the company's logo, in the place of the one before. It is read at /api/media/{id}",
    form: multipart(
      object(
        { logo: { ...text, format: "binary", description: "A jpg or png of at most 2 MB" } },
        thumbnailParts("logo"),
      ),
    ),
    answer: doneAll,
    run: ({ session, visit, form }) => saveLogo(session, visit.env.MEDIA, takeUpload(form, "logo")),
  }),
  call({
    delete: "/settings/logo",
    says: "Take the company's logo away",
    refuses: [],
    answer: doneAll,
    run: ({ session }) => removeLogo(session),
  }),
];
