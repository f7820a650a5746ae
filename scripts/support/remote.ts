import { type Answered, d1Over, type Statement } from "./databases.ts";
import { databases } from "./project.ts";

const API = "https://api.cloudflare.com/client/v4";

type Reply = {
  success: boolean;
  errors?: { message: string }[];
  result?: D1Result<Record<string, unknown>>[];
};

/**
 * The account's databases, by their bindings, through D1's HTTP interface: CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN say whose they
 * are; the token needs "D1 Edit".
 */
export function openRemote(): Record<string, D1Database> {
  const { CLOUDFLARE_ACCOUNT_ID: account, CLOUDFLARE_API_TOKEN: token } = process.env;
  if (!account || !token) throw new Error("Set CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN");
  const ask = async (id: string, statements: readonly Statement[]): Promise<Answered[]> => {
    const answer = await fetch(`${API}/accounts/${account}/d1/database/${id}/query`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({
        batch: statements.map(({ sql, values }) => ({ sql, params: values })),
      }),
    });
    const reply = (await answer.json().catch(() => ({ success: false }))) as Reply;
    if (!reply.success || !reply.result)
      throw new Error(
        `D1_ERROR: ${reply.errors?.map(({ message }) => message).join("; ") ?? `status ${answer.status}`}`,
      );
    return reply.result;
  };
  return Object.fromEntries(
    databases().map(({ binding, id }) => [binding, d1Over((statements) => ask(id, statements))]),
  );
}
