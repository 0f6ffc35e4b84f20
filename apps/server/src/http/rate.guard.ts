import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { commands, type CommandType } from '@tocsin/contracts/catalogue.js';
import { entranceOf } from './entrance.js';
import { RateLimits, type Budget } from './rate-limits.js';
import { whoIn, type Who } from './who.js';

const acting = new Set(['alert_group.act', 'alert_group.join', 'page.answer', 'person.page']);

/** What a request is paid from. Acts on alert groups have their own budget: see 0013. */
export const budgetOf = (method: string, path: string): Exclude<Budget, 'guesses' | 'feeds'> => {
  if (method === 'GET' || method === 'HEAD') return 'reads';
  if (path.startsWith('/api/bulk')) return 'acts';
  const type = /^\/api\/commands\/(\w+)/.exec(path)?.[1];
  const known = type !== undefined && Object.hasOwn(commands, type);
  return known && acting.has(commands[type as CommandType].permission) ? 'acts' : 'writes';
};

/** Each session and each token has budgets of its own. */
const callerOf = ({ session, token, actor }: Who): string => session?.tokenHash ?? token?.id ?? actor.id;

/** Whoever is known may ask so much a minute. Strangers are counted where they guess. */
@Injectable()
export class RateGuard implements CanActivate {
  constructor(private readonly rates: RateLimits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const who = whoIn(request);
    // the link of a page has no budget, so a session beside it can’t use one up
    if (who && entranceOf(request) !== 'page_link') await this.rates.take(budgetOf(request.method, request.url), callerOf(who));
    return true;
  }
}
