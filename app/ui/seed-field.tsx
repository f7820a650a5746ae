import { useState } from "react";

/** What a secret is made of. It stays while its form stays, so that a form sent again is told the same secret. */
export function SeedField({ seed }: { seed: string }) {
  const [kept] = useState(seed);
  return <input type="hidden" name="seed" value={kept} />;
}
