/** A headless HTTP client: keeps the cookies of each host, follows redirects, fills in forms. */
export class CookieBrowser {
  private readonly jars = new Map<string, Map<string, string>>();
  /** Every visited address and page. */
  readonly visitedUrls: string[] = [];

  /** Returns the final address and page. `stopAt`: does not follow a redirect to such an address. */
  async go(
    address: string,
    init: { readonly method?: string; readonly body?: URLSearchParams } = {},
    stopAt?: RegExp,
  ): Promise<{ readonly url: string; readonly page: string; readonly status: number }> {
    let url = address;
    let request = init;
    for (let hops = 0; hops < 20; hops += 1) {
      const answer = await fetch(url, { ...request, redirect: 'manual', headers: { cookie: this.cookies(url) } });
      this.keep(url, answer);
      this.visitedUrls.push(url);
      const next = answer.headers.get('location');
      if (next === null || answer.status < 300 || answer.status >= 400) return { url, page: await answer.text(), status: answer.status };
      await answer.arrayBuffer();
      url = new URL(next, url).href;
      request = {};
      if (stopAt?.test(url)) return { url, page: '', status: answer.status };
    }
    throw new Error(`it was sent in circles, to ${url} at last`);
  }

  /** Fills in the only form of a page and sends it. */
  submit({ url, page }: { readonly url: string; readonly page: string }, fields: Readonly<Record<string, string>>, stopAt?: RegExp) {
    const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1];
    if (!action) throw new Error(`there is no form at ${url}: ${page.slice(0, 500)}`);
    const hiddenFields = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name, value]) => [name!, value!] as const,
    );
    const body = new URLSearchParams({ ...Object.fromEntries(hiddenFields), ...fields });
    return this.go(new URL(action, url).href, { method: 'POST', body }, stopAt);
  }

  cookie(url: string, name: string): string | undefined {
    return this.jars.get(new URL(url).host)?.get(name);
  }
  forget(url: string, name: string): void {
    this.jars.get(new URL(url).host)?.delete(name);
  }

  private cookies(url: string): string {
    return [...(this.jars.get(new URL(url).host) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  private keep(url: string, answer: Response): void {
    const { host } = new URL(url);
    const jar = this.jars.get(host) ?? new Map<string, string>();
    this.jars.set(host, jar);
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const name = pair.slice(0, pair.indexOf('='));
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(name);
      else jar.set(name, pair.slice(pair.indexOf('=') + 1));
    }
  }
}
