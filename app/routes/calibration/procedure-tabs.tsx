import { Tabs } from "#app/ui/page.tsx";

const tabs = [
  { label: "Decision rules", to: "/decision-rules" },
  { label: "Scope", to: "/cmc-entries" },
];

/** What the laboratory's procedures rest on. */
export const ProcedureTabs = ({ current }: { current: string }) => (
  <Tabs label="Procedures" tabs={tabs.map((tab) => ({ ...tab, current: tab.to === current }))} />
);
