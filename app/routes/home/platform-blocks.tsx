import { Link } from "react-router";
import { FAILED } from "#app/shared/login-words.ts";
import { numberText } from "#app/shared/numbers.ts";
import { useFormat } from "#app/ui/format.ts";
import { type Figure, Panel, Readout } from "#app/ui/page.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import { TimeText } from "#app/ui/time.tsx";
import type { staffDashboard } from "#worker/domain/platform/dashboard.ts";
import { CompanyStatus, statuses } from "../platform/parts.tsx";

type Props = Awaited<ReturnType<typeof staffDashboard>>;

/** A count that goes no further. */
const MOST = 1_000;
const upTo = (n: number, locale: string) =>
  n >= MOST ? `${numberText(MOST, locale)}+` : numberText(n, locale);

/** Companies by status, and the catalogue they share. */
export default function PlatformBlocks({ companies, catalogue, failedLogins, newQueries }: Props) {
  const { locale } = useFormat();
  const counted = (status: string) =>
    companies?.statuses.find((row) => row.status === status)?.n ?? 0;
  const figures: Figure[] = [];
  if (companies)
    figures.push(
      {
        label: "Companies",
        value: companies.statuses.reduce((sum, row) => sum + row.n, 0),
        to: "/companies",
      },
      ...statuses
        .filter(({ value }) => counted(value) > 0)
        .map(({ value, label }) => ({
          label,
          value: counted(value),
          to: `/companies?status=${value}`,
        })),
    );
  if (catalogue)
    figures.push(
      { label: "Machine types", value: catalogue.types, to: "/machine-types" },
      { label: "PM checklists", value: catalogue.checklists, to: "/pm-checklists" },
    );
  if (newQueries !== null)
    figures.push({
      label: "New messages",
      value: upTo(newQueries, locale),
      to: "/super-admin/contact-query",
      ...(newQueries ? { tone: "amber" as const } : {}),
    });
  if (failedLogins !== null)
    figures.push({
      label: "Failed sign-ins, 24 h",
      value: upTo(failedLogins, locale),
      to: `/super-admin/login-logs?result=${FAILED}`,
    });
  if (figures.length === 0)
    return (
      <EmptyState
        title="Nothing for you here yet"
        text="What you see depends on your role. A colleague with Roles can change it."
      />
    );
  return (
    <div className="stack">
      <Readout label="Platform" figures={figures} fill />
      {companies && (
        <Panel title="Newest companies" flush>
          {companies.latest.length === 0 ? (
            <EmptyState panel={false} title="No companies yet" />
          ) : (
            <ul className="feed">
              {companies.latest.map((row) => (
                <li key={row.id}>
                  <span className="feed-main">
                    <Link className="name" to={`/companies?q=${encodeURIComponent(row.name)}`}>
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
