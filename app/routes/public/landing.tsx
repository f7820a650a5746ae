import { PublicFrame } from "#app/ui/public-frame.tsx";

export default function Landing() {
  return (
    <PublicFrame year={2026}>
      <h1>Plumbline</h1>
    </PublicFrame>
  );
}
