import { once } from 'node:events';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import { createMcpServer, type CallTool } from '@tocsin/platform/mcp/mcp-server.js';
import { CliRefused } from './cli-refused.js';

/** Milliseconds for one call. */
const within = 30_000;
/** Of the protocol, towards the server; the client may speak another one. */
const revision = '2026-07-28';

interface Answer {
  readonly result?: Awaited<ReturnType<CallTool>>;
  readonly error?: { readonly message: string };
}

const requireSetting = (name: string, says: string): string => {
  const value = process.env[name];
  if (value === undefined || value === '') throw new CliRefused(`${name} is not set: ${says}`);
  return value;
};

const meta = {
  'io.modelcontextprotocol/protocolVersion': revision,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'tocsin mcp', version },
};

/** Calls the tool of a running server, which judges, counts and answers it by the token. */
export const callAt =
  (url: string, token: string): CallTool =>
  async ({ name }, input) => {
    const answer = await fetch(new URL('/mcp', url), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': revision,
        'mcp-method': 'tools/call',
        'mcp-name': name,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input, _meta: meta } }),
      redirect: 'error',
      signal: AbortSignal.timeout(within),
    });
    const { result, error } = (await answer.json()) as Answer;
    return result ?? { isError: true, content: [{ type: 'text', text: error?.message ?? `The server answered ${answer.status}.` }] };
  };

/** Serves the Model Context Protocol over standard input and output: every call goes to a running server. Ends with its input. */
export const mcpCommand = async (): Promise<number> => {
  const url = requireSetting('TOCSIN_URL', 'the address of the server, such as https://tocsin.example.org.');
  const token = requireSetting('TOCSIN_TOKEN', 'a token with the scope “read”, from your profile.');
  if (!URL.canParse(url)) throw new CliRefused('TOCSIN_URL is no address.');
  const served = serveStdio(() => createMcpServer(version, callAt(url, token), true));
  await once(process.stdin, 'close');
  await served.close();
  return 0;
};
