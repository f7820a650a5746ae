// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of other files
import type { Mutant } from "./mutant.ts";

const hooks = ["tests/domain/webhooks.test.ts"];
const keys = ["tests/api/api-keys.test.ts"];
const keyLaws = ["tests/laws/keys.test.ts"];
const copies = ["tests/api/changes.test.ts"];
const copyLaws = ["tests/laws/changes.test.ts"];
const tags = ["tests/api/conditional.test.ts"];
const limits = ["tests/api/session-limit.test.ts"];
const asking = ["tests/domain/outside.test.ts"];
const sending = "worker/domain/webhooks/sending.ts";
const telling = "worker/domain/webhooks/telling.ts";
const secrets = "worker/domain/webhooks/secrets.ts";
const deliveries = "worker/domain/webhooks/deliveries.ts";
const keySession = "worker/auth/key-session.ts";
const uses = "worker/auth/uses.ts";
const since = "worker/domain/changes/changed-since.ts";
const entries = "worker/domain/changes/entries.ts";

/** Guards of what is sent to programs of companies. */
const ofWebhooks: Mutant[] = [
  {
    name: "a webhook is signed for another instant than it says",
    file: sending,
    from: "new Webhook(one).sign(eventId, at, payload)",
    to: "new Webhook(one).sign(eventId, new Date(+at + 60_000), payload)",
    tests: hooks,
    only: "signed by its secret",
  },
  {
    name: "a webhook is signed by its newest secret alone",
    file: secrets,
    from: "[kept.secret, ...former]",
    to: "[kept.secret, ...former.slice(1)]",
    tests: hooks,
    only: "both secrets",
  },
  {
    name: "a webhook's former secret signs for good",
    file: secrets,
    from: "(formerUntil ?? 0) > at",
    to: "(formerUntil ?? 0) > at - at",
    tests: hooks,
    only: "both secrets",
  },
  {
    name: "a webhook's secret is kept as it is",
    file: secrets,
    from: "sealed: await seal(env, PURPOSE, [companyId, id], secret)",
    to: "sealed: secret || (await seal(env, PURPOSE, [companyId, id], secret))",
    tests: hooks,
    only: "kept sealed",
  },
  {
    name: "a webhook's event is sent by each of two messages",
    file: sending,
    from: ` and "attempts" = \${attempts} and "status" = 'waiting'\n      returning`,
    to: `\n      returning`,
    tests: hooks,
    only: "comes twice",
  },
  {
    name: "a webhook's event has another id at each attempt",
    file: sending,
    from: `        "webhook-id": eventId,`,
    to: `        "webhook-id": crypto.randomUUID() + eventId.slice(0, 0),`,
    tests: hooks,
    only: "with the same id",
  },
  {
    name: "a webhook is tried again without waiting longer each time",
    file: sending,
    from: "waits[attempts - 1]",
    to: "waits[attempts - attempts]",
    tests: hooks,
    only: "after five seconds",
  },
  {
    name: "a webhook is tried for good",
    file: sending,
    from: "wait === undefined ? null",
    to: "wait === undefined ? now + HOUR",
    tests: hooks,
    only: "tenth attempt",
  },
  {
    name: "a webhook that says it is gone stays on",
    file: sending,
    from: `if (isGone) await giveUp(env, db, endpoint, "gone", now);\n  else if`,
    to: "if",
    tests: hooks,
    only: "says it is gone",
  },
  {
    name: "a webhook that says it is gone is asked again",
    file: sending,
    from: "isTaken || isGone || outcome",
    to: "isTaken || outcome",
    tests: hooks,
    only: "says it is gone",
  },
  {
    name: "a webhook where nothing arrives stays on",
    file: sending,
    from: "since <= now - GIVEN_UP_MS",
    to: "since <= now - 2 * GIVEN_UP_MS",
    tests: hooks,
    only: "for five days",
  },
  {
    name: "a webhook that answers once is given up all the same",
    file: sending,
    from: "failing(db, endpoint.id, isTaken ? null : now)",
    to: "failing(db, endpoint.id, now)",
    tests: hooks,
    only: "for five days",
  },
  {
    name: "a webhook where nothing arrives takes as many at once",
    file: sending,
    from: "failingSince === null ? AT_ONCE : AT_ONCE_FAILING",
    to: "failingSince === null ? AT_ONCE : AT_ONCE + AT_ONCE_FAILING",
    tests: hooks,
    only: "three at once",
  },
  {
    name: "a webhook that is off is told",
    file: telling,
    from: `"hook"."disabled_at" is null and "hook"`,
    to: `"hook"`,
    tests: hooks,
    only: "says it is gone",
  },
  {
    name: "a webhook is told of what it did not ask for",
    file: telling,
    from: `"wanted"."value" = \${event}`,
    to: `"wanted"."value" <> '' or \${event} = ''`,
    tests: hooks,
    only: "of nothing else",
  },
  {
    name: "what waits for a webhook that is off waits on",
    file: sending,
    from: `and "hook"."disabled_at" is null and "hook"."deleted_at" is null)`,
    to: ")",
    tests: hooks,
    only: "lets what waits fail",
  },
  {
    name: "a webhook's replay waits for the clock",
    file: "worker/api/flows.ts",
    from: "      after(visit);\n",
    to: "      if (!visit) after(visit);\n",
    tests: hooks,
    only: "is sent again where",
  },
  {
    name: "a webhook's replay sends what arrived",
    file: deliveries,
    from: `      eq(table.status, "failed"),\n`,
    to: "",
    and: { from: ` and \${table.status} = 'failed'\``, to: "`" },
    tests: hooks,
    only: "that arrived",
  },
  {
    name: "a webhook's replay reaches back for good",
    file: deliveries,
    from: "idFrom(at - since * 3_600_000)",
    to: "idFrom(since)",
    tests: hooks,
    only: "that arrived",
  },
  {
    name: "a webhook's event is led on",
    file: "worker/outbound/ask.ts",
    from: `if (method === "POST" || location === null)`,
    to: "if (location === null)",
    tests: asking,
    only: "not at all with a body",
  },
  {
    name: "a webhook's address leads on without an end",
    file: "worker/outbound/ask.ts",
    from: "hop <= MOST_HOPS",
    to: "hop <= 2 * MOST_HOPS",
    tests: asking,
    only: "three times at most",
  },
];

