import { createHash } from 'node:crypto';
import { Controller, Get, Headers, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CalendarFeedRow } from '@tocsin/contracts/calendar-feeds.js';
import { doesFeedAnswer } from '@tocsin/domain/calendar-feeds/feed-of.js';
import { PublicAddress } from '../../core/public-address.js';
import type { ServerParts } from '../../core/server-parts.js';
import { Uses } from '../../core/injection.js';
import { RateLimits } from '../../http/rate-limits.js';
import { Open } from '../../http/caller.js';
import { isUnchanged } from '../../http/unchanged.js';
import { HttpProblem } from '../../problems/problem.js';
import { feedHashOf, isWellFormedFeedSecret } from '../../secrets/feed-secrets.js';
import { readerOf } from '../on-call/reader-of.js';
import { ViewReader } from '../view-reader.js';
import { renderCalendar } from './calendar-text.js';
import { FeedReader } from './feed-reader.js';

const dependencies = ['clock', 'memory', 'reads', 'vault'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** The same answer for everything that is missing, so that it does not reveal what once existed. */
const notFoundProblem = (): HttpProblem => new HttpProblem('calendar_feed.not_found');

/** The route of calendar feeds: the address is the credential. A program reads it again and again for years. */
@Controller('feeds')
export class FeedsController {
  private readonly reader: FeedReader;

  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly rates: RateLimits,
    private readonly address: PublicAddress,
    viewReader: ViewReader,
  ) {
    this.reader = new FeedReader(parts, readerOf(parts, viewReader));
  }

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
    const { type, text } = await this.renderFeed(feed, accept?.includes('application/json') ?? false);
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
    reply.headers({ etag, vary: 'accept', 'cache-control': 'private, no-cache' });
    if (isUnchanged(knownTag, etag)) void reply.status(304).send();
    else void reply.type(type).send(text);
  }

  private async feedOf(secret: string, ip: string): Promise<CalendarFeedRow> {
    const { reads } = this.parts;
    const [feed] = isWellFormedFeedSecret(secret) ? reads.calendarFeeds.where('keyHash', feedHashOf(this.parts, secret)) : [];
    if (!feed) await this.rates.noteGuess(ip);
    if (!feed || !doesFeedAnswer(feed, reads)) throw notFoundProblem();
    return feed;
  }

  private async renderFeed(feed: CalendarFeedRow, isJson: boolean): Promise<{ readonly type: string; readonly text: string }> {
    const answer = await this.reader.read(feed, this.address.url());
    if (isJson) return { type: 'application/json; charset=utf-8', text: JSON.stringify(answer) };
    const { schedules } = this.parts.reads;
    // a schedule that was never edited counts as edited when its first version took effect
    const edited = (id: string) => schedules.get(id)?.edited ?? { at: schedules.get(id)!.versions[0]!.effectiveFrom, times: 0 };
    return { type: 'text/calendar; charset=utf-8', text: renderCalendar(answer, { getEdits: edited, reminder: feed.reminder }) };
  }
}
