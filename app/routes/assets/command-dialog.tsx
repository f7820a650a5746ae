import { useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { type AssetCommand, impossible, isAssetCommand } from "#app/shared/asset-states.ts";
import { FormDialog } from "#app/ui/dialog.tsx";
import type { Refused } from "#app/ui/form.tsx";
import type { Asset } from "#worker/domain/assets/find.ts";
import { shapes } from "./command-shapes.tsx";
import { useCommandUrl } from "./commands.tsx";

type Props = {
  asset: Asset;
  today: string;
  may: readonly AssetCommand[];
  problem: Refused | undefined;
};

/** The command whose dialog the address has open: `?do=condemn`. */
export function CommandDialog({ asset, today, may, problem }: Props) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const to = useCommandUrl();
  const command = new URLSearchParams(search).get("do") ?? "";
  // One that was possible when it opened stays until it is answered, though its own success has made it impossible.
  const opened = useRef("");
  if (opened.current !== command)
    opened.current =
      isAssetCommand(command) && may.includes(command) && !impossible(command, asset)
        ? command
        : "";
  if (!isAssetCommand(command) || opened.current !== command) return null;
  const { title, verb, tone, says, fields } = shapes[command];
  const closeTo = to(null);
  return (
    <FormDialog
      open
      key={command}
      title={title(`${asset.assetCode} ${asset.name}`)}
      verb={verb}
      tone={tone ?? "primary"}
      closeTo={closeTo}
      onClose={() => navigate(closeTo, { replace: true, preventScrollReset: true })}
      problem={problem?.values?.intent === command ? problem : undefined}
      hidden={{ intent: command, version: asset.version }}
    >
      {says && <p className="muted">{says}</p>}
      {fields(asset, today)}
    </FormDialog>
  );
}
