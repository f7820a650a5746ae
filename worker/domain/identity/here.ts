import type { Realm } from "../../auth/realm.ts";
import { type Provider, readingProvider } from "./provider.ts";

/** The provider of a company; null without one, and in realms that have none. */
export async function providerHere({ audience, db }: Realm): Promise<Provider | null> {
  if (audience !== "company") return null;
  const [[provider]] = await db.read(readingProvider(db));
  return provider ?? null;
}
