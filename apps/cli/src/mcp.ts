import { once } from 'node:events';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import { createMcpServer, readAnswer } from '@tocsin/platform/mcp/mcp-server.js';
import { CliRefused } from './cli-refused.js';

/** Milliseconds for one read. */
const within = 30_000;

const requireSetting = (name: string, says: string): string => {
  const value = process.env[name];
  if (value === undefined || value === '') throw new CliRefused(`${name} is not set: ${says}`);
  return value;
};

/** Serves the Model Context Protocol over standard input and output, reading from a running server by a token. Ends with its input. */
export const mcpCommand = async (): Promise<number> => {
  const url = requireSetting('TOCSIN_URL', 'the address of the server, such as https://tocsin.example.org.');
  const token = requireSetting('TOCSIN_TOKEN', 'a token with the scope “read”, from your profile.');
  if (!URL.canParse(url)) throw new CliRefused('TOCSIN_URL is no address.');
  const read = async (path: string): Promise<unknown> => {
    const answer = await fetch(new URL(path, url), {
      headers: { authorization: `Bearer ${token}` },
      redirect: 'error',
      signal: AbortSignal.timeout(within),
    });
    return readAnswer(answer.status, await answer.text());
  };
  const served = serveStdio(() => createMcpServer(version, read));
  await once(process.stdin, 'close');
  await served.close();
  return 0;
};
