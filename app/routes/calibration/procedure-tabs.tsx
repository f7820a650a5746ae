import { Tabs } from "#app/ui/page.tsx";

const tabs = [
  { label: "Procedures", to: "/procedures" },
  { label: "Decision rules", to: "/decision-rules" },
  { label: "Scope", to: "/cmc-entries" },
] as const;

/** Procedures, and what they rest on. */
export const ProcedureTabs = ({ current }: { current: (typeof tabs)[number]["to"] }) => (
  <Tabs label="Procedures" tabs={tabs.map((tab) => ({ ...tab, current: tab.to === current }))} />
);
