import { Tabs } from "#app/ui/page.tsx";

const places = [
  { label: "Consumers", to: "/consumers" },
  { label: "Recalibration requests", to: "/recalibration-requests" },
];

/** Consumers, and what they ask for. */
export const ConsumerTabs = ({ current }: { current: string }) => (
  <Tabs
    label="Consumers"
    tabs={places.map((place) => ({ ...place, current: place.to === current }))}
  />
);
