type Props = { year: number; brand: string; company?: string | undefined };

/** Copyright line and developer credit; the year comes from the server, so that both renderings agree. */
export function Footer({ year, brand, company }: Props) {
  return (
    <footer className="footer">
      <span>
        © {year} {brand}.{company ? ` ${company}.` : ""}
      </span>
      <span>Developed by Plumbline Works</span>
    </footer>
  );
}
