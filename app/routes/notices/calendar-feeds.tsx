import { SelectField, TextField } from "#app/ui/fields.tsx";
import { PlainForm, SubmitButton } from "#app/ui/form.tsx";
import { PrivateLink } from "#app/ui/private-link.tsx";
import { SeedField } from "#app/ui/seed-field.tsx";
import { EmptyState, Note, PageHead, Panel } from "#app/ui/states.tsx";
import { AgeText, TimeText } from "#app/ui/time.tsx";
import { useSender } from "#app/ui/use-sender.ts";
import {
  createFeed,
  type MadeFeed,
  readFeeds,
  renewFeed,
  revokeFeed,
} from "#worker/domain/calendar-feeds/feeds.ts";
import { actions, stays } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { FormResult } from "#worker/web/forms.ts";
import type { Route } from "./+types/calendar-feeds";

export const loader = ({ context }: Route.LoaderArgs) => readFeeds(context.get(sessionContext));
export const action = actions(
  {
    create: ({ session }, values) => createFeed(session, values),
    renew: ({ session }, values) => renewFeed(session, values),
    revoke: ({ session }, values) => revokeFeed(session, values),
  },
  { reply: stays },
);
export const meta = () => [{ title: "Calendar links - Plumbline" }];

type Feed = Route.ComponentProps["loaderData"]["feeds"][number];

/** The links by which the person's calendar programs read what falls due. */
export default function CalendarFeeds({ loaderData, actionData }: Route.ComponentProps) {
  const { feeds, teams, seed, now } = loaderData;
  const { fetcher, problem } = useSender(actionData);
  const done = (fetcher.data ?? actionData) as FormResult | undefined;
  const made = done?.success ? (done.data as MadeFeed | null) : null;
  return (
    <>
      <PageHead
        title="Calendar links"
        crumbs={[
          { label: "Due Services", to: "/due-service-calendar" },
          { label: "Calendar links" },
        ]}
      />
      <div className="stack">
        {done?.success && (
          <div role="status">
            <Note tone="info">{done.message}</Note>
          </div>
        )}
        {made?.link && (
          <Panel title="Your calendar link">
            <PrivateLink link={made.link} title="Due Services">
              Add it to your calendar program as a subscription. It is shown only now. Whoever has
              it sees these dates, so pass it on to nobody.
            </PrivateLink>
          </Panel>
        )}
        <Panel title="Links in use" flush>
          {feeds.length === 0 ? (
            <EmptyState
              panel={false}
              title="No calendar link yet"
              text="A link shows what falls due in your own calendar program, for reading only."
            />
          ) : (
            <ul className="feed steps">
              {feeds.map((feed) => (
                <FeedRow key={feed.id} {...{ feed, seed, now, fetcher }} />
              ))}
            </ul>
          )}
        </Panel>
        <Panel title="Make a link">
          <PlainForm key={made?.link} fetcher={fetcher} problem={problem} className="stack">
            <input type="hidden" name="intent" value="create" />
            <SeedField seed={seed} />
            <TextField name="name" label="Name" required maxLength={60} hint="Such as My phone" />
            <SelectField
              name="teamId"
              label="Shows"
              placeholder={false}
              options={[
                { value: "", label: "What is due for me, and dates that end" },
                ...teams.map(({ id, name }) => ({ value: id, label: `What is due for ${name}` })),
              ]}
            />
            <div>
              <SubmitButton>Make link</SubmitButton>
            </div>
          </PlainForm>
        </Panel>
      </div>
    </>
  );
}

type RowProps = {
  feed: Feed;
  seed: string;
  now: number;
  fetcher: ReturnType<typeof useSender>["fetcher"];
};

function FeedRow({ feed, seed, now, fetcher }: RowProps) {
  const { id, name, team, createdAt, lastReadAt } = feed;
  const sending = (intent: string, text: string) => (
    <fetcher.Form method="post">
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="id" value={id} />
      {intent === "renew" && <input type="hidden" name="seed" value={seed} />}
      <button className="btn btn-sm" type="submit" aria-label={`${text} ${name}`}>
        {text}
      </button>
    </fetcher.Form>
  );
  return (
    <li>
      <span className="feed-main">
        <b>{name}</b>
        <span className="muted">{team ?? "For you"}</span>
        <span className="quiet">
          Made <TimeText at={createdAt} />,{" "}
          {lastReadAt === null ? (
            "not read yet"
          ) : (
            <>
              last read <AgeText at={lastReadAt} now={now} /> ago
            </>
          )}
        </span>
      </span>
      <span className="feed-end">
        {sending("renew", "Renew")}
        {sending("revoke", "Revoke")}
      </span>
    </li>
  );
}
