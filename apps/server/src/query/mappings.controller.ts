import { Body, Controller, Get, HttpCode, Param, Post, type OnModuleDestroy } from '@nestjs/common';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import * as mappingLimits from '@tocsin/contracts/mappings/limits.js';
import { mappingTryOutRequest, type MappingSamples, type MappingTryOut } from '@tocsin/contracts/mappings/try-out.js';
import { systemMonotonicClock } from '@tocsin/platform/clock/monotonic-clock.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { RequestWithCaller, type Caller } from '../http/caller.js';
import { MappingThread } from '../ingest/mapping/mapping-thread.js';
import { readRaw } from '../ingest/raw-body.js';
import { HttpProblem, parseOrThrow } from '../problems/problem.js';
import { Computations } from './computations/computations.js';
import { personOf } from './computations/sent-answer.js';
import { showEvent } from './event-visibility.js';
import { walkBack } from './event-walk.js';
import { tryMapping, type CapturedRequest } from './mapping-try-out.js';

const dependencies = ['codec', 'log', 'mappingFailures', 'reads', 'redactions', 'refusedSignals', 'troubles'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** Samples, and characters of a stored body that is shown as one: longer ones would have to be unpacked on this thread. */
const [samplesShown, rawCharacters] = [20, 32 * 1_024];

/** The requests that an integration sent, and what a mapping that is being edited would make of them. Writes nothing. */
@Controller('api/integrations')
export class MappingsController implements OnModuleDestroy {
  /** Apart from the one of the senders: nobody’s draft delays a signal. */
  private readonly thread = new MappingThread((error) => this.parts.troubles.note('mappings', error ?? 'their thread has ended'));

  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly computations: Computations,
  ) {}

  onModuleDestroy(): Promise<void> {
    return this.thread.stop();
  }

  @Get(':id/mapping')
  async samples(@Param('id') id: string, @RequestWithCaller() caller: Caller): Promise<MappingSamples> {
    this.checkIntegration(id);
    const { requests } = await this.captured(id, samplesShown, caller);
    const accepted = requests
      .filter(({ raw }) => raw.length <= rawCharacters)
      .map(({ receivedAt: at, ordinal, raw }) => ({ at: at ?? '', ordinal, body: readRaw(raw) }));
    const refused = this.parts.refusedSignals
      .listOf(id)
      .filter(({ body }) => body !== '')
      .map(({ at, body }) => ({ at, ordinal: null, body }));
    const samples = [...accepted, ...refused].toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, samplesShown);
    return { samples, failing: this.parts.mappingFailures.of(id) };
  }

  @Post(':id/mapping/try')
  @HttpCode(200)
  async try(@Param('id') id: string, @Body() body: unknown, @RequestWithCaller() caller: Caller): Promise<MappingTryOut> {
    const { fields, body: given } = parseOrThrow(mappingTryOutRequest, body);
    this.checkIntegration(id);
    const person = personOf(caller);
    this.computations.checkBudget(person);
    const began = systemMonotonicClock.now();
    const captured =
      given === undefined
        ? await this.captured(id, mappingLimits.tryOut.requests, caller)
        : { requests: [{ ordinal: null, receivedAt: null, signal: null, raw: `t:${given}` }], upTo: (await this.parts.log.head()).ordinal };
    const answer = await tryMapping(this.thread, person, fields, captured.requests);
    this.computations.countWork(person, systemMonotonicClock.now() - began);
    return { ...answer, upTo: captured.upTo };
  }

  private checkIntegration(id: string): void {
    if (!this.parts.reads.integrations.get(id)) throw new HttpProblem('integration.not_found');
  }

  /** Newest first; without those whose bodies were erased. */
  private async captured(id: string, limit: number, caller: Caller): Promise<{ requests: readonly CapturedRequest[]; upTo: number }> {
    const { log, codec, redactions } = this.parts;
    const upTo = (await log.head()).ordinal;
    const query = { stream: undefined, types: ['SignalReceived'], without: undefined, actor: id, after: 0, before: upTo + 1, limit };
    const { events } = await walkBack(log, query);
    const requests = events.flatMap((event): CapturedRequest[] => {
      const { data } = showEvent(redactions.redact(codec.decode(event)), caller);
      const { receivedAt, signal, raw } = data as FactOf<'SignalReceived'>;
      return typeof raw === 'string' ? [{ ordinal: event.ordinal, receivedAt, signal, raw }] : [];
    });
    return { requests, upTo };
  }
}
