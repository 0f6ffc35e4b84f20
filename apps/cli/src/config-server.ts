import { CliRefused } from './cli-refused.js';
import { reach, sentenceOf, type ServerAddress, type ServerResponse } from './running-server.js';

/** The server does not answer: a pipeline may try again. */
export class ServerAway extends CliRefused {}

const longestAnswer = 600_000;

const redirectedText = (url: string, location: string | null): string =>
  `The server at ${url} redirects to ${location ?? 'another address'}. Nothing was changed. Set TOCSIN_URL to the server’s own address.`;

const warnIfReadable = (url: string): void => {
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'http:' || hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')) return;
  console.error(`Warning: ${url} is not encrypted. Anyone on the network path can read the token and the secrets. Use https.`);
};

/** The server that files are planned on: by TOCSIN_URL and TOCSIN_TOKEN, or the one that runs on this data folder. */
export class ConfigServer {
  private constructor(private readonly address: ServerAddress) {}

  static of(local: ServerAddress | undefined, env: NodeJS.ProcessEnv = process.env): ConfigServer {
    const { TOCSIN_URL: url, TOCSIN_TOKEN: token } = env;
    if (url && token) warnIfReadable(url);
    if (url && token) return new ConfigServer({ url: url.replace(/\/$/, ''), token });
    if (local) return new ConfigServer({ ...local, token: token ?? local.token });
    throw new CliRefused('Which server? Set TOCSIN_URL, and TOCSIN_TOKEN to a token with the scope read, and apply too if it applies.');
  }

  async post<B>(path: string, type: string, body: string): Promise<ServerResponse<B>> {
    return this.ask(path, { method: 'POST', headers: { 'content-type': type }, body });
  }

  async get<B>(path: string): Promise<B> {
    const answer = await this.ask<B>(path, { method: 'GET', headers: {} });
    if (answer.status !== 200) throw new CliRefused(sentenceOf(answer));
    return answer.body;
  }

  /** Undefined: not there yet. Throws CliRefused when the token may not read it. */
  async row<Row>(view: string, id: string): Promise<Row | undefined> {
    const answer = await this.ask<{ row?: Row }>(`/api/views/${view}/${id}`, { method: 'GET', headers: {} });
    if (answer.status !== 200 && answer.status !== 404) throw new CliRefused(sentenceOf(answer));
    return answer.body.row;
  }

  private async ask<B>(path: string, init: { method: string; headers: Record<string, string>; body?: string }): Promise<ServerResponse<B>> {
    const headers = { ...init.headers, authorization: `Bearer ${this.address.token}` };
    const { url } = this.address;
    try {
      // secrets and the token go to this address only
      const answer = await reach(this.address, path, { ...init, headers, redirect: 'manual', signal: AbortSignal.timeout(longestAnswer) });
      if (answer.status >= 300 && answer.status < 400) throw new CliRefused(redirectedText(url, answer.headers.get('location')));
      if (answer.status === 503) throw new ServerAway(`The server at ${url} is not ready. Try again.`);
      return { status: answer.status, body: (await answer.json()) as B };
    } catch (error) {
      if (error instanceof CliRefused) throw error;
      const outcome = path.endsWith('/apply') ? 'It may have been started: see the list of applies.' : 'Nothing was changed.';
      throw new ServerAway(`The server at ${url} does not answer. ${outcome}`, { cause: error });
    }
  }
}
