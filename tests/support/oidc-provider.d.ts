declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  /** What tests use of it. */
  type Context = {
    body: unknown;
    oidc: { client?: { clientId: string }; session?: { accountId?: string } };
  };
  type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> };
  export default class Provider {
    constructor(
      issuer: string,
      configuration: {
        clients: Record<string, unknown>[];
        jwks: { keys: object[] };
        cookies: { keys: string[] };
        claims: Record<string, string[]>;
        findAccount: (
          context: Context,
          id: string,
        ) => { accountId: string; claims: () => { sub: string } & Record<string, unknown> };
        interactions: { url: (context: Context, interaction: { uid: string }) => string };
        features: {
          devInteractions: { enabled: boolean };
          rpInitiatedLogout: {
            enabled: boolean;
            logoutSource: (context: Context, form: string) => void;
          };
        };
        loadExistingGrant: (context: Context) => Promise<Grant>;
      },
    );
    Grant: new (of: {
      clientId: string;
      accountId: string;
    }) => Grant;
    callback(): (request: IncomingMessage, response: ServerResponse) => unknown;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: { login: { accountId: string } },
    ): Promise<void>;
  }
}
