import { Tabs } from "#app/ui/page.tsx";

/** What machines, models and procedures are begun from. */
export function BasisTabs({ current }: { current: "templates" | "limits" | "look" }) {
  return (
    <Tabs
      label="Templates and limits"
      tabs={[
        { label: "Device templates", to: "/device-templates", current: current === "templates" },
        { label: "Safety limits", to: "/safety-limits", current: current === "limits" },
        { label: "Look a limit up", to: "/safety-limits?tab=look", current: current === "look" },
      ]}
    />
  );
}
