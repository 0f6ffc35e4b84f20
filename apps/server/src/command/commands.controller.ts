import { Body, Controller, Headers, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { bulkRequest } from '@tocsin/contracts/alert-groups/commands.js';
import { commands, type CommandType } from '@tocsin/contracts/catalogue.js';
import type { CommandAccepted } from '@tocsin/contracts/http.js';
import { pastHeader } from '@tocsin/contracts/past-header.js';
import type { Problem } from '@tocsin/contracts/refusals.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { asProblem, HttpProblem, parseOrThrow, problemOf } from '../problems/problem.js';
import { RequestWithCaller, type Caller } from '../http/caller.js';
import { idempotencyKeyOf } from '../http/idempotency-key.js';
import { requireProof } from '../http/proof.js';
import { Dispatcher } from './dispatcher.js';

const dependencies = ['clock', 'reads'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

interface BulkResult {
  readonly groupId: string;
  readonly accepted?: CommandAccepted;
  readonly problem?: Problem;
}

const isCommandType = (type: string): type is CommandType => Object.hasOwn(commands, type);

const requireCommandType = (type: string): CommandType => {
  if (!isCommandType(type)) throw new HttpProblem('request.unknown_command', { type });
  return type;
};

/** Whoever sees the past would act on what may no longer be so. Throws HttpProblem. */
const requirePresent = (past: string | undefined): void => {
  if (past !== undefined) throw new HttpProblem('request.in_the_past');
};

@Controller('api')
export class CommandsController {
  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly dispatcher: Dispatcher,
  ) {}

  /** The route for every command. */
  @Post('commands/:type')
  @HttpCode(202)
  command(
    @Param('type') type: string,
    @Body() body: unknown,
    @Headers('idempotency-key') key: string | undefined,
    @Headers(pastHeader) past: string | undefined,
    @RequestWithCaller() caller: Caller,
  ): Promise<CommandAccepted> {
    requirePresent(past);
    requireProof(this.parts, type, body, caller);
    return this.dispatcher.dispatch({ type: requireCommandType(type), body, actor: caller.actor, key: idempotencyKeyOf(key) });
  }

  /** One act on many alert groups: each is a separate command with its own result. */
  @Post('bulk')
  @HttpCode(202)
  async bulk(
    @Body() body: unknown,
    @Headers('idempotency-key') key: string | undefined,
    @Headers(pastHeader) past: string | undefined,
    @RequestWithCaller() caller: Caller,
    @Req() request: FastifyRequest,
  ): Promise<{ results: readonly BulkResult[]; token: string }> {
    requirePresent(past);
    const bulkKey = idempotencyKeyOf(key);
    const { act, groupIds, iHaveIt, asBefore, reason } = parseOrThrow(bulkRequest, body);
    const more = {
      ...(act === 'ReopenAlertGroup' && iHaveIt !== undefined ? { iHaveIt } : {}),
      ...(act === 'ReopenAlertGroup' && asBefore ? { iHaveIt: true, asBefore } : {}),
      ...(reason === undefined ? {} : { reason }),
    };
    const results = await Promise.all(
      groupIds.map(async (groupId): Promise<BulkResult> => {
        try {
          const one = {
            type: act,
            body: { groupId, ...more },
            actor: caller.actor,
            key: bulkKey && `${bulkKey}:${groupId}`,
          };
          return { groupId, accepted: await this.dispatcher.dispatch(one) };
        } catch (error) {
          const problem = asProblem(error);
          if (!problem) throw error;
          return { groupId, problem: problemOf(problem, request.id) };
        }
      }),
    );
    const token = results.reduce((latest, { accepted }) => (accepted && accepted.token > latest ? accepted.token : latest), '');
    return { results, token };
  }
}
