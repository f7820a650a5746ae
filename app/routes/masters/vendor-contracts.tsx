import { Link } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { Money } from "#app/ui/money.tsx";
import { Panel } from "#app/ui/page.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import { DateText } from "#app/ui/time.tsx";
import { ContractBadge, contractName } from "../contracts/words.tsx";

type Contract = {
  id: string;
  number: string;
  kind: string;
  startOn: string;
  endOn: string;
  terminatedOn: string | null;
  noticeDays: number | null;
  valueMinor: number | null;
};
type Props = {
  vendorId: string;
  contracts: Contract[];
  /** There are more than these. */
  capped: boolean;
  mayAdd: boolean;
  today: string;
};

/** The contracts with a vendor, those that end last first. */
export function VendorContracts({ vendorId, contracts, capped, mayAdd, today }: Props) {
  return (
    <Panel
      title="Contracts"
      actions={
        mayAdd && (
          <Link className="btn btn-sm" to={`/contract/create?vendor=${vendorId}`} prefetch="intent">
            <Icon name="plus" size="s" />
            Add contract
          </Link>
        )
      }
    >
      {contracts.length === 0 ? (
        <EmptyState
          panel={false}
          title="No contracts yet"
          text="Warranty, AMC, CMC and the like that this vendor has with you."
        />
      ) : (
        <ul className="plain-list">
          {contracts.map((one) => (
            <li key={one.id} className="document">
              <span>
                <Link to={`/contract/${one.id}`} prefetch="intent">
                  {contractName(one)}
                </Link>{" "}
                <span className="muted">
                  <DateText on={one.startOn} /> to <DateText on={one.endOn} />
                </span>
              </span>
              <Money minor={one.valueMinor} />
              <ContractBadge contract={one} today={today} />
            </li>
          ))}
        </ul>
      )}
      {capped && (
        <p>
          <Link to={`/vendors?tab=contracts&vendor=${vendorId}`}>Show all contracts</Link>
        </p>
      )}
    </Panel>
  );
}
