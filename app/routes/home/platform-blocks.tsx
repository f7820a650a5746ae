import { Link } from "react-router";
import { type CompanyEnding, companyEndings } from "#app/shared/company-endings.ts";
import { FAILED } from "#app/shared/login-words.ts";
import { countText, numberText } from "#app/shared/numbers.ts";
import { sizeText } from "#app/shared/size-text.ts";
import { useFormat } from "#app/ui/format.ts";
import { Money } from "#app/ui/money.tsx";
import { type Figure, Panel, Readout } from "#app/ui/page.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import { TimeText } from "#app/ui/time.tsx";
import type { PlatformBoard } from "#worker/domain/platform/dashboard.ts";
import { CompanyStatus, statuses } from "../platform/parts.tsx";

type Counted = readonly { n: number }[] | undefined;

/** What waits for the platform's staff, how the platform is doing, and the companies that came last. */
export default function PlatformBlocks({ figures, revenue, failed }: PlatformBoard) {
  const { locale } = useFormat();
  const counted = (rows: Counted, label: string, to?: string, isWaiting = false): Figure[] => {
    if (!rows) return [];
    const n = rows[0]?.n ?? 0;
    return [
      {
        label,
        value: countText(n, locale),
        ...(to ? { to } : {}),
        ...(isWaiting && n ? { tone: "amber" as const } : {}),
      },
    ];
  };
  const ends = (rows: Counted, which: CompanyEnding) =>
    counted(rows, companyEndings[which].label, `/companies?ends=${which}`, true);
  const { statuses: standing, latest, catalogue, storage } = figures;
  const waiting: Figure[] = [
    ...counted(figures.domains, "Domain requests", "/request-domains?status=pending", true),
    ...counted(figures.upgrades, "Upgrade requests", "/upgrade-requests?status=pending", true),
    ...counted(figures.tickets, "Open tickets", "/admin/supports", true),
    ...counted(figures.reopened, "Reopened tickets", "/admin/supports?tab=reopened", true),
    ...counted(figures.queries, "New messages", "/super-admin/contact-query", true),
    ...ends(figures.trials, "trial"),
    ...ends(figures.periods, "period"),
    ...counted(
      figures.failedLogins,
      "Failed sign-ins, 24 h",
      `/super-admin/login-logs?result=${FAILED}`,
    ),
  ];
  const companies: Figure[] = standing
    ? [
        {
          label: "Companies",
          value: numberText(
            standing.reduce((sum, { n }) => sum + n, 0),
            locale,
          ),
          to: "/companies",
        },
        ...statuses.flatMap(({ value, label }) => {
          const n = standing.find(({ status }) => status === value)?.n ?? 0;
          return n > 0
            ? [{ label, value: numberText(n, locale), to: `/companies?status=${value}` }]
            : [];
        }),
      ]
    : [];
  const platform: Figure[] = [
    ...(revenue ?? []).map(({ currency, minor }) => ({
      label: "Revenue a month",
      value: <Money minor={minor} currency={currency} />,
      to: "/orders?status=paid",
    })),
    ...(revenue?.length === 0
      ? [{ label: "Revenue a month", value: "None yet", to: "/orders?status=paid" }]
      : []),
    ...(storage
      ? [{ label: "Storage", value: sizeText(storage[0]?.bytes ?? 0), to: "/companies" }]
      : []),
    ...(catalogue?.[0]
      ? [
          {
            label: "Machine types",
            value: numberText(catalogue[0].types, locale),
            to: "/machine-types",
          },
          {
            label: "PM checklists",
            value: numberText(catalogue[0].checklists, locale),
            to: "/pm-checklists",
          },
        ]
      : []),
  ];
  const readouts = [
    { label: "Companies", shown: companies },
    { label: "Waits for somebody", shown: waiting },
    { label: "Platform", shown: platform },
  ].filter(({ shown }) => shown.length > 0);
  if (!readouts.length && !failed.length && !latest)
    return (
      <EmptyState
        title="Nothing for you here yet"
        text="What you see depends on your role. A colleague with Roles can change it."
      />
    );
  return (
    <div className="stack">
      {failed.map((title) => (
        <Panel key={title} title={title}>
          <p>
            Could not load. <a href="/dashboard">Try again</a>
          </p>
        </Panel>
      ))}
      {readouts.map(({ label, shown }) => (
        <Readout key={label} label={label} figures={shown} fill />
      ))}
      {latest && (
        <Panel title="Newest companies" flush>
          {latest.length === 0 ? (
            <EmptyState panel={false} title="No companies yet" />
          ) : (
            <ul className="feed">
              {latest.map((row) => (
                <li key={row.id}>
                  <span className="feed-main">
                    <Link className="name" to={`/company/${row.id}`}>
                      {row.name}
                    </Link>
                    <span className="muted">
                      Since <TimeText at={row.createdAt} />
                    </span>
                  </span>
                  <span className="feed-end">
                    <CompanyStatus company={row} />
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Panel>
      )}
    </div>
  );
}
