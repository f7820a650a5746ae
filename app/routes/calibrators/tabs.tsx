import { Tabs } from "#app/ui/page.tsx";

const tabs = [
  { label: "Calibrators", to: "/calibrations" },
  { label: "Interval proposals", to: "/interval-proposals" },
] as const;

/** Calibrators, and the intervals that their histories speak for. */
export const CalibratorTabs = ({ current }: { current: (typeof tabs)[number]["to"] }) => (
  <Tabs label="Calibrators" tabs={tabs.map((tab) => ({ ...tab, current: tab.to === current }))} />
);
