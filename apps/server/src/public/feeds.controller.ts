import { Controller, Get, Headers, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CalendarFeedRow } from '@tocsin/contracts/calendar-feeds/noun.js';
import { doesFeedAnswer } from '@tocsin/domain/setup/calendar-feeds/feed-of.js';
import { Computations } from '../query/computations/computations.js';
import { bufferOf } from '../query/computations/sent-answer.js';
import { PublicAddress } from '../core/public-address.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { RateLimits } from '../http/rate-limits.js';
import { holderBudgetOf } from '../http/declared-routes.js';
import { isTold } from '../http/unchanged.js';
import { HttpProblem, WrongSecret } from '../problems/problem.js';
import { feedHashOf, isWellFormedFeedSecret } from '../secrets/feed-secrets.js';

const dependencies = ['reads', 'vault'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** The route of calendar feeds: the address is the credential. A program reads it again and again for years. */
@Controller('feeds')
export class FeedsController {
  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly rates: RateLimits,
    private readonly address: PublicAddress,
    private readonly computations: Computations,
  ) {}

  @Get(':token.ics')
  async feed(
    @Param('token') secret: string,
    @Headers('accept') accept: string | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const feed = this.feedOf(secret);
    await this.rates.take(holderBudgetOf(request), feed.id);
    const isJson = accept?.includes('application/json') ?? false;
    const input = { feed, url: this.address.url(), isJson };
    const computed = await this.computations.compute(feed.personId, { job: 'feed', input });
    if (isTold(request, reply, `"${computed.hash}"`, 'accept')) return;
    void reply.type(`${isJson ? 'application/json' : 'text/calendar'}; charset=utf-8`).send(bufferOf(computed));
  }

  /** The same answer for everything that is missing, so that it does not reveal what once existed. */
  private feedOf(secret: string): CalendarFeedRow {
    const { reads } = this.parts;
    const [feed] = isWellFormedFeedSecret(secret) ? reads.calendarFeeds.where('keyHash', feedHashOf(this.parts, secret)) : [];
    if (!feed) throw new WrongSecret('calendar_feed.not_found');
    if (!doesFeedAnswer(feed, reads)) throw new HttpProblem('calendar_feed.not_found');
    return feed;
  }
}
