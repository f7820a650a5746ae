import { useLocation } from "react-router";
import { dayIn } from "#app/shared/company-time.ts";
import { PageHead, Tabs } from "#app/ui/page.tsx";
import { countryChoices, currencyChoices, zoneChoices } from "#worker/domain/platform/countries.ts";
import { followAfter } from "#worker/domain/platform/follow-profile.ts";
import { importHolidays } from "#worker/domain/settings/import-holidays.ts";
import { removeLogo, saveLogo } from "#worker/domain/settings/logo.ts";
import { readSettings } from "#worker/domain/settings/read.ts";
import { saveSection, sectionLabels } from "#worker/domain/settings/save.ts";
import { settingOf } from "#worker/domain/settings/vocabulary.ts";
import type { Session } from "#worker/session.ts";
import { type Asked, actions, stays, type Values } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import { Saved } from "../people/profile-form.tsx";
import type { Route } from "./+types/settings";
import { CalendarSection } from "./calendar-section.tsx";
import { CertificatesSection } from "./certificates-section.tsx";
import { CompanySection } from "./company-section.tsx";
import { DataSection } from "./data-section.tsx";
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

export async function loader({ context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const page = await readSettings(session);
  const isHidden: Record<string, boolean> = {
    data: session.type !== "Admin",
    calibration: session.serviceType === 1,
    intervals: session.serviceType === 0,
    certificates: session.serviceType === 0,
  };
  const hidden = tabs
    .map(([key]) => key)
    .filter((key) => isHidden[key] ?? (session.serviceType === 1 && onlyOfAssets.has(key)));
  const { country } = session.company;
  const choices = { zones: zoneChoices, currencies: currencyChoices };
  return {
    country: countryChoices.find(({ value }) => value === country)?.label ?? country,
    page,
    mayEdit: session.can("edit-settings"),
    hidden,
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
  },
  { reply: stays, after: ({ visit, intent }) => intent === "company" && followAfter(visit) },
);
export const meta = () => [{ title: "Settings - Plumbline" }];

const tabs = [
  ["company", "Company"],
  ["numbering", "Numbering"],
  ["labels", "Labels"],
  ["service", "Service levels"],
  ["calendar", "Working calendar"],
  ["due", "Planned services"],
  ["movement", "Movement"],
  ["replacement", "Replacement"],
  ["report", "Report layout"],
  ["device", "Public device page"],
  ["security", "Security"],
  ["reminders", "Reminders"],
  ["calibration", "Calibration"],
  ["intervals", "Proposed intervals"],
  ["certificates", "Certificates"],
  ["data", "Data"],
] as const;
const onlyOfAssets = new Set<string>([
  ...["numbering", "labels", "service", "calendar", "due", "movement", "replacement", "report"],
  ...["device", "reminders"],
]);
const parts = {
  labels: LabelsSection,
  due: DueSection,
  movement: MovementSection,
  replacement: ReplacementSection,
  report: ReportSection,
  device: DeviceSection,
  security: SecuritySection,
  reminders: RemindersSection,
  calibration: CalibrationSection,
  intervals: IntervalsSection,
  certificates: CertificatesSection,
};

/** How the company works with Plumbline, a section a tab; each saves alone. */
export default function Settings({
  loaderData: { page, mayEdit, hidden, hasSamples, now, ...company },
  actionData,
}: Route.ComponentProps) {
  const { search } = useLocation();
  const shown = tabs.filter(([key]) => !hidden.includes(key));
  const section = new URLSearchParams(search).get("section");
  const open = shown.find(([key]) => key === section)?.[0] ?? "company";
  const Part = open in parts ? parts[open as keyof typeof parts] : null;
  const props = { page, mayEdit, actionData };
  return (
    <>
      <PageHead title="Settings" />
      <Saved actionData={actionData} />
      <div className="stack">
        <Tabs
          label="Sections"
          tabs={shown.map(([key, label]) => ({
            label,
            to: `/settings?section=${key}`,
            current: key === open,
          }))}
        />
        <div className="settings-part" key={open}>
          {open === "company" && <CompanySection {...props} {...company} />}
          {open === "numbering" && <NumberingSection {...props} />}
          {open === "service" && <ServiceSection {...props} now={now} />}
          {open === "calendar" && <CalendarSection {...props} now={now} />}
          {open === "data" && <DataSection hasSamples={hasSamples} />}
          {Part && <Part {...props} />}
        </div>
      </div>
    </>
  );
}
