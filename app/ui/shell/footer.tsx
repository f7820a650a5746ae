/** Copyright line and developer credit; the year comes from the server, so that both renderings agree. */
export function Footer({ year, company }: { year: number; company?: string | undefined }) {
  return (
    <footer className="footer">
      <span>
        © {year} Plumbline.{company ? ` ${company}.` : ""}
      </span>
      <span>Developed by Plumbline Works</span>
    </footer>
  );
}
