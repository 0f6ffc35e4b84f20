import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { commands, type CommandType } from '@tocsin/contracts/catalogue.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { OpenTerms } from '@tocsin/contracts/routes/open-terms.js';
import { networkBudgetOf, termsOf } from './declared-routes.js';
import { RateLimits } from './rate-limits.js';
import { callerIn, type Caller } from './caller.js';

const actPermissions = new Set(['alert_group.act', 'alert_group.join', 'page.answer', 'person.page']);

/** The budget of a caller’s request. Acts on alert groups have a separate one: see 0013. */
export const budgetOf = (method: string, path: string): 'reads' | 'writes' | 'acts' => {
  if (method === 'GET' || method === 'HEAD') return 'reads';
  if (path.startsWith('/api/bulk')) return 'acts';
  const type = /^\/api\/commands\/(\w+)/.exec(path)?.[1];
  const isKnownCommand = type !== undefined && Object.hasOwn(commands, type);
  return isKnownCommand && actPermissions.has(commands[type as CommandType].permission) ? 'acts' : 'writes';
};

/** Budgets are a person’s: another session, or another token, gives no more of them. Screens and programs have one each. */
export const budgetHolderOf = ({ person, token, actor }: Pick<Caller, 'person' | 'token' | 'actor'>): string =>
  person && token ? `tokens of ${person.id}` : (person?.id ?? token?.id ?? actor.id);

/** A request for several reads counts for each of them. */
const readsIn = ({ query, routeOptions }: FastifyRequest): number => {
  const { read } = (query ?? {}) as { readonly read?: string | readonly string[] };
  return routeOptions.url === '/api/views' && Array.isArray(read) ? Math.max(1, Math.min(read.length, limits.readsTogether)) : 1;
};

const isPast = /[?&](?:at|before)=[^&]/;

/** How many reads of a request are of the past. */
const pastReadsIn = ({ query, url, routeOptions }: FastifyRequest): number => {
  const path = routeOptions.url ?? '';
  if (path === '/api/views')
    return [(query as { readonly read?: string | readonly string[] }).read ?? []]
      .flat()
      .slice(0, limits.readsTogether)
      .filter((read) => isPast.test(read)).length;
  return (path === '/api/moment' || path.startsWith('/api/views/')) && isPast.test(url) ? 1 : 0;
};

/** Limits requests per minute: of callers, by person or token; of all others by what the route declares. */
@Injectable()
export class RateGuard implements CanActivate {
  constructor(private readonly rates: RateLimits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const caller = callerIn(request);
    const terms = termsOf(request);
    if (caller && (!terms || terms.rate === 'strangers')) await this.takeOfCaller(caller, request);
    else if (terms) await this.takeOfNetwork(terms, request.ip);
    return true;
  }

  private async takeOfNetwork(terms: OpenTerms, address: string): Promise<void> {
    const budget = networkBudgetOf(terms);
    if (budget) await this.rates.takeOfNetwork(budget, address);
  }

  private async takeOfCaller(caller: Caller, request: FastifyRequest): Promise<void> {
    const budget = budgetOf(request.method, request.url);
    const pastReads = pastReadsIn(request);
    if (request.routeOptions.url?.startsWith('/api/films/')) await this.rates.take('films', budgetHolderOf(caller));
    if (pastReads > 0) await this.rates.take('pastReads', budgetHolderOf(caller), pastReads);
    await this.rates.take(budget === 'reads' && !caller.token ? 'screenReads' : budget, budgetHolderOf(caller), readsIn(request));
  }
}
