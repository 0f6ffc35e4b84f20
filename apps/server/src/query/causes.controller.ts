import { Controller, Get, Param, Query } from '@nestjs/common';
import { z } from 'zod';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/uses.js';
import { HttpProblem, parsed } from '../problems/problem.js';
import { RequestWithCaller, type Caller } from '../http/caller.js';
import { CauseWalk, type FoundCauses, type FoundEffects } from './cause-walk.js';
import { shownEvent, withoutBody } from './shown-events.js';

const dependencies = ['codec', 'log', 'redactions', 'store', 'views'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

const causesPerPage = 20;
const count = (usual: number) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .default(usual)
    .transform((limit) => Math.min(limit, limits.pageSizeMax));
const upwards = z.object({ limit: count(causesPerPage) });
const downwards = z.object({ after: z.coerce.number().int().min(0).default(0), limit: count(limits.pageSize) });

interface ShownEffects extends FoundEffects {
  readonly together: readonly Recorded[];
}

const isOrdinal = /^[1-9]\d{0,15}$/;

/**
 * The causes and effects of an event. Readable with the permission for the history, because it contains the same events in another
 * order.
 */
@Controller('api/events')
export class CausesController {
  private readonly walk: CauseWalk;

  constructor(@Uses(dependencies) private readonly parts: Dependencies) {
    const { log, store, codec } = parts;
    this.walk = new CauseWalk({ log, index: store.causes, decode: (stored) => codec.decode(stored) });
  }

  /** One event with its body. */
  @Get('by-id/:id')
  async byId(@Param('id') id: string, @RequestWithCaller() who: Caller): Promise<Recorded> {
    this.requireIndex();
    const isComplete = await this.walk.isComplete();
    const event = await this.walk.withId(id);
    if (!event) throw isComplete ? new HttpProblem('request.not_found') : new HttpProblem('request.view_behind', {}, undefined, 1);
    return this.shown(event, who);
  }

  @Get(':ordinal/causes')
  async causes(@Param('ordinal') ordinal: string, @Query() query: unknown, @RequestWithCaller() who: Caller): Promise<FoundCauses> {
    const { limit } = parsed(upwards, query);
    const found = await this.walk.causes(await this.event(ordinal), limit);
    return { ...found, events: this.listed(found.events, who) };
  }

  @Get(':ordinal/effects')
  async effects(@Param('ordinal') ordinal: string, @Query() query: unknown, @RequestWithCaller() who: Caller): Promise<ShownEffects> {
    const { after, limit } = parsed(downwards, query);
    const event = await this.event(ordinal);
    const { events, ...found } = await this.walk.effects(event, after, limit);
    const together = (await this.walk.decidedWith(event)).filter(({ id }) => id !== event.id);
    return { ...found, events: this.listed(events, who), together: this.listed(together, who) };
  }

  private async event(ordinal: string): Promise<Recorded> {
    this.requireIndex();
    const event = isOrdinal.test(ordinal) ? await this.walk.at(Number(ordinal)) : undefined;
    if (!event) throw new HttpProblem('request.not_found');
    return event;
  }

  /** Its tables are created together with those of the views. */
  private requireIndex(): void {
    if (!this.parts.views.isStarted) throw new HttpProblem('store.starting', {}, undefined, 2);
  }

  private listed(events: readonly Recorded[], who: Caller): readonly Recorded[] {
    return events.map((event) => withoutBody(this.shown(event, who)));
  }

  private shown(event: Recorded, who: Caller): Recorded {
    return shownEvent(this.parts.redactions.redact(event), who);
  }
}
