import { useNavigate } from "react-router";
import { Combobox } from "#app/ui/combobox.tsx";
import { Menu } from "#app/ui/menu.tsx";
import { searchChoices } from "../masters/choices.ts";

/** Takes the grants of somebody else over into the form, where they are still to be saved. */
export function CopyFrom({ path, kind }: { path: string; kind: "person" | "team" }) {
  const navigate = useNavigate();
  return (
    <Menu text="Copy from…" className="btn">
      <div className="menu-form">
        <Combobox
          name="copy"
          label={kind === "person" ? "Person" : "Team"}
          load={searchChoices(kind === "person" ? "colleagues" : "teams")}
          onChange={(choice) => choice && navigate(`${path}?copy=${kind}:${choice.value}`)}
        />
      </div>
    </Menu>
  );
}