/** Guards of keys, and of how often they and people's tokens may ask. */
const ofKeys: Mutant[] = [
  {
    name: "an API key works after its end",
    file: keySession,
    from: "    sql`${apiKeys.expiresAt} > ${now}`,\n",
    to: "",
    tests: keys,
    only: "revoked, expired",
  },
  {
    name: "an API key works once it is revoked",
    file: keySession,
    from: "    isNull(apiKeys.revokedAt),\n",
    to: "",
    tests: keys,
    only: "revoked, expired",
  },
  {
    name: "an API key that was replaced works for good",
    file: keySession,
    from: ", sql`${apiKeys.formerUntil} > ${now}`",
    to: "",
    tests: keys,
    only: "replaced:",
  },
  {
    name: "an API key works in a suspended company",
    file: keySession,
    from: `if (standing === "suspended")`,
    to: `if (standing === "suspended" && !row)`,
    tests: keys,
    only: "of a suspended",
  },
  {
    name: "an API key whose Locations are gone sees all",
    file: keySession,
    from: "...(places.length ? [] : [NO_LOCATION])",
    to: "...(places.length ? [NO_LOCATION] : [])",
    tests: keys,
    only: "sees its Locations alone",
  },
  {
    name: "an API key holds more than it was given",
    file: keySession,
    from: "value: held.has(permission as Permission),",
    to: "value: held.size > 0,",
    and: {
      from: "is_web_permission: held.has(permission as Permission),",
      to: "is_web_permission: held.size > 0,",
    },
    tests: keys,
    only: "and no other",
  },
  {
    name: "an API key holds what is not for keys",
    file: keySession,
    from: ".filter((one) => mayBeOfKey(one, serviceType))",
    to: ".filter((one) => one || mayBeOfKey(one, serviceType))",
    tests: keys,
    only: "and no other",
  },
  {
    name: "an API key is told from others without its checksum",
    file: "worker/auth/key-token.ts",
    from: " || checksum(token.slice(0, -CHECKSUM_LETTERS)) !== sum",
    to: " || checksum(token.slice(0, -CHECKSUM_LETTERS)) === token + sum",
    tests: keys,
    only: "counted by their network",
  },
  {
    name: "wrong API keys are not counted",
    file: keySession,
    from: "realm.db.read(assertKeyTries(realm, network), attempt),",
    to: "realm.db.read(attempt, attempt),",
    and: {
      from: "import { assertKeyTries, logAttempt,",
      to: "import { logAttempt,",
    },
    tests: keys,
    only: "counted by their network",
  },
  {
    name: "an API key asks as often as it will",
    file: keySession,
    from: "if (isOver(visit.used)) return",
    to: "if (isOver(visit.used) && !row) return",
    tests: keys,
    only: "what is left of the minute",
  },
  {
    name: "an API key makes calls that are for people",
    file: "worker/api/call.ts",
    from: "if (!isForKeys && session instanceof Session && session.actor.isKey) refuseKey();",
    to: "if (!isForKeys && !(session instanceof Session)) refuseKey();",
    tests: keyLaws,
  },
  {
    name: "an API key writes tables that are closed to keys",
    file: "worker/auth/key-tables.ts",
    from: "(name) => !closedToKeys.has(name),",
    to: "(name) => name || !closedToKeys.has(name),",
    tests: keyLaws,
  },
  {
    name: "a person's token asks as often as it will",
    file: uses,
    from: "if (isOver(visit.used)) return false;",
    to: "if (isOver(visit.used) && minute < 0) return false;",
    tests: limits,
  },
  {
    name: "a person's token is counted by its pages",
    file: "worker/auth/company-session.ts",
    from: `door === "web" || takeUse(visit, db, sid, row)`,
    to: `door === null || takeUse(visit, db, sid, row)`,
    tests: limits,
  },
  {
    name: "a person's token is not counted where its session is as before",
    file: "worker/auth/company-session.ts",
    from: "isAsBefore ? isTaken(row) : false",
    to: "Boolean(isAsBefore)",
    tests: limits,
  },
  {
    name: "a person's token makes its session another one by asking",
    file: "worker/auth/known-sessions.ts",
    from: `["lastSeenAt", "apiMinute", "apiUsed"]`,
    to: `["lastSeenAt"]`,
    tests: limits,
  },
  {
    name: "a person's token is counted on from the minute before",
    file: uses,
    from: "row.apiMinute === minute ? (row.apiUsed ?? 0) : 0",
    to: "row.apiUsed ?? 0",
    tests: limits,
  },
  {
    name: "a person's token asks in production as often as tests do",
    file: uses,
    from: `APP_ENV === "production" || !SESSION_REQUESTS`,
    to: "!APP_ENV || !SESSION_REQUESTS",
    tests: limits,
  },
];

