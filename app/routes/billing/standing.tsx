import { numberText } from "#app/shared/numbers.ts";
import { megabytesText } from "#app/shared/size-text.ts";
import { usedText } from "#app/shared/used-text.ts";
import { useFormat } from "#app/ui/format.ts";
import { Panel } from "#app/ui/page.tsx";
import { DateText } from "#app/ui/time.tsx";
import type { Page } from "./subscription.tsx";

const MEGABYTE = 1024 * 1024;

/** How the company stands, in words. */
export function Standing({ page: { standing, subscription } }: { page: Page }) {
  const { status, periodEnd, graceEnd, today } = standing;
  const end = <DateText on={periodEnd} />;
  const later = subscription?.nextFrom;
  return (
    <Panel title={subscription?.planName ?? "Plan"}>
      <div className="stack">
        {status === "trial" && (
          <p>
            {periodEnd ? <>You are trying Plumbline until {end}.</> : "You are trying Plumbline."}
          </p>
        )}
        {status === "active" && (
          <p>
            {periodEnd ? (
              <>Your subscription is active until {end}.</>
            ) : (
              "Your company is active, without an end."
            )}
          </p>
        )}
        {status === "grace" && (
          <p>
            Your subscription ended on {end}. Everything works until <DateText on={graceEnd} />.
            After that, data can only be read and exported until an order is paid.
          </p>
        )}
        {status === "suspended" && (
          <p>
            Your subscription has ended. Data can be read and exported. Everything works again once
            an order is paid.
          </p>
        )}
        {(status === "trial" || status === "active") && periodEnd && (
          <p className="muted">
            After that everything works until <DateText on={graceEnd} />, and then data can only be
            read and exported.
          </p>
        )}
        {later && later > today && (
          <p>
            A smaller plan is paid for and begins on <DateText on={later} />.
          </p>
        )}
      </div>
    </Panel>
  );
}

/** What a company uses of what its plan allows. */
export const Usages = ({ page: { usage, certificates, limits } }: { page: Page }) => (
  <UsageBars usage={usage} certificates={certificates} limits={limits} />
);

/** What is used of what is allowed; certificates of the month only where a plan allows a number of them. */
export function UsageBars({
  usage,
  certificates,
  limits,
}: Pick<Page, "usage" | "certificates" | "limits">) {
  const { locale } = useFormat();
  const number = (count: number) => numberText(count, locale);
  const mostCertificates = limits.max_certificates_per_month;
  const bars = [
    { name: "Assets", used: usage.assets, most: limits.max_assets, text: number },
    { name: "People", used: usage.users, most: limits.max_users, text: number },
    {
      name: "Storage",
      used: Math.ceil(usage.storageBytes / MEGABYTE),
      most: limits.max_storage_mb,
      text: megabytesText,
    },
    ...(mostCertificates || (mostCertificates === 0 && certificates)
      ? [
          {
            name: "Certificates this month",
            ...{ used: certificates, most: mostCertificates, text: number },
          },
        ]
      : []),
  ];
  return (
    <Panel title="What is used">
      <ul className="usage">
        {bars.map(({ name, used, most, text }) => (
          <li key={name}>
            <span>{name}</span>
            <span className="num">
              {usedText(text(used), most === undefined ? null : text(most))}
            </span>
            {most !== undefined && <Bar used={used} most={most} />}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const SCALE = 100;

/** How much is used, as a bar; its text stands beside it. */
function Bar({ used, most }: { used: number; most: number }) {
  const share = most > 0 ? Math.min(used / most, 1) : 1;
  return (
    <svg
      className={used > most ? "usage-bar over" : "usage-bar"}
      viewBox={`0 0 ${SCALE} 2`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect className="all" width={SCALE} height="2" />
      <rect className="used" width={share * SCALE} height="2" />
    </svg>
  );
}
