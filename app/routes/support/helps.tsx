import { Form, Link } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { PageHead, Panel } from "#app/ui/page.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import { helpsPage } from "#worker/domain/support/helps.ts";
import { sessionContext } from "#worker/web/context.ts";
import { helpActions } from "#worker/web/support-actions.ts";
import type { Route } from "./+types/helps";
import "#app/css/support.css";
import { HelpEntry } from "./help.tsx";

export const loader = ({ request, context }: Route.LoaderArgs) =>
  helpsPage(context.get(sessionContext), new URL(request.url).searchParams);
export const action = helpActions;
export const meta = () => [{ title: "Helps - Plumbline" }];

/** What is often asked, by category, with its answers. */
export default function Helps({ loaderData: { q, groups, may } }: Route.ComponentProps) {
  const ask = may.create && (
    <Link className="btn btn-primary" to="/support/create" prefetch="intent">
      <Icon name="plus" />
      New ticket
    </Link>
  );
  return (
    <>
      <PageHead
        title="Helps"
        crumbs={[{ label: "Support Ticket", to: "/supports" }, { label: "Helps" }]}
        actions={ask}
      />
      <div className="stack">
        <Form className="help-search" role="search">
          <input
            className="input"
            type="search"
            name="q"
            aria-label="Search the helps"
            placeholder="Search the helps"
            defaultValue={q}
            key={q}
            maxLength={200}
          />
          <button className="btn" type="submit">
            <Icon name="search" />
            Search
          </button>
        </Form>
        {groups.length === 0 && (
          <EmptyState
            title={q ? `No help has “${q}”` : "No helps yet"}
            text={q ? "Try other words, or ask us." : "Ask us instead; we answer by mail."}
            action={
              q ? (
                <Link className="btn" to="/support/helps">
                  Show all helps
                </Link>
              ) : (
                ask
              )
            }
          />
        )}
        {groups.map(({ name, helps }) => (
          <Panel key={name} title={name}>
            {helps.map((help) => (
              <HelpEntry key={help.id} help={help} />
            ))}
          </Panel>
        ))}
      </div>
    </>
  );
}
