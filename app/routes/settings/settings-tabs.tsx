import { Tabs } from "#app/ui/page.tsx";

const sections = [
  ["company", "Company"],
  ["address", "Address"],
  ["sign-in", "Sign-in"],
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
  ["factors", "Second factor"],
  ["keys", "API keys"],
  ["reminders", "Reminders"],
  ["calibration", "Calibration"],
  ["intervals", "Proposed intervals"],
  ["certificates", "Certificates"],
  ["webhooks", "Webhooks"],
  ["data", "Your data"],
] as const;
type Section = (typeof sections)[number][0];
const onlyOfAssets = new Set<Section>([
  ...(["numbering", "labels", "service", "calendar", "due", "movement", "replacement"] as const),
  ...(["report", "device", "reminders"] as const),
]);
/** Sections that are a page of their own. */
const pages: Partial<Record<Section, string>> = {
  address: "/settings/address",
  webhooks: "/settings/webhooks",
  keys: "/settings/api-keys",
  "sign-in": "/settings/sign-in",
};

/** The sections that somebody does not see. */
export function hiddenSections({
  type,
  serviceType,
}: {
  type: string;
  serviceType: number | null;
}) {
  const isHidden: Partial<Record<Section, boolean>> = {
    address: type !== "Admin",
    webhooks: type !== "Admin",
    keys: type !== "Admin",
    "sign-in": type !== "Admin",
    factors: type !== "Admin",
    data: type !== "Admin",
    calibration: serviceType === 1,
    intervals: serviceType === 0,
    certificates: serviceType === 0,
  };
  return sections
    .map(([key]) => key)
    .filter((key) => isHidden[key] ?? (serviceType === 1 && onlyOfAssets.has(key)));
}

/** The section of the settings' own page that an address asks for. */
export const sectionAsked = (search: string, hidden: readonly Section[]): Section => {
  const asked = new URLSearchParams(search).get("section");
  return (
    sections.find(([key]) => key === asked && !pages[key] && !hidden.includes(key))?.[0] ??
    "company"
  );
};

export const SettingsTabs = ({ hidden, open }: { hidden: readonly Section[]; open: Section }) => (
  <div className="settings-tabs">
    <Tabs
      label="Sections"
      tabs={sections
        .filter(([key]) => !hidden.includes(key))
        .map(([key, label]) => ({
          label,
          to: pages[key] ?? `/settings?section=${key}`,
          current: key === open,
        }))}
    />
  </div>
);
