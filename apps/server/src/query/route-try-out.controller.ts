import { setImmediate as nextTurn } from 'node:timers/promises';
import { Body, Controller, Param, Post, Res } from '@nestjs/common';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { routeTryOutRequest } from '@tocsin/contracts/route-rules/try-out.js';
import type { FastifyReply } from 'fastify';
import { Uses } from '../core/injection.js';
import type { ServerParts } from '../core/server-parts.js';
import { RequestWithCaller, type Caller } from '../http/caller.js';
import { HttpProblem, parseOrThrow } from '../problems/problem.js';
import { Computations } from './computations/computations.js';
import { personOf, sendComputed } from './computations/sent-answer.js';
import { walkBack } from './event-walk.js';

const dependencies = ['decode', 'log', 'reads'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** Recent signals that are read, and alerts of them that are tried. */
const [signalsTried, alertsTried] = [200, 2_000];

/** Where recent alerts would go by rules that are being edited. Writes nothing. */
@Controller('api/integrations')
export class RouteTryOutController {
  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly computations: Computations,
  ) {}

  @Post(':id/routes/try')
  async try(
    @Param('id') integrationId: string,
    @Body() body: unknown,
    @RequestWithCaller() caller: Caller,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { rules } = parseOrThrow(routeTryOutRequest, body);
    if (!this.parts.reads.integrations.get(integrationId)) throw new HttpProblem('integration.not_found');
    const signals = await this.recentSignals(integrationId);
    const alerts = signals
      .flatMap(({ action, alerts: listed }) => (action === 'trigger' ? listed : []))
      .filter(({ state }) => state === 'firing')
      .slice(0, alertsTried)
      .map(({ labels, name, summary, severityWord }) => ({ labels, name, summary, severityWord }));
    const input = { integrationId, rules, alerts, signals: signals.length };
    sendComputed(reply, await this.computations.compute(personOf(caller), { job: 'routeTryOut', input }));
  }

  private async recentSignals(actor: string): Promise<readonly FactOf<'SignalReceived'>['signal'][]> {
    const query = {
      stream: undefined,
      types: ['SignalReceived'],
      without: undefined,
      actor,
      after: 0,
      before: Infinity,
      limit: signalsTried,
    };
    const { events } = await walkBack(this.parts.log, query);
    const signals: FactOf<'SignalReceived'>['signal'][] = [];
    for (const event of events) {
      signals.push((this.parts.decode(event).data as FactOf<'SignalReceived'>).signal);
      // pages go between: a signal may have thousands of alerts
      await nextTurn();
    }
    return signals;
  }
}
