/** A field that only machines fill. */
export const Trap = () => (
  <div className="trap" aria-hidden="true">
    <label>
      Website
      <input name="website" tabIndex={-1} autoComplete="off" />
    </label>
  </div>
);
