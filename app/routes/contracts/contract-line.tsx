import { Link } from "react-router";
import type { Term } from "#app/shared/contracts.ts";
import { Money } from "#app/ui/money.tsx";
import { DateText } from "#app/ui/time.tsx";
import { ContractBadge, contractName } from "./words.tsx";

export type LineContract = Term & {
  id: string;
  number: string;
  kind: string;
  valueMinor: number | null;
};
type Props = { contract: LineContract; today: string; isHere?: boolean };

/** A contract in a list of documents. @param isHere the page that is open is this contract's */
export function ContractLine({ contract, today, isHere = false }: Props) {
  return (
    <>
      <span>
        {isHere ? (
          <b>{contractName(contract)}</b>
        ) : (
          <Link to={`/contract/${contract.id}`} prefetch="intent">
            {contractName(contract)}
          </Link>
        )}{" "}
        <span className="muted">
          <DateText on={contract.startOn} /> to <DateText on={contract.endOn} />
        </span>
      </span>
      <div className="chips">
        <Money minor={contract.valueMinor} />
        <ContractBadge contract={contract} today={today} />
      </div>
    </>
  );
}
