import { choicesOf } from "#app/shared/choices-of.ts";
import { type QueryState, queryKinds, queryStates } from "#app/shared/contact-queries.ts";
import type { Choice } from "#app/shared/list.ts";
import { MOST_COUNTED } from "#app/shared/numbers.ts";
import { ListPage } from "#app/ui/list-page.tsx";
import { ListTabs } from "#app/ui/list-tabs.tsx";
import { listQueries } from "#worker/domain/platform/contact-queries.ts";
import { staffContext } from "#worker/web/context.ts";
import { LookedBack } from "../records/activity-list.tsx";
import type { Route } from "./+types/contact-queries";
import { searchPlatform } from "./search-choices.ts";

export const loader = ({ request, context }: Route.LoaderArgs) =>
  listQueries(context.get(staffContext), new URL(request.url).searchParams);
export const meta = () => [{ title: "Contact Query - Plumbline" }];

/** The staff, and first of all nobody. */
const searchAnswering = async (q: string): Promise<Choice[]> => {
  const people = await searchPlatform("staff")(q);
  return q ? people : [{ value: "nobody", label: "Nobody" }, ...people];
};

const tabs = Object.entries(queryStates) as [QueryState, string][];

/** Messages from the public pages, a state a tab; spam is in its own alone. */
export default function ContactQueries({ loaderData }: Route.ComponentProps) {
  const { tab, counts } = loaderData;
  return (
    <ListPage
      title="Contact Query"
      result={loaderData}
      searchLabel="Name, e-mail, organisation or subject"
      rowHref={(row) => `/super-admin/contact-query/${row.id}`}
      filters={[
        {
          key: "kind",
          label: "Kind",
          options: choicesOf(queryKinds),
        },
        {
          key: "person",
          label: "Assigned to",
          load: searchAnswering,
          selected: loaderData.person,
        },
      ]}
      columns={[
        { key: "at", label: "Sent", card: "c-top", as: "time" },
        { key: "name", label: "Name", card: "c-name", clip: true },
        { key: "kind", label: "Kind", card: "c-state", show: (row) => queryKinds[row.kind] },
        {
          key: "contact",
          label: "Contact",
          card: "c-meta",
          clip: true,
          show: (row) => [row.email, row.phone].filter(Boolean).join(", "),
        },
        { key: "organisation", label: "Organisation", clip: true, wide: 1 },
        { key: "subject", label: "Subject", long: true },
        { key: "page", label: "Page", optional: true, as: "code" },
        {
          key: "assigned",
          label: "Assigned to",
          card: "c-due",
          show: (row) => row.assigneeName ?? <span className="quiet">Nobody</span>,
        },
      ]}
      empty={{
        title:
          tab === "new" ? "No new messages" : `No messages are ${queryStates[tab].toLowerCase()}`,
        text: "What people write on the public pages arrives here.",
      }}
    >
      <ListTabs
        label="States"
        most={MOST_COUNTED}
        tab={tab}
        tabs={tabs.map(([key, label]) => ({ key, label, count: counts[key] }))}
      />
      <LookedBack list={loaderData} />
    </ListPage>
  );
}
