import { DataTable } from "#app/ui/data-table.tsx";
import { SubmitButton } from "#app/ui/form.tsx";
import { Badge, Panel } from "#app/ui/page.tsx";
import { ProfileForm } from "../people/profile-form.tsx";
import type { Props } from "./setting-sections.tsx";

const jurisdictions = { none: "Anywhere", eu: "EU", us: "US", fedramp: "FedRAMP" };

/** Where companies live, and which of it takes new ones. */
export function ShardsSection({ page: { shards }, actionData }: Props) {
  const open = shards.filter(({ isOpen }) => isOpen);
  return (
    <Panel flush title="Shards">
      <DataTable
        label="Shards"
        rows={shards}
        rowName={({ name }) => name}
        sticky={false}
        columns={[
          { key: "name", label: "Name", card: "c-name" },
          {
            key: "jurisdiction",
            label: "Jurisdiction",
            card: "c-meta",
            show: ({ jurisdiction }) => jurisdictions[jurisdiction],
          },
          {
            key: "companies",
            label: "Companies",
            card: "c-due",
            numeric: true,
            field: "companyCount",
          },
          {
            key: "isOpen",
            label: "New companies",
            card: "c-state",
            show: ({ isOpen }) => (
              <Badge tone={isOpen ? "in-date" : "hold"} icon={isOpen ? "ok" : "lock"} calm>
                {isOpen ? "Open" : "Closed"}
              </Badge>
            ),
          },
          {
            key: "toggle",
            label: "Change",
            card: "c-top",
            show: ({ id, name, isOpen, version }) =>
              isOpen && open.length === 1 ? (
                <span className="muted">The last open shard stays open</span>
              ) : (
                <ProfileForm intent="shard" actionData={actionData} className="">
                  <input type="hidden" name="id" value={id} />
                  <input type="hidden" name="version" value={version} />
                  <input type="hidden" name="isOpen" value={isOpen ? "0" : "1"} />
                  <SubmitButton tone="plain" className="btn-sm">
                    {isOpen ? "Close" : "Open"}
                    <span className="sr-only"> {name}</span>
                  </SubmitButton>
                </ProfileForm>
              ),
          },
        ]}
      />
    </Panel>
  );
}
