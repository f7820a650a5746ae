import { ListPage } from "#app/ui/list-page.tsx";
import { vendors } from "#worker/domain/vendors.ts";
import { listLoader, masterAction } from "#worker/web/resource-routes.ts";
import type { Route } from "./+types/vendors";

export const loader = listLoader(vendors);
export const action = masterAction(vendors);
export const meta = () => [{ title: "Vendors - Plumbline" }];

export default function Vendors({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage title="Vendors" result={loaderData} columns={[{ key: "name", label: "Name", card: "c-name", show: (row) => row.name }]} />
  );
}
