import openapiTS, { astToString } from "openapi-typescript";

/**
 * Calls of an OpenAPI document as types of TypeScript.
 * @param document as JSON
 * @param paths those that are wanted
 */
export async function typesOf(document: string, paths: readonly string[]): Promise<string> {
  const {
    paths: all,
    webhooks: _,
    ...whole
  } = JSON.parse(document) as {
    paths: Record<string, object>;
    webhooks: object;
  };
  const wanted = Object.fromEntries(paths.map((path) => [path, all[path]!]));
  return astToString(await openapiTS({ openapi: "3.1.0", ...whole, paths: wanted } as never));
}
