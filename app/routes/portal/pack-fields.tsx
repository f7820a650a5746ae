import { Icon } from "#app/ui/icon.tsx";

/** What an archive holds besides the PDFs, and its button. */
export const PackFields = () => (
  <div className="portal-pack">
    <label className="check">
      <input type="checkbox" name="all" value="1" />
      With XML and JSON
    </label>
    <button className="btn" type="submit">
      <Icon name="dl" />
      Download as ZIP
    </button>
  </div>
);
