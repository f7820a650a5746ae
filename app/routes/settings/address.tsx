import type { ReactNode } from "react";
import { domainRules, isOpenDomainRequest } from "#app/shared/flows/domain-requests.ts";
import { CopiedText } from "#app/ui/copied-text.tsx";
import { TextArea, TextField } from "#app/ui/fields.tsx";
import { PlainForm, type Refused, refusalOf, SubmitButton } from "#app/ui/form.tsx";
import { Moves } from "#app/ui/moves.tsx";
import { DefinitionList, PageHead, Panel } from "#app/ui/page.tsx";
import { TimeText } from "#app/ui/time.tsx";
import { addressPage, askForHost } from "#worker/domain/domains/address.ts";
import { domainFlow } from "#worker/domain/domains/flow.ts";
import { apexHosts } from "#worker/tenancy/hosts.ts";
import { actions, stays } from "#worker/web/actions.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { movesOfSent } from "#worker/web/flow-actions.ts";
import { DnsRecords, DomainBadge } from "../domains/words.tsx";
import { Saved } from "../people/profile-form.tsx";
import type { Route } from "./+types/address";
import { hiddenSections, SettingsTabs } from "./settings-tabs.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  return {
    ...(await addressPage(session)),
    apex: apexHosts(context.get(visitContext).env)[0]!,
    hidden: hiddenSections(session),
  };
}
export const action = actions({
  ask: {
    run: ({ session, visit }, values) => askForHost(session, visit, values),
    reply: stays,
  },
  ...movesOfSent(domainFlow, ["verify", "cancel"], "domain-"),
});
export const meta = () => [{ title: "Address - Plumbline" }];

type Page = Route.ComponentProps["loaderData"];

/** Those that say something: an address that was never left, or a reason that nobody had to give, is not missing. */
const told = (entries: [name: string, value: ReactNode][]) =>
  entries.filter(([, value]) => Boolean(value));

/** Where the company is found, and how it comes to another address. */
export default function Address({ loaderData: page, actionData }: Route.ComponentProps) {
  const { host, former, request, apex, hidden } = page;
  const problem = refusalOf(actionData);
  const isOpen = request && isOpenDomainRequest(request.status);
  return (
    <>
      <PageHead title="Settings" />
      <Saved actionData={actionData} />
      <div className="stack">
        <SettingsTabs hidden={hidden} open="address" />
        <Panel title="Address">
          <div className="stack">
            <DefinitionList
              entries={told([
                ["Address now", <code key="host">{host}</code>],
                ["Former ones", former.length > 0 && <code key="former">{former.join(", ")}</code>],
              ])}
            />
            {former.length > 0 && (
              <p className="muted">
                Former addresses stay yours. They lead here, and show the certificates whose codes
                were printed with them.
              </p>
            )}
          </div>
        </Panel>
        {request && <Request request={request} problem={problem} />}
        {!isOpen && (
          <Panel title="Ask for another address">
            <PlainForm
              className="stack"
              problem={problem?.values?.intent === "ask" ? problem : undefined}
            >
              <TextField
                name="hostname"
                label="New address"
                required
                mono
                maxLength={253}
                autoCapitalize="none"
                autoComplete="off"
                spellCheck={false}
                hint={`A word before .${apex}, or a name under your own domain, such as assets.hospital.example`}
              />
              <TextArea name="note" label="Note" maxLength={1000} rows={3} />
              <div>
                <SubmitButton name="intent" value="ask">
                  Send request
                </SubmitButton>
              </div>
            </PlainForm>
          </Panel>
        )}
      </div>
    </>
  );
}

type RequestProps = { request: NonNullable<Page["request"]>; problem: Refused | undefined };

/** The newest request, with what became of it, and what is to be done for it. */
function Request({ request, problem }: RequestProps) {
  const { hostname, status, proof, note, reason, createdAt, expiresAt } = request;
  const isOpen = isOpenDomainRequest(status);
  return (
    <Panel title="Request" actions={<DomainBadge status={status} />}>
      <div className="stack">
        <DefinitionList
          entries={told([
            ["Address", <code key="host">{hostname}</code>],
            ["Asked", <TimeText key="asked" at={createdAt} />],
            ["Open until", isOpen && <TimeText key="until" at={expiresAt} />],
            ["Note", note],
            ["Reason", reason],
          ])}
        />
        {status === "dns_pending" && proof && (
          <div className="stack">
            <p>
              Add these two records where the DNS of your domain is kept; whoever looks after your
              website or network can do it. It can take an hour until they are seen everywhere.
            </p>
            <p>
              {`We set up the certificate of the address. Check here once https://${hostname} opens in a browser without a warning; until you have checked, the page there says that nothing is at this address.`}
            </p>
            <DnsRecords {...request} />
            <CopiedText label="Value of the TXT record" text={proof} />
          </div>
        )}
        <Moves
          of={request}
          rules={domainRules}
          name={hostname}
          intent={(move) => `domain-${move}`}
          hidden={{ id: request.id }}
          keep="Keep as it is"
          problem={problem}
        />
      </div>
    </Panel>
  );
}
