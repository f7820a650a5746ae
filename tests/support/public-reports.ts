import { ask, postForm } from "./client.ts";
import { manyAssets } from "./many-assets.ts";
import { rowsOf } from "./rows.ts";
import { addCompany, type World } from "./world.ts";

let sender = 0;
/** An address from which nothing has come yet. */
export const freshIp = () => `198.20.${Math.floor(++sender / 250)}.${(sender % 250) + 1}`;

export const report = {
  intent: "report",
  problem: "Screen stays dark after the self test",
  equipmentDown: "yes",
  name: "Nurse Rao",
};
type Fields = Record<string, string>;
type From = { ip?: string; headers?: Record<string, string> };

/** A company whose devices are reported by their labels, as people without an account do it. */
export async function publicCompany(w: World, name: string, devices = 30) {
  const company = await addCompany(w.env, name, 2, 1);
  const shard = rowsOf(w, company);
  const { rows } = await manyAssets(w, company, devices);
  const ids = rows.filter(({ condition }) => condition === "working").map(({ id }) => id);
  await shard.run("update assets set qr_token = 'token-' || id where company_id = ?");
  let next = 0;
  const look = (path: string, { ip = freshIp(), headers = {} }: From = {}) =>
    ask(w, company.host, path, { headers: { "cf-connecting-ip": ip, ...headers } });
  const send = (path: string, fields: Fields, { ip = freshIp(), headers = {} }: From = {}) =>
    postForm(w, company.host, path, fields, { "cf-connecting-ip": ip, ...headers });
  /** A device nobody has reported yet. */
  const fresh = () => ids[next++]!;
  const labelOf = (id: string) => `/q/token-${id}`;
  /** Reports a device; answers its call and the path of its private link. */
  const reported = async (asset = fresh(), fields: Fields = {}) => {
    const answer = await send(labelOf(asset), { ...report, ...fields });
    const path = /\/call\/[0-9a-f]{32}/.exec(await answer.text())?.[0];
    const id = await shard.value<string>(
      "select id from breakdowns where company_id = ? and asset_id = ? order by id desc limit 1",
      asset,
    );
    if (!path || !id) throw new Error(`No call: ${answer.status}`);
    return { asset, id, path };
  };
  const setting = (key: string, value: unknown) =>
    shard.run(
      "insert into company_settings (company_id, id, created_at, updated_at, version, value_json) values (?, ?, 1, 1, 1, ?) on conflict do update set value_json = excluded.value_json",
      ...[key, JSON.stringify(value)],
    );
  /** Lets what was sent so far lie longer ago than any limit looks. */
  const later = async () => {
    await shard.run("update public_reports set at = at - 901000 where company_id = ?");
    await shard.run("update public_tries set at = at - 601000 where company_id = ?");
  };
  const text = async (path: string) => (await (await look(path)).text()).replaceAll("<!-- -->", "");
  return { company, shard, look, send, fresh, labelOf, reported, setting, later, text };
}
