import { useLocation } from "react-router";
import { dayIn } from "#app/shared/company-time.ts";
import { PageHead } from "#app/ui/page.tsx";
import { askForExport, ownExports, wakeExports } from "#worker/domain/company-export/exports.ts";
import { countryChoices, currencyChoices, zoneChoices } from "#worker/domain/platform/countries.ts";
import { followAfter } from "#worker/domain/platform/follow-profile.ts";
import { closeOwnCompany } from "#worker/domain/platform/own-closing.ts";
import { importHolidays } from "#worker/domain/settings/import-holidays.ts";
import { removeLogo, saveLogo } from "#worker/domain/settings/logo.ts";
import { readSettings } from "#worker/domain/settings/read.ts";
import { saveSection, sectionLabels } from "#worker/domain/settings/save.ts";
import { settingOf } from "#worker/domain/settings/vocabulary.ts";
import type { Session } from "#worker/session.ts";
import { type Asked, actions, byScripts, goesOn, stays, type Values } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import { siteOrigin } from "#worker/web/site.ts";
import { Saved } from "../people/profile-form.tsx";
import type { Route } from "./+types/settings";
import { CalendarSection } from "./calendar-section.tsx";
import { CertificatesSection } from "./certificates-section.tsx";
import { CompanySection } from "./company-section.tsx";
import { DataSection } from "./data-section.tsx";
import { FactorsSection } from "./factors-section.tsx";
import { IntervalsSection } from "./intervals-section.tsx";
import { NumberingSection } from "./numbering-section.tsx";
import {
  CalibrationSection,
  DeviceSection,
  DueSection,
  LabelsSection,
  MovementSection,
  RemindersSection,
  ReplacementSection,
  ReportSection,
  SecuritySection,
} from "./other-sections.tsx";
import { ServiceSection } from "./service-section.tsx";
import { hiddenSections, SettingsTabs, sectionAsked } from "./settings-tabs.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const section = new URL(request.url).searchParams.get("section");
  const page = await readSettings(session);
  const { country } = session.company;
  const choices = { zones: zoneChoices, currencies: currencyChoices };
  return {
    country: countryChoices.find(({ value }) => value === country)?.label ?? country,
    page,
    mayEdit: session.can("edit-settings"),
    name: session.company.name,
    exports: section === "data" && session.type === "Admin" ? await ownExports(session) : [],
    hidden: hiddenSections(session),
    hasSamples: settingOf(session.company, "sample_data"),
    now: Date.now(),
    today: dayIn(session.company.timeZone),
    ...choices,
  };
}
const sectionCommands = Object.fromEntries(
  Object.keys(sectionLabels).map((section) => [
    section,
    ({ session }: Asked<Session>, values: Values) => saveSection(session, section, values),
  ]),
);
export const action = actions(
  {
    ...sectionCommands,
    holidays: ({ session, file }, { file: _, ...values }) =>
      importHolidays(session, values, file("file")),
    logo: ({ session, visit, file }) => saveLogo(session, visit.env.MEDIA, file("logo")),
    "remove-logo": ({ session }) => removeLogo(session),
    "export-data": ({ session }) => askForExport(session),
    "close-company": {
      run: ({ session, visit }, values) => closeOwnCompany(session, visit.env, values),
      // The company's own hosts answer no longer. A form without scripts may not lead to another host.
      reply: byScripts(
        goesOn(
          (_, { visit }) => `${siteOrigin(visit)}/company-closed`,
          () => "",
        ),
        stays,
      ),
    },
  },
  {
    reply: stays,
    after({ visit, intent }) {
      if (intent === "company") followAfter(visit);
      if (intent === "export-data") wakeExports(visit);
    },
  },
);
export const meta = () => [{ title: "Settings - Plumbline" }];

const parts = {
  labels: LabelsSection,
  due: DueSection,
  movement: MovementSection,
  replacement: ReplacementSection,
  report: ReportSection,
  device: DeviceSection,
  security: SecuritySection,
  factors: FactorsSection,
  reminders: RemindersSection,
  calibration: CalibrationSection,
  intervals: IntervalsSection,
  certificates: CertificatesSection,
};

/** How the company works with Plumbline, a section a tab; each saves alone. */
export default function Settings({
  loaderData: { page, mayEdit, hidden, now, name, exports, hasSamples, ...company },
  actionData,
}: Route.ComponentProps) {
  const { search } = useLocation();
  const open = sectionAsked(search, hidden);
  const Part = open in parts ? parts[open as keyof typeof parts] : null;
  const props = { page, mayEdit, actionData };
  return (
    <>
      <PageHead title="Settings" />
      <Saved actionData={actionData} />
      <div className="stack">
        <SettingsTabs hidden={hidden} open={open} />
        <div className="settings-part" key={open}>
          {open === "company" && (
            <CompanySection {...props} {...company} seesAddress={!hidden.includes("address")} />
          )}
          {open === "numbering" && <NumberingSection {...props} />}
          {open === "service" && <ServiceSection {...props} now={now} />}
          {open === "calendar" && <CalendarSection {...props} now={now} />}
          {open === "data" && <DataSection {...{ name, exports, hasSamples, actionData }} />}
          {Part && <Part {...props} />}
        </div>
      </div>
    </>
  );
}
