import { PageHead } from "#app/ui/page.tsx";

export const meta = () => [{ title: "Dashboard - Plumbline" }];

export default function Dashboard() {
  return <PageHead title="Dashboard" />;
}
