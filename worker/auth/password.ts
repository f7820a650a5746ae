import Argon2, { type Argon2HashOptions } from "@phi-ag/argon2";
import wasm from "@phi-ag/argon2/argon2.wasm";

/** OWASP Password Storage: argon2id, m = 19 MiB, t = 2, p = 1. */
const parameters: Partial<Argon2HashOptions> = {
  hashLength: 32,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};
const CURRENT = "$argon2id$v=19$m=19456,t=2,p=1$";
let instance: Argon2 | undefined;
const argon2 = () => {
  instance ??= new Argon2(new WebAssembly.Instance(wasm));
  return instance;
};

/** Of the password exactly as it is typed. @returns a PHC string */
export const hashPassword = (password: string): string =>
  argon2().hash(password, {
    ...parameters,
    salt: crypto.getRandomValues(new Uint8Array(16)),
  }).encoded;

/** A hash of nothing anybody can type, so that an unknown account costs the same time. */
let nobody: string | undefined;

/** Takes the same time for a person without a password. */
export function verifyPassword(encoded: string | null | undefined, password: string): boolean {
  nobody ??= hashPassword(crypto.randomUUID());
  const matches = argon2().tryVerify(encoded ?? nobody, password).success;
  return matches && Boolean(encoded);
}

export const isOutdated = (encoded: string) => !encoded.startsWith(CURRENT);
