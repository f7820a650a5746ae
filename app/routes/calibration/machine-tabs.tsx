import { Tabs } from "#app/ui/page.tsx";

/** Machines, and the models that they are of. */
export const MachineTabs = ({ current }: { current: "machines" | "models" }) => (
  <Tabs
    label="Machine DUC"
    tabs={[
      { label: "Machines", to: "/machines", current: current === "machines" },
      { label: "Machine models", to: "/machine-models", current: current === "models" },
    ]}
  />
);
