import { apiKeys } from "#drizzle/tenant/index.ts";
import { makeKey, renameKey, replaceKey, revokeKey } from "../domain/api-keys/change.ts";
import { makeInput, renameInput, replaceInput, USUAL_DAYS } from "../domain/api-keys/input.ts";
import { listKeys } from "../domain/api-keys/read.ts";
import { keyPermissions } from "../key-permissions.ts";
import { done, doneTo, page } from "./answers.ts";
import { type Call, companyCalls } from "./call.ts";
import { columnsShape, id, instant, list, object, oneOf, orNull, text } from "./shapes.ts";

const call = companyCalls({ tag: "API keys", of: apiKeys });

const toldOnce = done(
  object({
    id,
    key: {
      ...orNull(text),
      description: "The key, in this answer alone; null when the request was carried out before",
    },
  }),
);

/** Keys by which programs use the API. No key makes or changes keys. */
export const apiKeyCalls: Call[] = [
  call({
    get: "/api-keys",
    isAdminOnly: true,
    needs: "view-settings",
    says: "Keys of the company, newest first, revoked ones too; never a secret",
    query: { after: { ...text, description: "`next` of the page before" } },
    answer: page(
      columnsShape(
        apiKeys,
        "id version name isLimited createdAt expiresAt formerUntil revokedAt lastUsedAt lastUsedIp",
        {
          begins: { ...text, description: "What the key begins with, before its secret" },
          permissions: list(oneOf(...keyPermissions)),
          departments: list(text),
          created_by_name: orNull(text),
          former_until: { ...orNull(instant), description: "The secret before counts until then" },
          standing: oneOf("live", "expired", "revoked"),
        },
      ),
    ),
    run: ({ session, query }) => listKeys(session, query),
  }),
  call({
    post: "/api-keys",
    isAdminOnly: true,
    needs: "edit-settings",
    says: "Make a key, for at most two years. It is in this answer alone. Takes the Admin's password once more",
    input: makeInput,
    example: {
      name: "Nightly copy",
      permissions: ["view-asset"],
      days: USUAL_DAYS,
      password: "Calibrate-2026-demo",
    },
    status: 201,
    refuses: [409, 429],
    answer: toldOnce,
    run: ({ session, body }) => makeKey(session, body),
  }),
  call({
    put: "/api-keys/:id",
    isAdminOnly: true,
    needs: "edit-settings",
    says: "Give a key another name",
    input: renameInput,
    answer: doneTo,
    run: ({ session, id: key, body }) => renameKey(session, key, body),
  }),
  call({
    post: "/api-keys/:id/replace",
    isAdminOnly: true,
    needs: "edit-settings",
    says: "Give a key another secret and another end. The secret before counts on for 24 hours. Takes the Admin's password once more",
    input: replaceInput,
    example: { days: USUAL_DAYS, password: "Calibrate-2026-demo" },
    refuses: [409, 429],
    answer: toldOnce,
    run: ({ session, id: key, body }) => replaceKey(session, key, body),
  }),
  call({
    post: "/api-keys/:id/revoke",
    isAdminOnly: true,
    needs: "edit-settings",
    says: "Revoke a key: it opens nothing any more, from the next request on",
    answer: doneTo,
    run: ({ session, id: key }) => revokeKey(session, key),
  }),
];
