import { useState } from "react";
import { useLocation } from "react-router";
import { plural } from "#app/shared/plural.ts";
import { CheckList } from "#app/ui/check-list.tsx";
import { CopiedText } from "#app/ui/copied-text.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { TextField } from "#app/ui/fields.tsx";
import { PlainForm, SubmitButton } from "#app/ui/form.tsx";
import { listUrl } from "#app/ui/list-url.ts";
import { Step } from "#app/ui/pager.tsx";
import { Badge, EmptyState, Note, PageHead, Panel } from "#app/ui/states.tsx";
import { AgeText, TimeText } from "#app/ui/time.tsx";
import { useSender } from "#app/ui/use-sender.ts";
import type { MadeKey } from "#worker/domain/api-keys/change.ts";
import { makeKey, renameKey, replaceKey, revokeKey } from "#worker/domain/api-keys/change.ts";
import { keysPage } from "#worker/domain/api-keys/read.ts";
import { actions, stays } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { FormResult } from "#worker/web/forms.ts";
import type { Route } from "./+types/api-keys";
import { KeyDialogs, KeyMenu, TermAndProof } from "./api-key-dialogs.tsx";
import { hiddenSections, SettingsTabs } from "./settings-tabs.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  return {
    ...(await keysPage(session, new URL(request.url).searchParams)),
    hidden: hiddenSections(session),
  };
}
export const action = actions(
  {
    make: ({ session, lists }, values) => makeKey(session, { ...values, ...lists }),
    rename: ({ session }, { id = "", ...values }) => renameKey(session, id, values),
    replace: ({ session }, { id = "", ...values }) => replaceKey(session, id, values),
    revoke: ({ session }, { id = "" }) => revokeKey(session, id),
  },
  { reply: stays, lists: ["permissions", "departments"] },
);
export const meta = () => [{ title: "API keys - Plumbline" }];

type Page = Route.ComponentProps["loaderData"];
export type ShownKey = Page["rows"][number];

const verbWords: Record<string, string> = {
  view: "see",
  create: "add",
  edit: "change",
  delete: "delete",
};

/** Keys by which programs read and keep the company's records through the API. */
export default function ApiKeys({ loaderData: page, actionData }: Route.ComponentProps) {
  const { rows, places, subjects, mayMake, now, hidden } = page;
  const { search, pathname } = useLocation();
  const { fetcher, problem } = useSender(actionData, "make");
  const [replaced, setReplaced] = useState<MadeKey | null>(null);
  const done = (fetcher.data ?? actionData) as FormResult | undefined;
  const made = replaced ?? (done?.success ? (done.data as MadeKey | null) : null);
  return (
    <>
      <PageHead title="Settings" />
      <div className="stack">
        <SettingsTabs hidden={hidden} open="keys" />
        {done?.success && (
          <div role="status">
            <Note tone="info">{done.message}</Note>
          </div>
        )}
        {made?.key && (
          <Panel title="Your API key">
            <div className="stack">
              <p>
                Give it to the program that is to use it, and keep it nowhere else. It is shown only
                now. Whoever has it may do what the key may.
              </p>
              <CopiedText label="API key" text={made.key} />
            </div>
          </Panel>
        )}
        <Panel title="API keys" flush={rows.length > 0}>
          {rows.length === 0 ? (
            <EmptyState
              panel={false}
              title="No API key yet"
              text="With a key, a program of yours reads and keeps records through the API, as far as you let it."
            />
          ) : (
            <KeyTable {...{ rows, now, mayMake }} />
          )}
        </Panel>
        {(page.page.previous || page.page.next) && (
          <nav className="chips" aria-label="Pages">
            <Step
              to={
                page.page.previous && listUrl({ search, pathname }, { before: page.page.previous })
              }
            >
              Newer
            </Step>
            <Step to={page.page.next && listUrl({ search, pathname }, { after: page.page.next })}>
              Older
            </Step>
          </nav>
        )}
        {mayMake && (
          <Panel title="Make a key">
            <PlainForm
              key={done?.success && made ? made.id : ""}
              fetcher={fetcher}
              problem={problem}
              className="stack"
            >
              <input type="hidden" name="intent" value="make" />
              <TextField
                name="name"
                label="Name"
                required
                maxLength={60}
                hint="What the key is for, such as Nightly copy"
              />
              <CheckList
                name="permissions"
                label="What it may do"
                hint="As little as the program needs. What a person decides, such as approving and issuing, no key can do."
                options={subjects.flatMap(({ label, verbs }) =>
                  verbs.map(({ permission, verb }) => ({
                    value: permission,
                    label: `${label}: ${verbWords[verb] ?? verb}`,
                  })),
                )}
                defaultChosen={[]}
              />
              {places.length > 0 && (
                <CheckList
                  name="departments"
                  label="Sees the assets of"
                  hint="Nothing ticked: the assets of every Location. Otherwise only these, with their reports and files."
                  options={places}
                  defaultChosen={[]}
                />
              )}
              <TermAndProof />
              <div>
                <SubmitButton>Make key</SubmitButton>
              </div>
            </PlainForm>
          </Panel>
        )}
      </div>
      {mayMake && (
        <KeyDialogs
          rows={rows}
          actionData={actionData}
          onReplaced={(data) => setReplaced(data as MadeKey)}
        />
      )}
    </>
  );
}

const standings = {
  live: { tone: "in-date", icon: "ok", label: "Works" },
  expired: { tone: "hold", icon: "clock", label: "Expired" },
  revoked: { tone: "hold", icon: "cross", label: "Revoked" },
} as const;

function KeyTable({ rows, now, mayMake }: Pick<Page, "rows" | "now" | "mayMake">) {
  return (
    <DataTable
      label="API keys"
      rows={rows}
      sticky={false}
      columns={[
        {
          key: "name",
          label: "Name",
          card: "c-name",
          under: ({ formerUntil }: ShownKey) =>
            formerUntil !== null && (
              <span className="quiet">
                The one before works until <TimeText at={formerUntil} />
              </span>
            ),
        },
        { key: "begins", label: "Begins with", as: "code", clip: true, card: "c-meta" },
        {
          key: "may",
          label: "May",
          card: "c-due",
          show: ({ permissions, departments, isLimited }: ShownKey) => (
            <span title={permissions.join(", ")}>
              {plural(permissions.length, "1 permission", "{n} permissions")}
              {isLimited && plural(departments.length, ", 1 Location", ", {n} Locations")}
            </span>
          ),
        },
        {
          key: "lastUsedAt",
          label: "Last used",
          card: "c-due",
          show: ({ lastUsedAt, lastUsedIp }: ShownKey) =>
            lastUsedAt === null ? (
              <span className="quiet">Never</span>
            ) : (
              <span title={lastUsedIp ?? undefined}>
                <AgeText at={lastUsedAt} now={now} /> ago
              </span>
            ),
        },
        {
          key: "expiresAt",
          label: "Works until",
          card: "c-due",
          as: "time",
        },
        {
          key: "standing",
          label: "State",
          card: "c-state",
          show: ({ standing }: ShownKey) => {
            const { tone, icon, label } = standings[standing];
            return (
              <Badge tone={tone} icon={icon} calm={standing === "live"}>
                {label}
              </Badge>
            );
          },
        },
      ]}
      rowActions={(row) => mayMake && row.standing !== "revoked" && <KeyMenu row={row} />}
    />
  );
}
