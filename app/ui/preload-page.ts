type Manifest = { routes: Record<string, { module: string; imports?: string[] } | undefined> };

/** After the page has found out about the pages its links lead to. */
const AFTER_MS = 1_500;

/**
 * Fetches the code of a page while nothing else is under way, so that the first click on a link to it waits for its data alone.
 * @param id the page's path as worker/screens.ts has it
 * @returns what takes it back
 */
export function preloadPage(id: string): () => void {
  const timer = setTimeout(() => {
    const { __reactRouterManifest: manifest } = window as { __reactRouterManifest?: Manifest };
    const page = manifest?.routes[id];
    for (const href of page ? [page.module, ...(page.imports ?? [])] : []) {
      if (document.querySelector(`link[rel=modulepreload][href="${href}"]`)) continue;
      const link = document.createElement("link");
      Object.assign(link, { rel: "modulepreload", href });
      document.head.appendChild(link);
    }
  }, AFTER_MS);
  return () => clearTimeout(timer);
}
