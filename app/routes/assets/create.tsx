import { refusalOf } from "#app/ui/form.tsx";
import { formChoices } from "#worker/domain/assets/choices.ts";
import { createAsset } from "#worker/domain/assets/create.ts";
import { likeLast, likeOriginal } from "#worker/domain/assets/like.ts";
import { actions, goesOn } from "#worker/web/actions.ts";
import { accessoryRows, assetValues } from "#worker/web/asset-actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/create";
import { AssetForm } from "./asset-form.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const params = new URL(request.url).searchParams;
  const clone = session.can("view-asset") ? params.get("clone") : null;
  const last = session.can("view-asset") ? params.get("last") : null;
  const { asset, ...offered } = await formChoices(session, "create-asset", clone ?? last);
  const like = asset && (clone ? likeOriginal(asset) : likeLast(asset));
  const of = asset && clone ? { id: asset.id, assetCode: asset.assetCode, name: asset.name } : null;
  const may = { fit: session.can("edit-asset") };
  return {
    may,
    last: asset ? `${clone ? "clone" : "last"} ${asset.id}` : "",
    like,
    of,
    ...offered,
  };
}

type Added = Awaited<ReturnType<typeof createAsset>>["data"];
/** Where each of the form's buttons leads. */
const next: Record<string, string> = {
  another: "/asset/create?last=",
  clone: "/asset/create?clone=",
};
export const action = actions(
  ({ session }, values) => createAsset(session, assetValues(values), accessoryRows(values)),
  {
    reply: goesOn<Added>(
      ({ data }, { intent }) => (next[intent] ?? "/asset/detail/") + data.id,
      ({ data, message }) => `${message}: ${data.asset_code}`,
    ),
  },
);

export const meta = () => [{ title: "Add asset - Plumbline" }];

export default function CreateAsset({
  loaderData: { may, last, like, of, ...offered },
  actionData,
}: Route.ComponentProps) {
  return (
    <AssetForm
      key={last}
      title={of ? `Clone ${of.name}` : "Add asset"}
      crumbs={[
        { label: "All Assets", to: "/all-assets" },
        ...(of
          ? [{ label: <span className="code">{of.assetCode}</span>, to: `/asset/detail/${of.id}` }]
          : []),
      ]}
      back={of ? `/asset/detail/${of.id}` : "/all-assets"}
      {...offered}
      fits={may.fit}
      values={{ pmRequired: true, condition: "working", ownership: "owned", ...like }}
      problem={refusalOf(actionData)}
    />
  );
}
