import { sha256 } from "../../auth/tokens.ts";

const hex = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const isHex = (text: unknown): text is string =>
  typeof text === "string" && /^[0-9a-f]{32}$/.test(text);

/** 128 random bits for the form of a report. */
export const newSeed = () => hex(crypto.getRandomValues(new Uint8Array(16)));
export const isSeed = isHex;

/**
 * The secret of a call's private link: of the form's seed and the call, so that a form sent again, its answer lost, is told the
 * same link, though neither is stored.
 */
export const tokenOf = async (seed: string, callId: string) =>
  (await sha256(`${seed}\n${callId}`)).slice(0, 32);
/** Whether a path may name a call at all. */
export const isToken = isHex;

/** The path of the private link. */
export const followPath = (token: string) => `/call/${token}`;
