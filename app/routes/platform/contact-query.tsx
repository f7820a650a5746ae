import type { ReactNode } from "react";
import {
  type QueryState,
  queryKinds,
  queryMoveLabels,
  queryMoves,
  queryStates,
} from "#app/shared/contact-queries.ts";
import { sizeText } from "#app/shared/size-text.ts";
import { SelectField, TextArea } from "#app/ui/fields.tsx";
import { SubmitButton } from "#app/ui/form.tsx";
import type { IconName } from "#app/ui/icon.tsx";
import { Badge, DefinitionList, PageHead, Panel, type Tone } from "#app/ui/page.tsx";
import { TimeText } from "#app/ui/time.tsx";
import { handleQuery, moveQuery } from "#worker/domain/platform/answer-queries.ts";
import { openQuery } from "#worker/domain/platform/contact-queries.ts";
import { staffActions, stays } from "#worker/web/actions.ts";
import { staffContext } from "#worker/web/context.ts";
import { ProfileForm, Saved } from "../people/profile-form.tsx";
import { SectionForm } from "../settings/section-form.tsx";
import type { Route } from "./+types/contact-query";
import { CompanyLink } from "./company-link.tsx";

export const loader = ({ params, context }: Route.LoaderArgs) =>
  openQuery(context.get(staffContext), params.id);
export const action = staffActions(
  {
    handle: ({ session, id }, values) => handleQuery(session, id, values),
    move: ({ session, id }, values) => moveQuery(session, id, values),
  },
  { reply: stays },
);
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.query.name ?? "Message"} - Plumbline` },
];

const looks: Record<QueryState, { tone: Tone; icon: IconName }> = {
  new: { tone: "amber", icon: "mail" },
  contacted: { tone: "info", icon: "call" },
  qualified: { tone: "in-date", icon: "ok" },
  closed: { tone: "hold", icon: "check" },
  spam: { tone: "hold", icon: "cross" },
};

/** A message from a public page: what was written, by whom, and what is done about it. */
export default function ContactQuery({ loaderData, actionData }: Route.ComponentProps) {
  const { query, colleagues, seesCompanies } = loaderData;
  const { id, name, status, version, email, phone, file } = query;
  return (
    <>
      <PageHead
        title={name}
        crumbs={[{ label: "Contact Query", to: "/super-admin/contact-query" }]}
        badges={<Badge {...looks[status]}>{queryStates[status]}</Badge>}
        actions={
          <ProfileForm intent="move" actionData={actionData} className="chips">
            <input type="hidden" name="version" value={version} />
            {queryMoves[status].map((to, nth) => (
              <SubmitButton
                key={to}
                name="status"
                value={to}
                {...(nth === 0 ? {} : { tone: "plain" as const })}
              >
                {queryMoveLabels[to]}
              </SubmitButton>
            ))}
          </ProfileForm>
        }
      />
      <Saved actionData={actionData} />
      <div className="cols cols-2">
        <Panel title={query.subject ?? "Message"}>
          <div className="stack">
            <p className="said">{query.message}</p>
            <DefinitionList
              entries={[
                ["Kind", queryKinds[query.kind]],
                [
                  "E-mail",
                  email && (
                    <a key="email" href={`mailto:${email}`}>
                      {email}
                    </a>
                  ),
                ],
                [
                  "Phone",
                  phone && (
                    <a key="phone" href={`tel:${phone.replace(/[^+\d]/g, "")}`}>
                      {phone}
                    </a>
                  ),
                ],
                ["Organisation", query.organisation],
                ...query.companies.map((company): [string, ReactNode] => [
                  "Address of an Admin of",
                  <CompanyLink key={company.id} company={company} may={seesCompanies} />,
                ]),
                [
                  "Page",
                  <span key="page" className="code">
                    {query.page}
                  </span>,
                ],
                ["Sent", <TimeText key="sent" at={query.at} />],
                [
                  "File",
                  file && (
                    <a key="file" href={`/super-admin/contact-query/${id}/file`} download>
                      {file.fileName} ({sizeText(file.bytes)})
                    </a>
                  ),
                ],
              ]}
            />
            {file && (
              <p className="muted">
                A stranger has sent the file. It is only saved, never shown here.
              </p>
            )}
          </div>
        </Panel>
        <SectionForm
          intent="handle"
          title="What is done"
          save="Save"
          values={{ assignedTo: query.assignedTo ?? "", notes: query.notes ?? "" }}
          version={version}
          mayEdit
          actionData={actionData}
        >
          <SelectField
            name="assignedTo"
            label="Assigned to"
            placeholder="Nobody"
            options={colleagues}
          />
          <TextArea
            name="notes"
            label="Notes"
            maxLength={2000}
            rows={6}
            hint="For colleagues; the sender never sees them"
          />
        </SectionForm>
      </div>
    </>
  );
}
