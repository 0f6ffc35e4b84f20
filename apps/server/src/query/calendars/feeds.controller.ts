import { Controller, Get, Headers, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CalendarFeedRow } from '@tocsin/contracts/calendar-feeds/noun.js';
import { doesFeedAnswer } from '@tocsin/domain/setup/calendar-feeds/feed-of.js';
import { Computations } from '../computations/computations.js';
import { bufferOf } from '../computations/sent-answer.js';
import { PublicAddress } from '../../core/public-address.js';
import type { ServerParts } from '../../core/server-parts.js';
import { Uses } from '../../core/injection.js';
import { RateLimits } from '../../http/rate-limits.js';
import { Open } from '../../http/caller.js';
import { isUnchanged } from '../../http/unchanged.js';
import { HttpProblem } from '../../problems/problem.js';
import { feedHashOf, isWellFormedFeedSecret } from '../../secrets/feed-secrets.js';

const dependencies = ['reads', 'vault'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** The same answer for everything that is missing, so that it does not reveal what once existed. */
const notFoundProblem = (): HttpProblem => new HttpProblem('calendar_feed.not_found');

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
  @Open()
  async feed(
    @Param('token') secret: string,
    @Headers('accept') accept: string | undefined,
    @Headers('if-none-match') knownTag: string | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const feed = await this.feedOf(secret, request.ip);
    await this.rates.take('feeds', feed.id);
    const isJson = accept?.includes('application/json') ?? false;
    const input = { feed, url: this.address.url(), isJson };
    const computed = await this.computations.compute(feed.personId, { job: 'feed', input });
    const etag = `"${computed.hash}"`;
    reply.headers({ etag, vary: 'accept', 'cache-control': 'private, no-cache' });
    if (isUnchanged(knownTag, etag)) return void reply.status(304).send();
    void reply.type(`${isJson ? 'application/json' : 'text/calendar'}; charset=utf-8`).send(bufferOf(computed));
  }

  private async feedOf(secret: string, ip: string): Promise<CalendarFeedRow> {
    const { reads } = this.parts;
    const [feed] = isWellFormedFeedSecret(secret) ? reads.calendarFeeds.where('keyHash', feedHashOf(this.parts, secret)) : [];
    if (!feed) await this.rates.noteGuess(ip);
    if (!feed || !doesFeedAnswer(feed, reads)) throw notFoundProblem();
    return feed;
  }
}