/** Guards of copies that programs keep. */
const ofCopies: Mutant[] = [
  {
    name: "a copy begins where the last reading began",
    file: since,
    from: "place.began - OVERLAP_MS",
    to: "place.began - 0 * OVERLAP_MS",
    tests: copyLaws,
    only: "a copy of a list",
  },
  {
    name: "a copy begins where the last page was read",
    file: since,
    from: "id: last.id, began: place.began",
    to: "id: last.id, began: Date.now()",
    tests: copies,
    only: "begins two minutes before",
  },
  {
    name: "a copy is not told what was deleted",
    file: since,
    from: "all.deletedAt ?? sql`null`",
    to: "sql`null`",
    tests: copyLaws,
    only: "a copy of a list",
  },
  {
    name: "a copy skips what was changed in the same millisecond",
    file: entries,
    from: "(${updatedAt}, ${table.id}) > (cast(${at} as integer), ${id})",
    to: "${updatedAt} > cast(${at} as integer) + iif(${id} = '', -1, 0)",
    tests: copyLaws,
    only: "a copy of a list",
  },
  {
    name: "a copy skips what was made in the same millisecond",
    file: entries,
    from: "id.startsWith(begin) ? id : begin",
    to: "id.startsWith(begin) ? `${begin}~` : begin",
    tests: copies,
    only: "misses no change",
  },
  {
    name: "a copy of reports is not told what was changed later",
    file: entries,
    from: " union all select * from (${changed})",
    to: " union all select * from (${changed}) where false",
    tests: copies,
    only: "misses no change",
  },
  {
    name: "a copy of reports is told first what was made, then what was changed",
    file: entries,
    from: `order by "changed_at", "entry_id" \${limit}`,
    to: `order by "entry_id" \${limit}`,
    tests: copies,
    only: "misses no change",
  },
  {
    name: "a copy of stock is told of all there is",
    file: entries,
    from: `way === "looking"\n    ?`,
    to: `way === "made"\n    ?`,
    tests: copies,
    only: "any size",
  },
  {
    name: "a copy ends where nothing is told of a page that was looked at",
    file: since,
    from: "return { rows, end: end ?? null };",
    to: "return { rows, end: rows.length ? (end ?? null) : null };",
    tests: copies,
    only: "elsewhere|any size",
  },
  {
    name: "a copy of some Locations is told of all",
    file: since,
    from: "    .crossJoin(table as SQLiteTable)\n",
    to: "    .crossJoin(sql`main.${table as SQLiteTable}` as never)\n",
    tests: copies,
    only: "sees some Locations",
  },
  {
    name: "a report that is made enters the index of changes",
    file: "worker/domain/service-reports/create.ts",
    from: "...{ createdAt: at, updatedAt: at },",
    to: "...{ createdAt: at - 1, updatedAt: at },",
    tests: copies,
    only: "enters no index",
  },
];

