import { addMonths } from "#app/shared/company-time.ts";
import { dateText, monthText } from "#app/shared/dates.ts";
import { Icon } from "#app/ui/icon.tsx";
import { visitContext } from "#worker/web/context.ts";
import { ledgerHeadsPage } from "#worker/web/public-verify.ts";
import type { Route } from "./+types/ledger-heads";
import { Hung, VerifyFrame } from "./verify-frame.tsx";
import "#app/css/verify.css";

export const loader = ({ request, context }: Route.LoaderArgs) =>
  ledgerHeadsPage(context.get(visitContext), new URL(request.url).searchParams.get("month"));

export const meta = () => [
  { title: "Heads of the ledger" },
  { name: "robots", content: "noindex, nofollow" },
];

const monthOf = (month: string, by: number) => addMonths(`${month}-01`, by).slice(0, 7);
const hrefOf = (month: string) => `/verify/heads?month=${month}`;

/** The head of a laboratory's ledger at each day's end: whoever keeps one finds every rewriting of what came before it. */
export default function LedgerHeads({ loaderData }: Route.ComponentProps) {
  const { company, month, current, heads } = loaderData;
  return (
    <VerifyFrame name={company}>
      <Hung className="vf-top">
        <div className="vf-verdict">
          <Icon name="book" />
          <div>
            <h1>Heads of the ledger</h1>
            <p>
              Whatever this laboratory issues, replaces or withdraws is an event, and each event
              carries the fingerprint of the one before. The fingerprint of a day's last event
              stands for all of them: keep one of these lines, and nobody can rewrite what came
              before it without your noticing. Days are those of UTC.
            </p>
          </div>
        </div>
      </Hung>
      <Hung>
        <div className="sec-head">
          <h2>{monthText(month)}</h2>
          <p>
            <a href={hrefOf(monthOf(month, -1))}>{monthText(monthOf(month, -1))}</a>
            {month < current && (
              <>
                {" · "}
                <a href={hrefOf(monthOf(month, 1))}>{monthText(monthOf(month, 1))}</a>
              </>
            )}
          </p>
        </div>
        {heads.length === 0 ? (
          <p className="muted">
            No head was kept in this month: nothing had been issued, or the first night is still to
            come.
          </p>
        ) : (
          <ol className="ledger">
            {heads.map(({ day, seq, hash }) => (
              <li key={day}>
                <span className="n">{seq}</span>
                <span className="what">
                  <time dateTime={day}>{dateText(day)}</time>
                </span>
                <span className="code">{hash}</span>
              </li>
            ))}
          </ol>
        )}
      </Hung>
    </VerifyFrame>
  );
}
