import { Link } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { Panel } from "#app/ui/page.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import { ContractLine, type LineContract } from "../contracts/contract-line.tsx";

type Props = {
  vendorId: string;
  contracts: LineContract[];
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
              <ContractLine contract={one} today={today} />
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
