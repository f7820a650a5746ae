import { Link } from "react-router";
import {
  failedLogins,
  type LoginResult,
  loginFilterWords,
  loginResultWords,
} from "#app/shared/login-words.ts";
import { Combobox } from "#app/ui/combobox.tsx";
import { FormDialog } from "#app/ui/dialog.tsx";
import { TextArea } from "#app/ui/fields.tsx";
import { type Refused, refusalOf } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ListPage } from "#app/ui/list-page.tsx";
import { Badge } from "#app/ui/page.tsx";
import { Note } from "#app/ui/states.tsx";
import { TimeText } from "#app/ui/time.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import { countryName } from "#worker/domain/platform/countries.ts";
import { listLogins, lookIntoLogins } from "#worker/domain/platform/login-logs.ts";
import { goesOn, staffActions } from "#worker/web/actions.ts";
import { staffContext, visitContext } from "#worker/web/context.ts";
import { LookedBack } from "../records/activity-list.tsx";
import type { Route } from "./+types/login-logs";
import { companyFilter, searchPlatform } from "./search-choices.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const list = await listLogins(
    context.get(staffContext),
    context.get(visitContext).env,
    new URL(request.url).searchParams,
  );
  const rows = list.rows.map((row) => ({
    ...row,
    country: row.country && countryName(row.country),
  }));
  return { ...list, rows };
}
export const action = staffActions(
  { look: ({ session, visit }, values) => lookIntoLogins(session, visit.env, values) },
  { reply: goesOn(({ data }) => `/super-admin/login-logs?company=${data.id}`) },
);
export const meta = () => [{ title: "Login Activity - Plumbline" }];

type Data = Route.ComponentProps["loaderData"];

/** Who signed in or tried to: on the platform, or in a company whose log was opened. */
export default function LoginLogs({ loaderData, actionData }: Route.ComponentProps) {
  const { to } = useDialog();
  const { company } = loaderData;
  const look = (
    <Link className="btn" to={to({ do: "look" })} preventScrollReset>
      <Icon name="dept" />A company's log
    </Link>
  );
  return (
    <>
      <ListPage
        title="Login Activity"
        result={loaderData}
        searchLabel="E-mail"
        filters={[
          {
            key: "result",
            label: "Result",
            options: Object.entries(loginFilterWords).map(([value, label]) => ({ value, label })),
          },
          { key: "from", label: "From", isDate: true },
          { key: "to", label: "To", isDate: true },
          companyFilter(company && { value: company.id, label: company.name }),
        ]}
        actions={look}
        empty={{
          title: "Nobody has signed in yet",
          text: "Every attempt to sign in is kept here, with its result.",
        }}
        columns={[
          { key: "at", label: "Time", card: "c-top", as: "time" },
          {
            key: "account",
            label: "Account",
            card: "c-name",
            long: true,
            show: (row) =>
              row.name ? (
                <>
                  {row.name} <span className="quiet">{row.email}</span>
                </>
              ) : (
                row.email
              ),
          },
          { key: "where", label: "Of", show: () => company?.name ?? "Platform" },
          {
            key: "result",
            label: "Result",
            card: "c-state",
            wraps: true,
            keep: true,
            show: (row) => <ResultBadge result={row.result} />,
          },
          { key: "ip", label: "Address", card: "c-meta", as: "code" },
          { key: "country", label: "Country", wide: 1 },
          { key: "client", label: "Client", card: "c-due" },
          {
            key: "signedOutAt",
            label: "Signed out",
            optional: true,
            show: (row) => (row.signedOutAt ? <TimeText at={row.signedOutAt} /> : null),
          },
        ]}
      >
        <CompanyNote asked={loaderData.query.filters.company} company={company} />
        <LookedBack list={loaderData} />
      </ListPage>
      <LookDialog company={company} problem={refusalOf(actionData)} />
    </>
  );
}

function ResultBadge({ result }: { result: LoginResult }) {
  const isFailed = failedLogins.includes(result);
  return (
    <Badge
      tone={isFailed ? "overdue" : result === "success" ? "in-date" : "info"}
      icon={isFailed ? "cross" : result === "success" ? "ok" : "info"}
      calm
    >
      {loginResultWords[result]}
    </Badge>
  );
}

/** Whose log is shown, and what opening it means. */
function CompanyNote({ asked, company }: { asked: string | undefined; company: Data["company"] }) {
  const { to } = useDialog();
  if (!asked) return null;
  if (!company) return <Note tone="amber">This company was not found.</Note>;
  return company.isOpen ? (
    <Note tone="info">
      The log of {company.name}. That you look is written into its own activity log.
    </Note>
  ) : (
    <Note tone="amber" icon="lock">
      The log of {company.name} is not open to you.{" "}
      <Link to={to({ do: "look" })} preventScrollReset>
        Open it, and say why
      </Link>
    </Note>
  );
}

function LookDialog({
  company,
  problem,
}: {
  company: Data["company"];
  problem: Refused | undefined;
}) {
  const { asked, shown } = useDialog();
  return (
    <FormDialog
      {...shown}
      open={asked("do") === "look"}
      title="Open a company's log"
      verb="Open log"
      hidden={{ intent: "look" }}
      problem={problem}
    >
      <p>
        It opens to you for an hour. Your name and the reason are written into the platform's log
        and into the company's own.
      </p>
      <Combobox
        key={company?.id}
        name="companyId"
        label="Company"
        required
        load={searchPlatform("companies")}
        defaultValue={company && { value: company.id, label: company.name }}
      />
      <TextArea name="reason" label="Reason" required maxLength={500} rows={2} />
    </FormDialog>
  );
}
