import { Controller, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { FollowShown } from '@tocsin/contracts/followers/follow-link.js';
import type { CommandAccepted } from '@tocsin/contracts/http.js';
import { readablePersonal } from '@tocsin/contracts/ids.js';
import { choiceOf } from '@tocsin/contracts/notices/choices.js';
import { Dispatcher } from '../command/dispatcher.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { holderBudgetOf } from '../http/declared-routes.js';
import { RateLimits } from '../http/rate-limits.js';
import { HttpProblem, WrongSecret } from '../problems/problem.js';
import { quietLinkOf, type QuietLink } from '../secrets/quiet-links.js';

const dependencies = ['reads', 'vault'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** The screen behind the last link in a quiet mail. Only POST ends anything: mail scanners open links. */
@Controller('api/follows')
export class FollowsController {
  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly dispatcher: Dispatcher,
    private readonly rates: RateLimits,
  ) {}

  @Get(':secret')
  async show(@Param('secret') secret: string, @Req() request: FastifyRequest): Promise<FollowShown> {
    const link = await this.open(secret, request);
    const { people, services, contacts } = this.parts.reads;
    const personName = readablePersonal(people.get(link.personId)?.name);
    const contact = contacts.get(link.personId);
    if ('kind' in link) return { personName, serviceName: '', kind: link.kind, follows: choiceOf(contact, link.kind).on };
    const { serviceId } = link;
    const serviceName = services.get(serviceId)?.name ?? '';
    return { personName, serviceName, follows: contact?.follows?.some((one) => one.serviceId === serviceId) ?? false };
  }

  @Post(':secret')
  @HttpCode(202)
  async end(@Param('secret') secret: string, @Req() request: FastifyRequest): Promise<CommandAccepted> {
    const link = await this.open(secret, request);
    const actor = { kind: 'person' as const, id: link.personId, roles: [], via: 'link:mail' };
    if (!('kind' in link)) return this.dispatcher.dispatch({ type: 'UnfollowService', body: link, actor, key: undefined });
    const choice = choiceOf(this.parts.reads.contacts.get(link.personId), link.kind);
    const body = { personId: link.personId, ...choice, on: false };
    return this.dispatcher.dispatch({ type: 'ChooseNotice', body, actor, key: undefined });
  }

  private async open(secret: string, request: FastifyRequest): Promise<QuietLink> {
    const link = quietLinkOf(this.parts.vault, secret);
    if (!link) throw new WrongSecret('page_link.invalid');
    await this.rates.take(holderBudgetOf(request), `${'kind' in link ? link.kind : link.serviceId} ${link.personId}`);
    if (this.parts.reads.people.get(link.personId)?.state !== 'active') throw new HttpProblem('page_link.expired');
    return link;
  }
}
