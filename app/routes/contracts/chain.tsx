import { Panel } from "#app/ui/page.tsx";
import type { ContractDetail } from "#worker/domain/contracts/read.ts";
import { ContractLine } from "./contract-line.tsx";

type Props = { chain: ContractDetail["chain"]; here: string; today: string };

/** The contracts that renew one another, the latest first. */
export function Chain({ chain, here, today }: Props) {
  if (chain.length < 2) return null;
  return (
    <Panel title="Renewals">
      <ol className="plain-list">
        {[...chain].reverse().map((one) => (
          <li key={one.id} className="document" aria-current={one.id === here ? "true" : undefined}>
            <ContractLine contract={one} today={today} isHere={one.id === here} />
          </li>
        ))}
      </ol>
    </Panel>
  );
}
