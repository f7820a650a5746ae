import { useLocation } from "react-router";
import { PageHead, Tabs } from "#app/ui/page.tsx";
import { countryChoices } from "#worker/domain/platform/countries.ts";
import {
  readSettings,
  savePlatformSection,
  setShard,
} from "#worker/domain/platform/save-settings.ts";
import { settingSections } from "#worker/domain/platform/settings.ts";
import type { StaffSession } from "#worker/session.ts";
import { type Asked, staffActions, stays, type Values } from "#worker/web/actions.ts";
import { staffContext, visitContext } from "#worker/web/context.ts";
import { Saved } from "../people/profile-form.tsx";
import type { Route } from "./+types/settings";
import {
  BrandSection,
  GatewaysSection,
  MaintenanceSection,
  SellerSection,
  SenderSection,
  TaxSection,
  TrialSection,
} from "./setting-sections.tsx";
import { ShardsSection } from "./shards-section.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const page = await readSettings(context.get(staffContext), context.get(visitContext).env);
  const tabs = [...Object.entries(settingSections), ["shards", "Shards"]] as [string, string][];
  return { page, tabs, countries: countryChoices };
}
const sectionCommands = Object.fromEntries(
  Object.keys(settingSections).map((section) => [
    section,
    ({ session, visit }: Asked<StaffSession>, values: Values) =>
      savePlatformSection(session, visit.env, section, values),
  ]),
);
export const action = staffActions(
  {
    ...sectionCommands,
    shard: ({ session }, { id = "", ...values }) => setShard(session, id, values),
  },
  { reply: stays },
);
export const meta = () => [{ title: "Settings - Plumbline" }];

const parts = {
  brand: BrandSection,
  sender: SenderSection,
  seller: SellerSection,
  tax: TaxSection,
  trial: TrialSection,
  gateways: GatewaysSection,
  maintenance: MaintenanceSection,
  shards: ShardsSection,
};

/** How the platform is run, a section a tab; each saves alone. */
export default function PlatformSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { tabs, ...data } = loaderData;
  const { search } = useLocation();
  const section = new URLSearchParams(search).get("section");
  const open = tabs.find(([key]) => key === section)?.[0] ?? "brand";
  const Part = parts[open as keyof typeof parts];
  return (
    <>
      <PageHead title="Settings" />
      <Saved actionData={actionData} />
      <div className="stack">
        <Tabs
          label="Sections"
          tabs={tabs.map(([key, label]) => ({
            label,
            to: `/super-admin/settings?section=${key}`,
            current: key === open,
          }))}
        />
        <div className="settings-part" key={open}>
          <Part {...data} actionData={actionData} />
        </div>
      </div>
    </>
  );
}