/** Guards of requests that hold for one version alone. */
const ofVersions: Mutant[] = [
  {
    name: "If-Match is not heeded",
    file: "worker/db/company-db.ts",
    from: "if (!expected || expected.isAsked) return [];",
    to: "if (!expected || expected.id) return [];",
    tests: tags,
  },
  {
    name: "If-None-Match compares versions alone",
    file: "worker/api/conditional.ts",
    from: "HASH_LETTERS = 24",
    to: "HASH_LETTERS = 0",
    tests: tags,
  },
  {
    name: "If-Match refuses as if nothing was expected",
    file: "worker/domain/changes/precondition.ts",
    from: "version === expected.version) throw",
    to: "version !== expected.version) throw",
    tests: tags,
  },
  {
    name: "If-Match without a version is no condition",
    file: "worker/domain/changes/precondition.ts",
    from: `if (Number.isNaN(version)) refuse(412, "If-Match does not name a version of this record");`,
    to: "if (Number.isNaN(version)) return null;",
    tests: tags,
  },
  {
    name: "If-None-Match of another version is answered as it was",
    file: "worker/api/conditional.ts",
    from: `if (!isUnchanged(request.headers.get("If-None-Match"), etag.replace(/^W\\//, "")))`,
    to: `if (!request.headers.get("If-None-Match"))`,
    tests: tags,
  },
];

/** What programs of companies rely on. */
export const programMutants: Mutant[] = [...ofWebhooks, ...ofKeys, ...ofCopies, ...ofVersions];
