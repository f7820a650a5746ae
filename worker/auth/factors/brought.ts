import type { AnyPerson } from "../../contact-session.ts";
import type { Proof } from "./prove.ts";

type Brought = { proof: Proof; env: Env };

/** The proofs that came with requests, by who asks. */
const brought = new WeakMap<AnyPerson["actor"], Brought>();

/** Keeps the proof that a request came with, for each of its commands that asks for one. */
export function bringProof(session: AnyPerson | null, env: Env, proof: Proof | null): void {
  if (session && proof) brought.set(session.actor, { proof, env });
}

export const broughtBy = (session: AnyPerson): Brought | null => brought.get(session.actor) ?? null;
