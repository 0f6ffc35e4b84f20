import { Controller, Get, Param, Query } from '@nestjs/common';
import { z } from 'zod';
import { eventContract } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { limits } from '@tocsin/contracts/limits.js';
import { Core } from '../core/core.js';
import { HttpProblem, parsed } from '../http/problem.js';
import { Asking, type Who } from '../http/who.js';
import { walkedBack } from './event-walk.js';
import { shownEvent, withoutBody } from './shown-events.js';

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
    const found = await walkedBack(this.core.log, { stream, types, without: left, actor, before, limit });
    return { events: found.events.map((stored) => withoutBody(this.shown(this.core.decode(stored), who))), next: found.next };
  }

  /** One event, whole. */
  @Get(':ordinal')
  async event(@Param('ordinal') ordinal: string, @Asking() who: Who): Promise<Recorded> {
    const [stored] = /^[1-9]\d{0,15}$/.test(ordinal) ? await this.core.log.readOrdinals([Number(ordinal)]) : [];
    if (!stored) throw new HttpProblem('request.not_found');
    return this.shown(this.core.codec.decode(stored), who);
  }

  private shown(event: Recorded, who: Who): Recorded {
    return shownEvent(this.core.redactions.shown(event), who);
  }
}
