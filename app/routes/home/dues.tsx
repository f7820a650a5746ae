import { Link } from "react-router";
import { DataTable } from "#app/ui/data-table.tsx";
import { Badge } from "#app/ui/page.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import { DateText } from "#app/ui/time.tsx";
import type { companyDashboard } from "#worker/domain/dashboard.ts";

type Row = NonNullable<Awaited<ReturnType<typeof companyDashboard>>["assets"]>["dues"][number];

/** Devices whose PM comes next. */
export function Dues({ rows, today, soon }: { rows: Row[]; today: string; soon: string }) {
  return (
    <section className="table-wrap" id="dues" aria-label="PM due">
      <div className="panel-head">
        <h2>PM due</h2>
      </div>
      {rows.length === 0 ? (
        <EmptyState
          panel={false}
          title="No PM is planned"
          text="An asset appears here once it has a next PM date."
        />
      ) : (
        <DataTable
          label="PM due"
          rows={rows}
          sticky={false}
          columns={[
            { key: "code", label: "Code", card: "c-top", as: "code" },
            {
              key: "name",
              label: "Asset",
              card: "c-name",
              show: (row) => (
                <>
                  <Link className="name" to={`/asset/detail/${row.id}`} prefetch="intent">
                    {row.name}
                  </Link>{" "}
                  <span className="muted">{[row.make, row.model].filter(Boolean).join(" ")}</span>
                </>
              ),
            },
            { key: "location", label: "Location", card: "c-meta" },
            {
              key: "due",
              label: "PM due",
              card: "c-state",
              show: (row) => <Due on={row.nextPmOn} today={today} soon={soon} />,
            },
          ]}
        />
      )}
    </section>
  );
}

function Due({ on, today, soon }: { on: string | null; today: string; soon: string }) {
  if (!on) return null;
  const late = on < today;
  const near = !late && on <= soon;
  return (
    <span className="due">
      <Badge
        tone={late ? "overdue" : near ? "amber" : "in-date"}
        icon={late ? "alert" : near ? "clock" : "ok"}
        calm={!late && !near}
      >
        {late ? "Overdue" : near ? "Due" : "In date"}
      </Badge>
      <DateText on={on} />
    </span>
  );
}
