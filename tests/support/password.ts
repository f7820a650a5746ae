import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import Argon2 from "@phi-ag/argon2";

const wasm = readFileSync(createRequire(import.meta.url).resolve("@phi-ag/argon2/argon2.wasm"));

const made = new Map<string, string>();

/** The same hash the Worker makes, once for each password. @returns a PHC string */
export function passwordHash(password: string): string {
  const hash = made.get(password) ?? hashed(password);
  made.set(password, hash);
  return hash;
}

const hashed = (password: string) =>
  new Argon2(new WebAssembly.Instance(new WebAssembly.Module(wasm))).hash(password, {
    salt: crypto.getRandomValues(new Uint8Array(16)),
    hashLength: 32,
    memoryCost: 19_456,
    timeCost: 2,
    parallelism: 1,
  }).encoded;
