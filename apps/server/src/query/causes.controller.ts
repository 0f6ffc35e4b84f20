import { Controller, Get, Param, Query } from '@nestjs/common';
import { z } from 'zod';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { HttpProblem, parseOrThrow } from '../problems/problem.js';
import { RequestWithCaller, type Caller } from '../http/caller.js';
import { CauseWalk, type CausesPage, type EffectsPage } from './cause-walk.js';
import { showEvent, withoutBody } from './event-visibility.js';

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

interface ShownEffects extends EffectsPage {
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
    this.walk = new CauseWalk({ log, index: store.causes, decode: (storedEvent) => codec.decode(storedEvent) });
  }

  /** One event with its body. */
  @Get('by-id/:id')
  async byId(@Param('id') id: string, @RequestWithCaller() caller: Caller): Promise<Recorded> {
    this.requireIndex();
    const isComplete = await this.walk.isComplete();
    const event = await this.walk.withId(id);
    if (!event) throw isComplete ? new HttpProblem('request.not_found') : new HttpProblem('request.view_behind', {}, undefined, 1);
    return this.showEvent(event, caller);
  }

  @Get(':ordinal/causes')
  async causes(@Param('ordinal') ordinal: string, @Query() query: unknown, @RequestWithCaller() caller: Caller): Promise<CausesPage> {
    const { limit } = parseOrThrow(upwards, query);
    const page = await this.walk.findCauses(await this.readEvent(ordinal), limit);
    return { ...page, events: this.showEvents(page.events, caller) };
  }

  @Get(':ordinal/effects')
  async effects(@Param('ordinal') ordinal: string, @Query() query: unknown, @RequestWithCaller() caller: Caller): Promise<ShownEffects> {
    const { after, limit } = parseOrThrow(downwards, query);
    const event = await this.readEvent(ordinal);
    const { events, ...page } = await this.walk.findEffects(event, after, limit);
    const together = (await this.walk.readDecidedWith(event)).filter(({ id }) => id !== event.id);
    return { ...page, events: this.showEvents(events, caller), together: this.showEvents(together, caller) };
  }

  private async readEvent(ordinal: string): Promise<Recorded> {
    this.requireIndex();
    const event = isOrdinal.test(ordinal) ? await this.walk.at(Number(ordinal)) : undefined;
    if (!event) throw new HttpProblem('request.not_found');
    return event;
  }

  /** Its tables are created together with those of the views. */
  private requireIndex(): void {
    if (!this.parts.views.isStarted) throw new HttpProblem('store.starting', {}, undefined, 2);
  }

  private showEvents(events: readonly Recorded[], caller: Caller): readonly Recorded[] {
    return events.map((event) => withoutBody(this.showEvent(event, caller)));
  }

  private showEvent(event: Recorded, caller: Caller): Recorded {
    return showEvent(this.parts.redactions.redact(event), caller);
  }
}
