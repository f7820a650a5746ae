import { Tabs } from "#app/ui/page.tsx";

const tabs = {
  machines: { label: "Machines", to: "/machines" },
  models: { label: "Machine models", to: "/machine-models" },
  templates: { label: "Device templates", to: "/device-templates" },
  limits: { label: "Safety limits", to: "/safety-limits" },
  look: { label: "Look a limit up", to: "/safety-limits?tab=look" },
};

/** Machines, the models that they are of, and what both are begun from and tested by. */
export const MachineTabs = ({ current }: { current: keyof typeof tabs }) => (
  <Tabs
    label="Machine DUC"
    tabs={Object.entries(tabs).map(([name, tab]) => ({ ...tab, current: name === current }))}
  />
);
