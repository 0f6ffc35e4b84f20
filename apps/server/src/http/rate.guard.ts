import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { commands, type CommandType } from '@tocsin/contracts/catalogue.js';
import { entranceOf } from './route-access.js';
import { RateLimits, type Budget } from './rate-limits.js';
import { callerIn, type Caller } from './caller.js';

const actPermissions = new Set(['alert_group.act', 'alert_group.join', 'page.answer', 'person.page']);

/** The budget of a request. Acts on alert groups have a separate one: see 0013. */
export const budgetOf = (method: string, path: string): Exclude<Budget, 'guesses' | 'feeds'> => {
  if (method === 'GET' || method === 'HEAD') return 'reads';
  if (path.startsWith('/api/bulk')) return 'acts';
  const type = /^\/api\/commands\/(\w+)/.exec(path)?.[1];
  const isKnownCommand = type !== undefined && Object.hasOwn(commands, type);
  return isKnownCommand && actPermissions.has(commands[type as CommandType].permission) ? 'acts' : 'writes';
};

/** Each session and each token has its own budgets. */
const callerOf = ({ session, token, actor }: Caller): string => session?.tokenHash ?? token?.id ?? actor.id;

/** Limits requests per minute of known callers. Unknown ones are counted when they send a wrong secret. */
@Injectable()
export class RateGuard implements CanActivate {
  constructor(private readonly rates: RateLimits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const caller = callerIn(request);
    // requests by page link are not limited, so they don’t use the budget of a parallel session either
    if (caller && entranceOf(request) !== 'page_link') await this.rates.take(budgetOf(request.method, request.url), callerOf(caller));
    return true;
  }
}
