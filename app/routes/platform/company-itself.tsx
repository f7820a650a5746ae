import { companyKindWords } from "#app/shared/company-kinds.ts";
import { numberText } from "#app/shared/numbers.ts";
import { plural } from "#app/shared/plural.ts";
import { sizeText } from "#app/shared/size-text.ts";
import { Sparkline } from "#app/ui/charts/sparkline.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { useFormat } from "#app/ui/format.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { Badge, DefinitionList, Panel, type Tone } from "#app/ui/page.tsx";
import { EmptyState, Note } from "#app/ui/states.tsx";
import { DateText, TimeText } from "#app/ui/time.tsx";
import type { CompanyPage, CompanyRows } from "#worker/domain/platform/company-page.ts";
import { UsageBars } from "../billing/standing.tsx";
import { serviceTypes } from "./parts.tsx";

type Of<T extends CompanyRows["tab"]> = Extract<CompanyRows, { tab: T }>;

/** What the company is and how to reach it. */
export function CompanyProfile({ company }: { company: CompanyPage["company"] }) {
  const address = [
    ...[company.address, company.city, company.region, company.postalCode],
    company.country,
  ];
  return (
    <>
      {company.status === "suspended" && (
        <Note tone="overdue">Suspended for: {company.suspendedReason ?? "no reason given"}.</Note>
      )}
      <div className="cols cols-2">
        <Panel title="Company">
          <DefinitionList
            entries={[
              ["Kind", companyKindWords[company.kind]],
              ["Service type", serviceTypes[company.serviceType]?.label],
              ["Legal name", company.legalName],
              ["Beds", company.beds],
              ["E-mail", company.email],
              ["Phone", company.phone],
              ["Address", address.filter(Boolean).join(", ")],
              [
                "Tax numbers",
                company.taxIds.map(({ label, value }) => `${label} ${value}`).join(", "),
              ],
            ]}
          />
        </Panel>
        <Panel title="On the platform">
          <DefinitionList
            entries={[
              ["Host", company.host],
              ["Short name", company.slug],
              ["Shard", company.shard],
              ["Currency", company.currency],
              ["Time zone", company.timeZone],
              ["Since", <TimeText key="since" at={company.createdAt} />],
              [
                "Trial ends",
                company.trialEndsOn && <DateText key="trial" on={company.trialEndsOn} />,
              ],
            ]}
          />
        </Panel>
      </div>
      <p className="muted">
        Its Admins change name, currency and time zone in the company's own settings.
      </p>
    </>
  );
}

const hostLooks: Record<
  Of<"domains">["hosts"][number]["status"],
  { label: string; tone: Tone; icon: IconName; calm?: boolean }
> = {
  active: { label: "Active", tone: "in-date", icon: "ok", calm: true },
  reserved: { label: "Kept free", tone: "hold", icon: "lock" },
  dns_pending: { label: "Waits for its proof", tone: "amber", icon: "clock" },
  retired: { label: "Left", tone: "hold", icon: "out" },
};

/** The hosts that are the company's, the one of now first. */
export function CompanyHosts({ hosts }: Pick<Of<"domains">, "hosts">) {
  if (!hosts.length)
    return <EmptyState title="No host yet" text="A company is reached by its host." />;
  return (
    <Panel title="Domains" flush>
      <DataTable
        label="Domains"
        rows={hosts}
        sticky={false}
        rowName={(row) => row.hostname}
        columns={[
          { key: "hostname", label: "Host", card: "c-name", as: "code" },
          {
            key: "kind",
            label: "Kind",
            card: "c-meta",
            show: (row) => (row.kind === "custom" ? "Its own" : "Below the platform's name"),
          },
          {
            key: "status",
            label: "State",
            card: "c-state",
            show: ({ status, isPrimary }) => {
              const { label, ...look } = hostLooks[status];
              return <Badge {...look}>{isPrimary ? "In use" : label}</Badge>;
            },
          },
          { key: "verifiedAt", label: "Proved", card: "c-due", as: "time" },
        ]}
      />
    </Panel>
  );
}

/** What the company used day by day, and what its plan allows. */
export function CompanyUsage({
  days,
  limits,
}: Pick<Of<"usage">, "days"> & { limits: Record<string, number> }) {
  const { locale } = useFormat();
  const [latest] = days;
  if (!latest)
    return (
      <EmptyState
        title="Not counted yet"
        text="What a company uses is counted each night, from the first night on."
      />
    );
  const course = [...days].reverse();
  const lines = [
    { name: "Assets", values: course.map(({ assetCount }) => assetCount) },
    { name: "People", values: course.map(({ userCount }) => userCount) },
    { name: "Storage", values: course.map(({ storageBytes }) => storageBytes) },
  ];
  return (
    <>
      <div className="cols cols-2">
        <UsageBars
          usage={{
            assets: latest.assetCount,
            users: latest.userCount,
            storageBytes: latest.storageBytes,
          }}
          certificates={latest.certificateCount}
          limits={limits}
        />
        <Panel title="Course">
          <DefinitionList
            entries={lines.map(({ name, values }) => [
              name,
              <Sparkline key={name} values={values} />,
            ])}
          />
        </Panel>
      </div>
      <Panel title="By day" flush>
        <DataTable
          label="Usage by day"
          rows={days}
          sticky={false}
          rowName={(row) => row.day}
          columns={[
            { key: "day", label: "Day", card: "c-name", as: "day" },
            {
              key: "assetCount",
              label: "Assets",
              card: "c-due",
              show: (row) => numberText(row.assetCount, locale),
            },
            {
              key: "userCount",
              label: "People",
              card: "c-meta",
              show: (row) => plural(row.userCount, "1 person", "{n} people"),
            },
            {
              key: "storage",
              label: "Storage",
              card: "c-state",
              numeric: true,
              show: (row) => sizeText(row.storageBytes),
            },
          ]}
        />
      </Panel>
    </>
  );
}
