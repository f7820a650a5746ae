import { exportJWK, generateKeyPair } from "jose";
import { clientOf } from "#tests/support/client.ts";
import type { Row } from "../run.ts";
import { type Said, saidBy, wronglyTold } from "../said.ts";
import { type Line, words } from "../try.ts";
import { works } from "../works.ts";

type Ring = { active: string; keys: Record<string, JsonWebKey> };

/** A new key signs while the old one still verifies; then the old one is taken away. */
const rotated: Row = {
  fault: "The key of tokens changes while people work",
  async run(place) {
    const { w, hospital } = place;
    const lines: Line[] = [];
    const line = (fault: string, did: string, said: Said, checked: string, wrong: string[]) =>
      lines.push({ ...{ fault, did, checked, saw: words(said), wrong } });
    const old = await clientOf(w, hospital.host, hospital.users.admin.email);
    const ring = JSON.parse(w.keys) as Ring;
    const { privateKey } = await generateKeyPair("ES256", { extractable: true });
    const k2 = await exportJWK(privateKey);
    const both = { active: "k2", keys: { ...ring.keys, k2 } };
    const { send, found } = await works.create.begin({ ...place, admin: old });
    const first = await saidBy(await send());

    await w.server.deploy({ TOKEN_KEYS: JSON.stringify(both) });
    const rotation = "A new key of tokens signs, the old one still verifies";
    const repeated = await saidBy(await send());
    line(rotation, "A report that was sent before is sent again", repeated, "There once, whole", [
      ...(repeated.rest === first.rest ? [] : ["answered otherwise than at first"]),
      ...((await found()).times === 1 ? (await found()).wrong : ["not there once"]),
    ]);
    const going = await works.receive.begin({ ...place, admin: old });
    const went = await saidBy(await going.send());
    line(rotation, "Who signed in before goes on working", went, "There once, whole", [
      ...(went.status === 200 && (await going.found()).times === 1 ? [] : ["not done"]),
    ]);
    const fresh = await clientOf(w, hospital.host, hospital.users.admin.email);
    const kid = JSON.parse(atob(fresh.token.split(".")[0]!)).kid;
    const newcomer = await works.receive.begin({ ...place, admin: fresh });
    const came = await saidBy(await newcomer.send());
    line(rotation, "Somebody signs in and works", came, `The token names ${kid}`, [
      ...(kid === "k2" && came.status === 200 ? [] : [`the token names ${kid}`]),
    ]);

    const waiting = await works.edit.begin({ ...place, admin: old });
    await w.server.deploy({ TOKEN_KEYS: JSON.stringify({ active: "k2", keys: { k2 } }) });
    const removal = "The old key of tokens is taken away";
    const refused = await saidBy(await waiting.send());
    line(
      removal,
      "Who signed in before sends a report by the API",
      refused,
      "Nothing was changed",
      [
        ...wronglyTold(refused),
        ...(refused.status === 401 && (await waiting.found()).times === 0 ? [] : ["not refused"]),
      ],
    );
    const page = await w.server.fetch(`http://${hospital.host}/all-assets`, {
      headers: { cookie: old.cookie },
    });
    const to = page.headers.get("location") ?? "";
    line(
      ...([removal, "Who signed in before opens a page"] as const),
      { status: page.status, sentence: `leads to ${to}`, retryAfter: null, rest: "" },
      "The page is opened after the sign-in",
      to.startsWith("/login?to=") ? [] : [`leads to ${to}`],
    );
    const last = await works.receive.begin({ ...place, admin: fresh });
    const done = await saidBy(await last.send());
    line(removal, "Who signed in with the new key goes on", done, "There once, whole", [
      ...(done.status === 200 && (await last.found()).times === 1 ? [] : ["not done"]),
    ]);
    await w.server.deploy({ TOKEN_KEYS: w.keys });
    return lines;
  },
};

/** Faults of the keys. */
export const keyRows: readonly Row[] = [rotated];
