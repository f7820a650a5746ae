import {
  type ContractState,
  contractStates,
  kindWord,
  stateOn,
  type Term,
} from "#app/shared/contracts.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { Badge, type Tone } from "#app/ui/page.tsx";

const looks: Record<ContractState, { tone: Tone; icon: IconName; calm?: true }> = {
  upcoming: { tone: "info", icon: "cal" },
  active: { tone: "in-date", icon: "ok", calm: true },
  expiring: { tone: "amber", icon: "clock" },
  expired: { tone: "hold", icon: "pause" },
  terminated: { tone: "overdue", icon: "cross" },
};

/** How a contract stands on a day. */
export function ContractBadge({ contract, today }: { contract: Term; today: string }) {
  const state = stateOn(contract, today);
  return <Badge {...looks[state]}>{contractStates[state]}</Badge>;
}

/** "CMC C-12" */
export const contractName = ({ kind, number }: { kind: string; number: string }) =>
  `${kindWord(kind)} ${number}`;
