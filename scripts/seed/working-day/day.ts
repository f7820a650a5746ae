import type { Session } from "#worker/session.ts";
import type { Random } from "../random.ts";
import type { History } from "./history.ts";

/** A fault in the words of a service log. */
export type Fault = { problem: string; action: string };
/** A device that is in use, since when it is, and how it fails. */
export type Device = { id: string; departmentId: string; since: number; faults: readonly Fault[] };

/** What the work of a company is made of. */
export type Day = {
  history: History;
  random: Random;
  /** The instant up to which everything has happened, in epoch milliseconds. */
  now: number;
  /** Who takes calls and approves. */
  desk: Session;
  /** Who approves what the desk has asked for. */
  second: Session;
  engineers: readonly Session[];
  teamId: string | null;
  devices: readonly Device[];
  /** Devices with an open call. */
  busy: Set<string>;
};
