import { Link } from "react-router";
import { refusalOf } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageHead, Tabs } from "#app/ui/page.tsx";
import { AddRecord } from "#app/ui/record-list.tsx";
import {
  consumerDetail,
  consumerParts,
  isPart,
  partList,
  within,
} from "#worker/domain/calibration/consumer-detail.ts";
import { reviewFile } from "#worker/domain/calibration/review-file.ts";
import { countryChoices, countryName } from "#worker/domain/platform/countries.ts";
import {
  allowContactFactors,
  endContactAccount,
  inviteContact,
} from "#worker/domain/portal/accounts.ts";
import { actions } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import { recordOf } from "#worker/web/entity-page.ts";
import type { Route } from "./+types/consumer-detail";
import { ConsumerOverview } from "./consumer-overview.tsx";
import { ConsumerPartTab } from "./consumer-part-tab.tsx";
import { ConsumerBadge } from "./consumer-words.tsx";

/** The tab that a request is about; the overview has no records of its own. */
const tabOf = ({ url }: Request) => {
  const tab = new URL(url).searchParams.get("tab");
  return isPart(tab) ? tab : null;
};

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const search = new URL(request.url).searchParams;
  const tab = tabOf(request);
  const [detail, list] = await Promise.all([
    consumerDetail(session, params.id),
    tab && partList[tab](session, params.id, search, recordOf(search)),
  ]);
  const { country } = detail.consumer;
  return {
    ...detail,
    isAdmin: session.type === "Admin",
    list,
    countryName: country && countryName(country),
    countries: tab === "sites" ? countryChoices : [],
    tab: tab ?? "overview",
    part: tab && { noun: consumerParts[tab].noun, path: `consumer-${tab}` },
  };
}

const partOf = (request: Request) => consumerParts[tabOf(request) ?? "sites"];
export const action = actions({
  create: ({ session, id, request }, values) =>
    partOf(request).create(session, { ...values, consumerId: id }),
  update: ({ session, id, request }, { id: part = "", ...values }) =>
    partOf(request).update(session, part, { ...values, consumerId: id }),
  archive: ({ session, id, request }, { id: part = "" }) =>
    partOf(request).archive(session, part, true, within(partOf(request), id)),
  restore: ({ session, id, request }, { id: part = "" }) =>
    partOf(request).archive(session, part, false, within(partOf(request), id)),
  delete: ({ session, id, request }, { id: part = "" }) =>
    partOf(request).remove(session, part, within(partOf(request), id)),
  "invite-to-portal": ({ session, id }, { contact = "" }) =>
    inviteContact(session, contact, within(consumerParts.contacts, id)),
  "end-portal": ({ session, id }, { contact = "" }) =>
    endContactAccount(session, contact, within(consumerParts.contacts, id)),
  "new-factors": ({ session, id }, { contact = "", ...values }) =>
    allowContactFactors(session, contact, values, within(consumerParts.contacts, id)),
  "attach-file": ({ session, visit, id, file }, { review = "" }) =>
    reviewFile.add(
      session,
      visit.env.MEDIA,
      review,
      file("file"),
      within(consumerParts.reviews, id),
    ),
  "delete-file": ({ session, id }, { review = "" }) =>
    reviewFile.remove(session, review, within(consumerParts.reviews, id)),
});

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.consumer.name ?? "Consumer"} - Plumbline` },
];

export default function ConsumerPage({ loaderData, actionData }: Route.ComponentProps) {
  const { consumer, tab, counts, may, part, list } = loaderData;
  const here = `/consumer/detail/${consumer.id}`;
  const tabs = [
    { name: "overview", label: "Overview" },
    { name: "sites", label: "Sites", count: counts.sites },
    { name: "contacts", label: "Contacts", count: counts.contacts },
    { name: "reviews", label: "Contract reviews", count: counts.reviews },
  ];
  return (
    <div className="stack">
      <PageHead
        title={consumer.name}
        crumbs={[
          { label: "Consumers", to: "/consumers" },
          { label: <span className="code">{consumer.consumerNo}</span> },
        ]}
        badges={<ConsumerBadge {...consumer} />}
        actions={
          <>
            {may.edit && (
              <Link
                className={part ? "btn" : "btn btn-primary"}
                to={`/consumer/update/${consumer.id}`}
                prefetch="intent"
              >
                <Icon name="edit" />
                Edit
              </Link>
            )}
            {part && may.create && !consumer.archivedAt && <AddRecord thing={part.noun[0]} />}
          </>
        }
      />
      <Tabs
        label="Consumer"
        tabs={tabs.map(({ name, ...rest }) => ({
          ...rest,
          to: name === "overview" ? here : `${here}?tab=${name}`,
          current: name === tab,
        }))}
      />
      {part && list ? (
        <ConsumerPartTab detail={loaderData} answer={actionData} problem={refusalOf(actionData)} />
      ) : (
        <ConsumerOverview detail={loaderData} />
      )}
    </div>
  );
}
