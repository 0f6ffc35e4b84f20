import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { dayOf } from '@tocsin/kernel/time.js';
import type { OpenTerms } from '@tocsin/contracts/routes/open-terms.js';
import type { ServerParts } from '../core/server-parts.js';
import { callerOf } from '../http/caller.js';
import { isDeclaredForeign, isLocal } from '../http/client-origin.js';
import { noteProblem } from '../http/problem.filter.js';
import { budgetHolderOf } from '../http/rate.guard.js';
import type { RateLimits } from '../http/rate-limits.js';
import { faultDetails } from '../problems/problem-details.js';
import { problemOf } from '../problems/problem.js';

type Dependencies = Pick<ServerParts, 'clock' | 'config' | 'reads' | 'side' | 'troubles' | 'vault'>;

const mcpPath = '/mcp';
/** A message is a question, never a document. */
const bodyLimit = 64 * 1_024;
/** Counted here: who has no token, by network; a message as a read of its token, beside what it reads. */
const terms: OpenTerms = { rate: 'none' };

/** Codes of JSON-RPC; what is ours lies above -32020. */
const codes = { invalid: -32_600, fault: -32_603, refused: -32_001 } as const;

const answerError = (reply: FastifyReply, status: number, code: number, message: string): FastifyReply =>
  reply.status(status).type('application/json').send({ jsonrpc: '2.0', id: null, error: { code, message } });

/** A page that is not ours: also one whose name was pointed at this server, so that its host and ours are the same. */
const isOfAnotherPage = (request: FastifyRequest, url: string): boolean => {
  const { origin } = request.headers;
  return isDeclaredForeign(request) || (origin !== undefined && origin !== new URL(url).origin && !isLocal(request));
};

/** The door for programs that speak the Model Context Protocol: a token alone opens it. Its refusals are those of JSON-RPC, or clients take it for another server. */
export const addMcpDoor = (
  server: FastifyInstance,
  parts: Dependencies,
  rates: Pick<RateLimits, 'take' | 'takeOfNetwork'>,
  publicUrl: () => string,
): void => {
  void server.register(async (door) => {
    door.setErrorHandler((error, request, reply) => {
      const problem = noteProblem(parts.troubles, error, `POST ${mcpPath}`);
      const { status, detail, title } = problem ? problemOf(problem, request.id) : faultDetails;
      if (problem?.retryAfter !== undefined) reply.header('retry-after', String(problem.retryAfter));
      return answerError(reply, status, status < 500 ? codes.refused : codes.fault, detail ?? title);
    });
    door.post(mcpPath, { bodyLimit, config: { terms } }, async (request, reply) => {
      if (isOfAnotherPage(request, publicUrl())) return answerError(reply, 403, codes.refused, 'This comes from a page of another site.');
      const caller = callerOf(parts, request);
      if (!caller?.token) {
        await rates.takeOfNetwork('strangers', request.ip);
        reply.header('www-authenticate', 'Bearer realm="tocsin"');
        return answerError(reply, 401, codes.refused, 'A token is needed: “Authorization: Bearer …”, from your profile.');
      }
      await rates.take('reads', budgetHolderOf(caller));
      if (Array.isArray(request.body)) return answerError(reply, 400, codes.invalid, 'One message a request.');
      // its package is loaded once somebody asks
      const [{ answerMcp }, { toolIn }] = await Promise.all([import('./answer-mcp.js'), import('./tool-in.js')]);
      const { id: token, scopes } = caller.token;
      const tool = toolIn(request.body);
      if (tool !== undefined) parts.side.toolUses.note({ token, tool, day: dayOf(parts.clock.now()) });
      return answerMcp(server, request, reply, { mayPlan: scopes.includes('plan'), url: publicUrl() });
    });
  });
};
