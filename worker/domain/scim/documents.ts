import { GROUP, listOf, USER } from "./resources.ts";

const CONFIG = "urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig";
const TYPE = "urn:ietf:params:scim:schemas:core:2.0:ResourceType";
const SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:Schema";
const MOST_RESULTS = 100;

/** What this service can do. */
export const providerConfig = (base: string) => ({
  schemas: [CONFIG],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MOST_RESULTS },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      ...{ type: "oauthbearertoken", name: "Bearer token", primary: true },
      description: "A token that an Admin has made in the settings of sign-in",
    },
  ],
  meta: { resourceType: "ServiceProviderConfig", location: `${base}/ServiceProviderConfig` },
});

const kinds = [
  { id: "User", endpoint: "/Users", description: "A person", schema: USER },
  { id: "Group", endpoint: "/Groups", description: "A team", schema: GROUP },
];
/** The kinds of resources there are. */
export const resourceTypes = (base: string) =>
  kinds.map((kind) => ({
    ...{ schemas: [TYPE], ...kind, name: kind.id },
    meta: { resourceType: "ResourceType", location: `${base}/ResourceTypes/${kind.id}` },
  }));

type Attribute = {
  name: string;
  type: string;
  multiValued: boolean;
  required: boolean;
  mutability: string;
  uniqueness: string;
  caseExact: boolean;
  returned: string;
  description: string;
  subAttributes?: Attribute[];
};
const attribute = (
  name: string,
  description: string,
  more: Partial<Attribute> = {},
): Attribute => ({
  ...{ name, description, type: "string", multiValued: false, required: false, caseExact: false },
  ...{ mutability: "readWrite", uniqueness: "none", returned: "default", ...more },
});
const readOnly = { mutability: "readOnly" };

/** The attributes that are kept of each kind. */
export const schemas = (base: string) =>
  [
    {
      ...{ id: USER, name: "User", description: "A person of the company" },
      attributes: [
        attribute("userName", "The e-mail address", { required: true, uniqueness: "server" }),
        attribute("displayName", "The name"),
        attribute("name", "The name in parts", {
          type: "complex",
          subAttributes: [
            attribute("formatted", "The whole name"),
            attribute("givenName", "The first word of the name"),
            attribute("familyName", "The rest of the name"),
          ],
        }),
        attribute("active", "Whether the person may sign in", { type: "boolean" }),
        attribute("emails", "The e-mail address, as userName says it", {
          ...{ type: "complex", multiValued: true, ...readOnly },
          subAttributes: [attribute("value", "The e-mail address", readOnly)],
        }),
        attribute("groups", "The teams of the person", {
          ...{ type: "complex", multiValued: true, ...readOnly },
          subAttributes: [
            attribute("value", "The id of the team", readOnly),
            attribute("display", "The name of the team", readOnly),
          ],
        }),
      ],
    },
    {
      ...{ id: GROUP, name: "Group", description: "A team of the company" },
      attributes: [
        attribute("displayName", "The name", { required: true, uniqueness: "server" }),
        attribute("members", "The people in the team", {
          ...{ type: "complex", multiValued: true },
          subAttributes: [
            attribute("value", "The id of the person", { mutability: "immutable" }),
            attribute("display", "The name of the person", readOnly),
          ],
        }),
      ],
    },
  ].map((one) => ({
    ...{ schemas: [SCHEMA], ...one },
    meta: { resourceType: "Schema", location: `${base}/Schemas/${one.id}` },
  }));

/** All documents of a kind. */
export const listed = (documents: readonly object[]) => listOf(documents, documents.length);
