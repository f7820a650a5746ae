import { rulesOf } from "./rules.ts";

type Lifecycle = "received" | "in_service" | "standby" | "condemned" | "disposed";
/** What of a device decides what may be done to it. */
export type AssetState = {
  lifecycle: Lifecycle;
  notLocatedSince: string | null;
  openGatePassId: string | null;
  openTransferId: string | null;
  isDown: boolean;
};

const living = ["received", "in_service", "standby"] as const;
const present = [...living, "condemned"] as const;
const DISPOSED = "This asset is disposed";

/** Alone it stops `condemn`: what a pass holds is refused by the work, which knows the pass's number. */
const transferred = ({ openTransferId }: AssetState) =>
  openTransferId ? "It is in a transfer. Finish that first." : null;
const away = (asset: AssetState) =>
  asset.openGatePassId ? "It is out on a gate pass. Return it first." : transferred(asset);

/**
 * What may be done to a device, in the order of its menu. Lifecycle is accounting, condition says whether it works; both change
 * only by these moves, and by service reports and calls.
 */
export const assetRules = rulesOf<AssetState>()({
  states: {
    received: "Received",
    in_service: "In service",
    standby: "Standby",
    condemned: "Condemned",
    disposed: "Disposed",
  },
  stateOf: ({ lifecycle }) => lifecycle,
  otherwise: (state, sentence = DISPOSED) => (state === "disposed" ? DISPOSED : sentence),
  moves: {
    report: {
      label: "Service/PM Report",
      icon: "wrench",
      by: "edit-asset",
      from: present,
      page: (id) => `/asset/service-report/${id}`,
    },
    edit: {
      label: "Edit",
      icon: "edit",
      by: "edit-asset",
      from: present,
      page: (id) => `/asset/update/${id}`,
    },
    commission: {
      label: "Commission",
      icon: "ok",
      title: (name) => `Commission ${name}`,
      verb: "Commission asset",
      says: "It is in service from then on.",
      by: "edit-asset",
      from: ["received"],
      to: "in_service",
      reason: "optional",
      otherwise: "Only a received asset is commissioned",
    },
    move: {
      label: "Move",
      icon: "swap",
      title: (name) => `Move ${name}`,
      verb: "Move asset",
      by: "edit-asset",
      from: present,
      reason: "required",
      unless: away,
    },
    condition: {
      label: "Correct condition",
      icon: "gauge",
      title: (name) => `Correct the condition of ${name}`,
      verb: "Correct condition",
      says: "Calls and service reports move the condition by themselves. This is for what they missed.",
      by: "edit-asset",
      from: present,
      reason: "required",
      unless: ({ isDown }) => (isDown ? "A call says it is down. Resolve the call." : null),
    },
    standby: {
      label: "Put on standby",
      icon: "pause",
      title: (name) => `Put ${name} on standby`,
      verb: "Put on standby",
      by: "edit-asset",
      from: ["in_service"],
      to: "standby",
      reason: "required",
      otherwise: "Only an asset in service goes on standby",
    },
    resume: {
      label: "Back into service",
      icon: "ok",
      title: (name) => `Take ${name} back into service`,
      verb: "Back into service",
      by: "edit-asset",
      from: ["standby"],
      to: "in_service",
      reason: "required",
      otherwise: "Only an asset on standby goes back into service",
    },
    "not-located": {
      label: "Not located",
      icon: "pin",
      title: (name) => `${name} is not located`,
      verb: "Mark as not located",
      by: "edit-asset",
      from: present,
      reason: "optional",
      unfit: ({ notLocatedSince }) => (notLocatedSince ? "It is not located already" : null),
    },
    found: {
      label: "Found",
      icon: "pin",
      title: (name) => `${name} was found`,
      verb: "Mark as found",
      by: "edit-asset",
      from: present,
      reason: "optional",
      unfit: ({ notLocatedSince }) => (notLocatedSince ? null : "It is not missing"),
    },
    condemn: {
      label: "Condemn",
      icon: "cross",
      tone: "danger",
      title: (name) => `Condemn ${name}?`,
      verb: "Condemn asset",
      says: "Its open calls are closed, its schedules and due dates end, and its cover ends. An Admin can take it back.",
      by: "approve-asset",
      from: living,
      to: "condemned",
      reason: "optional",
      reasonHint: "Required for another reason.",
      unless: transferred,
      otherwise: "It is condemned already",
    },
    reinstate: {
      label: "Take back to standby",
      icon: "refresh",
      title: (name) => `Take ${name} back to standby`,
      verb: "Take back asset",
      says: "Calls and schedules that ended stay ended.",
      by: "approve-asset",
      isAdminOnly: true,
      from: ["condemned"],
      to: "standby",
      reason: "required",
      otherwise: "Only a condemned asset is taken back",
    },
    dispose: {
      label: "Dispose of",
      icon: "trash",
      tone: "danger",
      title: (name) => `Dispose of ${name}?`,
      verb: "Dispose of asset",
      says: "This is final. The asset can only be read afterwards.",
      by: "approve-asset",
      from: ["condemned"],
      to: "disposed",
      reason: "optional",
      otherwise: "Only a condemned asset is disposed of. Condemn it first.",
    },
    "rotate-qr": {
      label: "New QR code",
      icon: "scan",
      tone: "danger",
      title: (name) => `New QR code for ${name}?`,
      verb: "Make new QR code",
      says: "Labels printed before no longer work. Print a new one.",
      by: "edit-asset",
      from: present,
      reason: "optional",
    },
  },
});
