import type { Ask, System } from './source.js';
import type { Outside } from './outside.js';
import { RescueStopped } from './rescue-stopped.js';

/** An answer takes no longer, and is no larger. */
const deadline = 60_000;
const mostBytes = 128 * 1024 * 1024;
/** Attempts of one question: while it is told to wait, and while the system is away or broken. */
const mostWaits = 60;
const mostFailures = 5;
/** Longer than this no header makes it wait before it asks again. */
const longestWait = 900;
const usualWait = 10;

export interface Answer {
  readonly status: number;
  /** JSON, or the text where it is none. */
  readonly body: unknown;
}

/** `wait`: seconds until the next attempt; null where the system is away. */
type Attempt =
  { readonly answer: Answer } | { readonly wait: number; readonly why: string } | { readonly failed: string; readonly last?: Answer };

export class Client {
  private readonly origin: string;
  private readonly base: string;

  constructor(
    private readonly system: System,
    address: URL,
    private readonly headers: Readonly<Record<string, string>>,
    private readonly outside: Outside,
  ) {
    this.origin = address.origin;
    this.base = address.pathname.replace(/\/+$/, '');
  }

  /** The answer, also one that refuses. Throws RescueStopped where going on makes no sense now. */
  async ask(ask: Ask): Promise<Answer> {
    const url = this.urlOf(ask.path);
    let failures = 0;
    for (let waits = 0; waits < mostWaits;) {
      const attempt = await this.attempt(url, ask);
      if ('answer' in attempt) return attempt.answer;
      if ('failed' in attempt) {
        failures += 1;
        if (failures >= mostFailures && attempt.last?.status === 500) return attempt.last;
        if (failures >= mostFailures) throw new RescueStopped(`${this.system.title} can’t be reached: ${attempt.failed}.`);
        await this.outside.wait(2 ** (failures - 1));
      } else {
        waits += 1;
        this.outside.say(`${this.system.title} asks to wait ${Math.ceil(attempt.wait)} s${attempt.why}.`);
        await this.outside.wait(attempt.wait);
      }
    }
    throw new RescueStopped(`${this.system.title} answered “too many requests” ${mostWaits} times in a row.`);
  }

  /** Throws for an address of another scheme or host: the token goes nowhere else. */
  private urlOf(path: string): URL {
    const url = /^[a-z][a-z0-9+.-]*:/i.test(path) ? new URL(path) : new URL(`${this.origin}${this.base}${path}`);
    if (url.origin === this.origin && url.username === '') return url;
    throw new RescueStopped(`An answer points to ${url.origin}. Nothing was sent there: the token is for ${this.origin} only.`);
  }

  private async attempt(url: URL, { graphql }: Ask): Promise<Attempt> {
    let response: Response;
    let text: string;
    try {
      response = await (this.outside.fetch ?? fetch)(url, {
        method: graphql === undefined ? 'GET' : 'POST',
        headers: { ...this.headers, ...(graphql === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(graphql === undefined ? {} : { body: JSON.stringify(graphql) }),
        redirect: 'manual',
        signal: AbortSignal.timeout(deadline),
      });
      text = await textOf(response);
    } catch (error) {
      return { failed: reasonOf(error) };
    }
    return this.judge(response, { status: response.status, body: parse(text) });
  }

  private judge({ status, headers }: Response, answer: Answer): Attempt {
    if (status === 429) {
      const told = this.system.waitOf(headers);
      return { wait: Math.min(told ?? usualWait, longestWait), why: told === undefined ? '' : ', by its own header' };
    }
    if (status >= 300 && status < 400) {
      throw new RescueStopped(
        `${this.system.title} answered with a redirect (${status}), which is not followed: type the address that it means.`,
      );
    }
    if (status === 401) throw new RescueStopped(`${this.system.title} refuses the token (401).`);
    if (status >= 500) return { failed: `it answered ${status}`, last: answer };
    return { answer };
  }
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new Error('the answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Without the address, whose parameters nobody needs to see. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  if (error.name === 'TimeoutError') return `no answer within ${deadline / 1000} s`;
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message;
}
