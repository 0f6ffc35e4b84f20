import { setImmediate as nextTurn } from 'node:timers/promises';
import { Body, Controller, Param, Post, Res } from '@nestjs/common';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { groupingTryOutRequest } from '@tocsin/contracts/grouping.js';
import { organisationRouter } from '@tocsin/contracts/route-rules/noun.js';
import { routeTryOutRequest } from '@tocsin/contracts/route-rules/try-out.js';
import type { FastifyReply } from 'fastify';
import { Uses } from '../core/injection.js';
import type { ServerParts } from '../core/server-parts.js';
import { RequestWithCaller, type Caller } from '../http/caller.js';
import { HttpProblem, parseOrThrow } from '../problems/problem.js';
import { Computations } from './computations/computations.js';
import type { JobInputs } from './computations/jobs.js';
import type { RecentAlert, RecentAlerts } from './computations/route-try-out.js';
import { personOf, sendComputed } from './computations/sent-answer.js';
import type { JobTask } from './computations/thread-messages.js';
import { walkBack } from './event-walk.js';

const dependencies = ['decode', 'log', 'reads'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** Recent signals that are read, and alerts of them that are tried. */
const [signalsTried, alertsTried] = [200, 2_000];

const firingAlertsOf = ({ integrationId, serviceId, receivedAt, signal }: FactOf<'SignalReceived'>): readonly RecentAlert[] =>
  signal.action !== 'trigger'
    ? []
    : signal.alerts
        .filter(({ state }) => state === 'firing')
        .map(({ fingerprint, labels, name, summary, severityWord }) => ({
          key: signal.key,
          fingerprint,
          integrationId,
          serviceId,
          receivedAt,
          labels,
          name,
          summary,
          severityWord,
        }));

/** Where recent alerts would go by rules that are being edited. Writes nothing. */
@Controller('api')
export class RouteTryOutController {
  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly computations: Computations,
  ) {}

  @Post('routes/try')
  async tryOrganisation(@Body() body: unknown, @RequestWithCaller() caller: Caller, @Res() reply: FastifyReply): Promise<void> {
    const { rules } = parseOrThrow(routeTryOutRequest, body);
    sendComputed(reply, await this.computations.compute(personOf(caller), () => this.task({ edited: organisationRouter, rules })));
  }

  @Post('integrations/:id/routes/try')
  async try(
    @Param('id') integrationId: string,
    @Body() body: unknown,
    @RequestWithCaller() caller: Caller,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { rules } = parseOrThrow(routeTryOutRequest, body);
    if (!this.parts.reads.integrations.get(integrationId)) throw new HttpProblem('integration.not_found');
    sendComputed(reply, await this.computations.compute(personOf(caller), () => this.task({ edited: integrationId, rules })));
  }

  @Post('services/:id/grouping/try')
  async tryGrouping(
    @Param('id') serviceId: string,
    @Body() body: unknown,
    @RequestWithCaller() caller: Caller,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { grouping } = parseOrThrow(groupingTryOutRequest, body);
    if (!this.parts.reads.services.get(serviceId)) throw new HttpProblem('service.not_found');
    const task = async (): Promise<JobTask> => {
      const recent = await this.recentAlertsOf(serviceId);
      return { job: 'groupingTryOut', input: { serviceId, grouping, ...recent } };
    };
    sendComputed(reply, await this.computations.compute(personOf(caller), task));
  }

  /** Of all integrations of a service, an equal share of the signals each. */
  private async recentAlertsOf(serviceId: string): Promise<RecentAlerts> {
    const integrations = this.parts.reads.integrations.where('serviceId', serviceId);
    const share = Math.ceil(signalsTried / Math.max(1, integrations.length));
    let signals = 0;
    const alerts: RecentAlert[] = [];
    for (const { id } of integrations) {
      const recent = await this.recentAlerts(id, share);
      signals += recent.signals;
      alerts.push(...recent.alerts);
    }
    alerts.sort((one, other) => (one.receivedAt > other.receivedAt ? -1 : Number(one.receivedAt < other.receivedAt)));
    return { signals, alerts: alerts.slice(0, alertsTried) };
  }

  /** What is tried, with the alerts that it is tried on. */
  private async task(tried: Pick<JobInputs['routeTryOut'], 'edited' | 'rules'>): Promise<JobTask> {
    const { edited } = tried;
    const recent = await this.recentAlerts(edited === organisationRouter ? undefined : edited);
    return { job: 'routeTryOut', input: { ...tried, ...recent } };
  }

  /** Of an integration, or of all. */
  private async recentAlerts(actor: string | undefined, limit = signalsTried): Promise<RecentAlerts> {
    const query = {
      stream: undefined,
      types: ['SignalReceived'],
      without: undefined,
      actor,
      after: 0,
      before: Infinity,
      limit,
    };
    const { events } = await walkBack(this.parts.log, query);
    const alerts: RecentAlert[] = [];
    for (const event of events) {
      alerts.push(...firingAlertsOf(this.parts.decode(event).data as FactOf<'SignalReceived'>));
      if (alerts.length >= alertsTried) break;
      // pages go between: a signal may have thousands of alerts
      await nextTurn();
    }
    return { signals: events.length, alerts: alerts.slice(0, alertsTried) };
  }
}
