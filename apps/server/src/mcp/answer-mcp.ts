import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import type { Api } from '@tocsin/platform/mcp/tools.js';
import { answerFrom, createMcpServer, readAnswer } from '@tocsin/platform/mcp/mcp-server.js';

/** The handler wants a whole one; nothing is sent there. */
const address = 'http://localhost/mcp';

const headersOf = ({ headers }: FastifyRequest): Headers => {
  const kept = Object.entries(headers).filter(([name]) => name === 'accept' || name === 'content-type' || name.startsWith('mcp-'));
  return new Headers(kept.map(([name, value]) => [name, String(value)]));
};

/** Answers one message of the Model Context Protocol. Each call is a request to our own API, with the guards and limits that it has for the token. */
export const answerMcp = async (
  server: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  { mayPlan, url }: { readonly mayPlan: boolean; readonly url: string },
): Promise<FastifyReply> => {
  const from = { headers: { authorization: request.headers.authorization }, remoteAddress: request.ip };
  const api: Api = {
    url,
    read: async (path) => {
      const { statusCode, body } = await server.inject({ ...from, method: 'GET', url: path });
      return readAnswer(statusCode, body);
    },
    send: async (type, payload) => {
      const { statusCode, body } = await server.inject({ ...from, method: 'POST', url: `/api/commands/${type}`, payload });
      return readAnswer(statusCode, body);
    },
  };
  const handler = createMcpHandler(() => createMcpServer(version, answerFrom(api), mayPlan), { responseMode: 'json' });
  const asked = new Request(address, {
    method: 'POST',
    headers: headersOf(request),
    body: JSON.stringify(request.body),
  });
  const answered = await handler.fetch(asked, { parsedBody: request.body });
  const type = answered.headers.get('content-type');
  if (type !== null) reply.type(type);
  return reply.status(answered.status).send(Buffer.from(await answered.arrayBuffer()));
};
