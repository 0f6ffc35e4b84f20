import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';

export interface Heard {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Of problem details. */
  readonly code: string | undefined;
}

export interface Says {
  readonly method?: string;
  /** Any there are: Host, Origin and the rest too, which no browser lets a page choose. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

const codeIn = (body: string): string | undefined => {
  try {
    return (JSON.parse(body) as { code?: string }).code;
  } catch {
    return undefined;
  }
};

/** Says anything at all to a server, as browsers, scripts and worse do. */
export const saysTo = async (url: string, { method = 'GET', headers = {}, body }: Says = {}): Promise<Heard> => {
  // Node says no length of what a DELETE holds
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const outgoing = request(url, { method, headers: { ...length, ...headers }, agent: false });
  outgoing.end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of answer) text += String(chunk);
  return { status: answer.statusCode!, headers: answer.headers, body: text, code: codeIn(text) };
};
