import { Controller, Get, Query } from '@nestjs/common';
import { z } from 'zod';
import { eventContract } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { Core } from '../core/core.js';
import { HttpProblem, parsed } from '../http/problem.js';
import { Asking, type Who } from '../http/who.js';
import { shownEvent } from './shown-events.js';

/** How far one request looks back for what a filter lets through; the answer says where to go on. */
const scanned = 5_000;
const page = 500;

const ordinal = z.coerce.number().int();
const text = z.string();
/** What may stand in the query; whatever else stands there is not meant for this. */
const asked = z.object({
  stream: text.optional(),
  type: z.union([text, z.array(text)]).optional(),
  /** Events of these types are left out. */
  without: z.union([text, z.array(text)]).optional(),
  actor: text.optional(),
  before: ordinal.default(Number.MAX_SAFE_INTEGER),
  /** More than a page can hold is a full page. */
  limit: z.coerce.number().int().min(1).default(limits.pageSize),
});

/** Types of events, named one by one or together. Throws for one that there is not. */
const typesIn = (path: string, given: string | readonly string[] | undefined): readonly string[] | undefined => {
  const types = given === undefined ? undefined : [given].flat();
  const unknown = types?.find((type) => !eventContract(type));
  if (unknown) throw new HttpProblem('request.invalid', {}, [{ path, code: 'invalid', message: `There is no event ${unknown}.` }]);
  return types;
};

/** The history: every event, newest first. */
@Controller('api/events')
export class EventsController {
  constructor(private readonly core: Core) {}

  @Get()
  async events(@Query() query: unknown, @Asking() who: Who): Promise<{ events: readonly unknown[]; next: number | null }> {
    const { stream, type, without, actor, before, limit: most } = parsed(asked, query);
    const limit = Math.min(most, limits.pageSizeMax);
    const types = typesIn('type', type);
    const left = typesIn('without', without);
    const fits = (event: Recorded): boolean =>
      (actor === undefined || event.meta.actor.id === actor) && types?.includes(event.type) !== false && !left?.includes(event.type);
    const found = stream ? await this.ofStream(stream, before, limit, fits) : await this.ofAll(before, limit, types, fits);
    return { events: found.events.map((event) => shownEvent(this.core.redactions.shown(event), who)), next: found.next };
  }

  private async ofStream(stream: string, before: number, limit: number, fits: (event: Recorded) => boolean) {
    const events = (await this.core.log.readStream(stream))
      .filter(({ ordinal }) => ordinal < before)
      .map(this.core.decode)
      .filter(fits);
    const newest = events.toReversed().slice(0, limit);
    return { events: newest, next: events.length > newest.length ? newest.at(-1)!.ordinal : null };
  }

  private async ofAll(before: number, limit: number, types: readonly string[] | undefined, fits: (event: Recorded) => boolean) {
    const events: Recorded[] = [];
    let from = Math.min(before, (await this.core.log.head()).ordinal + 1);
    for (let seen = 0; seen < scanned;) {
      const stored: readonly StoredEvent[] = await this.core.log.readBack({ before: from, limit: page, ...(types ? { types } : {}) });
      for (const one of stored) {
        from = one.ordinal;
        const event = this.core.codec.decode(one);
        if (fits(event) && events.push(event) === limit) return { events, next: from > 1 ? from : null };
      }
      seen += stored.length;
      if (stored.length < page) return { events, next: null };
    }
    return { events, next: from };
  }
}
