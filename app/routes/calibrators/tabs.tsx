import { Tabs } from "#app/ui/page.tsx";

const tabs = [
  { label: "Calibrators", to: "/calibrations" },
  { label: "Interval proposals", to: "/interval-proposals" },
  { label: "Impact reviews", to: "/impact-reviews" },
] as const;

/** Calibrators, the intervals that their histories speak for, and what those out of tolerance mean. */
export const CalibratorTabs = ({ current }: { current: (typeof tabs)[number]["to"] }) => (
  <Tabs label="Calibrators" tabs={tabs.map((tab) => ({ ...tab, current: tab.to === current }))} />
);
