import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { describeMachineError } from '@tocsin/platform/data-folder/machine-errors.js';
import { ViewsUnavailable } from '@tocsin/platform/views/view-store.js';
import { BackgroundErrors } from '../core/background-errors.js';
import { faultDetails } from '../problems/problem-details.js';
import { asProblem, HttpProblem, problemOf, WrongSecret } from '../problems/problem.js';
import { keepUntilRead } from './keep-until-read.js';
import type { RateLimits } from './rate-limits.js';
import type { RefusedRequests } from './refused-requests.js';

/** The problem to answer an error with; null for a bug. Bugs and failures of stores are noted for health; `route`: where a bug occurred. */
export const noteProblem = (troubles: Pick<BackgroundErrors, 'note'>, error: unknown, route: string): HttpProblem | null => {
  const problem = asProblem(error);
  if (error instanceof ViewsUnavailable) troubles.note('views', error);
  else if (describeMachineError(error) !== undefined) troubles.note('stores', error);
  else if (!problem) troubles.note(route, error);
  return problem;
};

/** Gives all API errors the same shape. A bug is reported as one, with the id under which it is in the server’s log. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly troubles: BackgroundErrors,
    private readonly refused: Pick<RefusedRequests, 'count'>,
    private readonly rates: Pick<RateLimits, 'secondsUntilGuess'>,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void | Promise<void> {
    return error instanceof WrongSecret ? this.answerGuess(error, host) : this.answer(error, host);
  }

  private async answerGuess(wrong: WrongSecret, host: ArgumentsHost): Promise<void> {
    const seconds = await this.rates.secondsUntilGuess(host.switchToHttp().getRequest<FastifyRequest>().ip);
    this.answer(seconds === null ? wrong : new HttpProblem('limit.rate', { seconds }, undefined, seconds), host);
  }

  private answer(error: unknown, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const problem = noteProblem(this.troubles, error, `${request.method} ${request.routeOptions.url ?? ''}`);
    if (problem) {
      this.refused.count(problem.code);
      return send(reply, problem, request.id);
    }
    reply
      .status(faultDetails.status)
      .type('application/problem+json')
      .send({ ...faultDetails, correlationId: request.id });
  }
}

const send = (reply: FastifyReply, problem: HttpProblem, correlationId: string): void => {
  const body = problemOf(problem, correlationId);
  if (problem.retryAfter !== undefined) reply.header('retry-after', String(problem.retryAfter));
  keepUntilRead(reply, body.status);
  reply.status(body.status).type('application/problem+json').send(body);
};
