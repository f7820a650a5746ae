/** Lifecycle is accounting, condition says whether the device works; both move only by these commands. */
const lifecycleWords = ["received", "in_service", "standby", "condemned", "disposed"] as const;
type Lifecycle = (typeof lifecycleWords)[number];

export type AssetState = {
  lifecycle: Lifecycle;
  notLocatedSince: string | null;
  openGatePassId: string | null;
  openTransferId: string | null;
};

type Rule = {
  by: "edit-asset" | "approve-asset";
  /** Nobody but an Admin, whatever the permission. */
  isAdminOnly?: true;
  from: readonly Lifecycle[];
  to?: Lifecycle;
  /** Why it is impossible in a state it does not start from. */
  otherwise: string;
  /** What else stands in the way. */
  unless?: (state: AssetState) => string | null;
};

const living = ["received", "in_service", "standby"] as const;
const kept = [...living, "condemned"] as const;
const DISPOSED = "This asset is disposed";

const away = ({ openGatePassId, openTransferId }: AssetState) => {
  if (openGatePassId) return "It is out on a gate pass. Return it first.";
  return openTransferId ? "It is in a transfer. Finish that first." : null;
};

/** Every command that changes a device's state or place: who may, from where, and where to. */
export const assetRules = {
  commission: {
    by: "edit-asset",
    from: ["received"],
    to: "in_service",
    otherwise: "Only a received asset is commissioned",
  },
  standby: {
    by: "edit-asset",
    from: ["in_service"],
    to: "standby",
    otherwise: "Only an asset in service goes on standby",
  },
  resume: {
    by: "edit-asset",
    from: ["standby"],
    to: "in_service",
    otherwise: "Only an asset on standby goes back into service",
  },
  condemn: {
    by: "approve-asset",
    from: living,
    to: "condemned",
    otherwise: "It is condemned already",
    unless: away,
  },
  reinstate: {
    by: "approve-asset",
    isAdminOnly: true,
    from: ["condemned"],
    to: "standby",
    otherwise: "Only a condemned asset is taken back",
  },
  dispose: {
    by: "approve-asset",
    from: ["condemned"],
    to: "disposed",
    otherwise: "Only a condemned asset is disposed of. Condemn it first.",
  },
  move: { by: "edit-asset", from: kept, otherwise: DISPOSED, unless: away },
  condition: { by: "edit-asset", from: kept, otherwise: DISPOSED },
  "not-located": {
    by: "edit-asset",
    from: kept,
    otherwise: DISPOSED,
    unless: ({ notLocatedSince }) => (notLocatedSince ? "It is not located already" : null),
  },
  found: {
    by: "edit-asset",
    from: kept,
    otherwise: DISPOSED,
    unless: ({ notLocatedSince }) => (notLocatedSince ? null : "It is not missing"),
  },
  "rotate-qr": { by: "edit-asset", from: kept, otherwise: DISPOSED },
} as const satisfies Record<string, Rule>;
export type AssetCommand = keyof typeof assetRules;
export const assetCommands = Object.keys(assetRules) as AssetCommand[];
export const isAssetCommand = (word: string): word is AssetCommand =>
  Object.hasOwn(assetRules, word);

/** Why a command is impossible in this state; null when it is possible. A disposed asset is final. */
export function impossible(command: AssetCommand, state: AssetState): string | null {
  const rule: Rule = assetRules[command];
  if (!rule.from.includes(state.lifecycle))
    return state.lifecycle === "disposed" ? DISPOSED : rule.otherwise;
  return rule.unless?.(state) ?? null;
}

/** Whether somebody may give a command at all. */
export const mayCommand = (
  command: AssetCommand,
  can: (permission: Rule["by"]) => boolean,
  isAdmin: boolean,
): boolean => {
  const rule: Rule = assetRules[command];
  return can(rule.by) && (isAdmin || !rule.isAdminOnly);
};
