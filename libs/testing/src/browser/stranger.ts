import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';

export interface StrangerResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The code in the problem details. */
  readonly code: string | undefined;
}

export interface StrangerRequest {
  readonly method?: string;
  /** Any headers, including Host, Origin and others that browsers don’t let pages set. */
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

/** Sends an arbitrary request to a server, as browsers, scripts and attackers do. */
export const requestAsStranger = async (
  url: string,
  { method = 'GET', headers = {}, body }: StrangerRequest = {},
): Promise<StrangerResponse> => {
  // Node sends no length for the body of a DELETE
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const outgoing = request(url, { method, headers: { ...length, ...headers }, agent: false });
  outgoing.end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of answer) text += String(chunk);
  return { status: answer.statusCode!, headers: answer.headers, body: text, code: codeIn(text) };
};
