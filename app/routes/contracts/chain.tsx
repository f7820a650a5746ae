import { Link } from "react-router";
import { Money } from "#app/ui/money.tsx";
import { Panel } from "#app/ui/page.tsx";
import { DateText } from "#app/ui/time.tsx";
import type { ContractDetail } from "#worker/domain/contracts/read.ts";
import { ContractBadge, contractName } from "./words.tsx";

type Props = { chain: ContractDetail["chain"]; here: string; today: string };

/** The contracts that renew one another, the latest first. */
export function Chain({ chain, here, today }: Props) {
  if (chain.length < 2) return null;
  return (
    <Panel title="Renewals" flush>
      <ol className="plain-list panel-body">
        {[...chain].reverse().map((one) => (
          <li key={one.id} className="document" aria-current={one.id === here ? "true" : undefined}>
            <span>
              {one.id === here ? (
                <b>{contractName(one)}</b>
              ) : (
                <Link to={`/contract/${one.id}`} prefetch="intent">
                  {contractName(one)}
                </Link>
              )}{" "}
              <span className="muted">
                <DateText on={one.startOn} /> to <DateText on={one.endOn} />
              </span>
            </span>
            <Money minor={one.valueMinor} />
            <ContractBadge contract={one} today={today} />
          </li>
        ))}
      </ol>
    </Panel>
  );
}
