import { Body, Controller, Get, Headers, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { HealthAnswer } from '@tocsin/contracts/health.js';
import type { FailureRow } from '@tocsin/domain/operation/reactor/failures.view.js';
import { driftIn } from '@tocsin/domain/observers/config-plans/drift.js';
import { hasOrganisationPermission } from '@tocsin/domain/rules/permissions.js';
import { Erasures } from '../erasure/erasures.js';
import { quarantineOf } from '../core/store-quarantine.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { CallHealth } from '../core/call-health.js';
import { MailHealth } from '../core/mail-health.js';
import { ConnectionHealth } from '../core/connection-health.js';
import { PushHealth } from '../core/push-health.js';
import { mailServerOf } from '../core/mail-server.js';
import { PublicAddress } from '../core/public-address.js';
import { isLocal } from '../http/client-origin.js';
import { describeRehearsals, rehearsingIn } from './rehearsals.js';
import { describeRescuedKeys } from './rescued-keys.js';
import { HttpProblem, parseOrThrow } from '../problems/problem.js';
import { RequestWithCaller, unauthenticatedCode, requirePermission, type Caller } from '../http/caller.js';
import { acceptsGzip, isTold } from '../http/unchanged.js';
import { OpenApiDocument } from '../query/openapi-document.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import { hashesOfConnections } from '../secrets/secret-hashes.js';
import { AuditWatch } from './audit-watch.js';
import { alarmWords } from './audit-words.js';
import { Metrics } from './metrics.js';
import { isWorking, countSecondsBehind, unreadyViews } from './readiness.js';
import { findAboveSoftLimit } from './above-soft-limit.js';
import { ClockAdvance } from './clock-advance.js';
import { Anchors } from './anchors.js';
import { LookupFetches } from './lookup-fetches.js';
import { Backups } from './backups.js';
import { Sealer } from './sealer.js';

const dependencies = [
  'clock',
  'config',
  'feed',
  'folder',
  'folding',
  'log',
  'logKind',
  'mappingFailures',
  'memory',
  'reacting',
  'reads',
  'reserve',
  'side',
  'troubles',
  'vault',
  'views',
] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

const durationPattern = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** Milliseconds of an ISO 8601 duration of days, hours, minutes and seconds; NaN for anything else. */
const millisOf = (text: string): number => {
  const match = durationPattern.exec(text);
  if (!match || text === 'P' || text.endsWith('T')) return Number.NaN;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((part) => Number(part ?? 0));
  return Math.round((((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000);
};

const move = z.strictObject({ advance: z.string().refine((text) => !Number.isNaN(millisOf(text)), 'A duration such as PT5M.') });

const heldKinds = {
  demo: 'these are demo data: pages are simulated, and nothing is sent',
  import: 'this is the imported history of another system: nothing is sent, and no alert pages anyone',
} as const;

/** Why a server that works sends nothing; null for one that does send. */
const describeHold = ({ logKind, reads }: Pick<Dependencies, 'logKind' | 'reads'>): string | null => {
  if (logKind !== 'live') return heldKinds[logKind];
  const quarantine = quarantineOf(reads);
  return quarantine && `paused after a restore since ${quarantine.since}: nothing is sent until an owner presses “Go live here”`;
};

/** Pending work of the reactor; empty if this server has none. */
const waitingIn = ({
  reacting: { reactor },
}: Pick<Dependencies, 'reacting'>): Pick<HealthAnswer['reactor'], 'timers' | 'callsOut' | 'callsWaiting'> =>
  reactor
    ? { timers: reactor.timersWaiting, callsOut: reactor.callsOut, callsWaiting: reactor.callsWaiting }
    : { timers: 0, callsOut: 0, callsWaiting: 0 };

/** Routes for operators, and for people who try the program from outside. */
@Controller()
export class OperateController {
  private readonly document = new OpenApiDocument();

  constructor(
    @Uses(dependencies) private readonly server: Dependencies,
    private readonly settling: ClockAdvance,
    private readonly metrics: Metrics,
    private readonly address: PublicAddress,
    private readonly mailHealth: MailHealth,
    private readonly callHealth: CallHealth,
    private readonly pushHealth: PushHealth,
    private readonly connectionHealth: ConnectionHealth,
    private readonly erasures: Erasures,
    private readonly auditWatch: AuditWatch,
    private readonly sealer: Sealer,
    private readonly anchors: Anchors,
    private readonly lookups: LookupFetches,
    private readonly backups: Backups,
  ) {}

  @Get('healthz')
  health(): { status: 'ok'; version: string } {
    return { status: 'ok', version };
  }

  /**
   * 200 when log and reactor work; otherwise 503 with the reasons. Views that lag or are being built are listed, but are no reason
   * for 503.
   */
  @Get('readyz')
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const { ok, why, head, viewsLag } = await isWorking(this.server);
    if (!ok) reply.status(503).header('retry-after', '5');
    const whyHeld = describeHold(this.server);
    const late = this.auditWatch.alarm;
    const stalled = this.callHealth.describe();
    // neither is a reason for 503: this server works, and could do nothing better elsewhere
    const reasons = [...why, ...(late ? [alarmWords(late)] : []), ...(stalled === null ? [] : [stalled])];
    return {
      status: !ok ? 'not ready' : whyHeld === null ? 'ready' : 'held',
      why: whyHeld === null ? reasons : [...reasons, whyHeld],
      version,
      log: { head, drops: this.server.log.subscriptionDrops },
      views: { lag: viewsLag, seconds: countSecondsBehind(this.server), building: unreadyViews(this.server) },
    };
  }

  @Get('metrics')
  async prometheus(
    @RequestWithCaller() caller: Caller | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    if (!isLocal(request)) {
      if (!caller) throw new HttpProblem(unauthenticatedCode(request));
      requirePermission(this.server, caller.actor, 'metrics.read');
    }
    reply.type('text/plain; version=0.0.4');
    return this.metrics.render();
  }

  @Get('api/health')
  async state(@RequestWithCaller() caller: Caller): Promise<HealthAnswer> {
    const { server } = this;
    const { path } = server.folder;
    // folder names reveal who runs the machine and how, also in error texts: only admins see them
    const isAdmin = hasOrganisationPermission(caller, 'organisation.configure');
    const hidePath = (text: string): string => (isAdmin ? text : text.replaceAll(path, '(the data folder)'));
    const { ok, why, head, memoryLag, reactorLag, reactorLate, viewsLag } = await isWorking(server);
    const mailServer = mailServerOf(server);
    const failing = this.mailHealth.failureFor(mailServer);
    const { current: running } = server.views.rebuilds;
    const late = this.auditWatch.alarm;
    const stalled = this.callHealth.describe();
    const refusedKey = this.pushHealth.describe();
    const refusedConnections = this.connectionHealth.describe(server.reads.connections);
    const lookups = this.lookups.list();
    const unfinished = [
      ...this.erasures.pending.map((personId) => `the erasure of ${personId} is not finished`),
      ...(stalled === null ? [] : [stalled]),
      ...describeRehearsals(server, server.clock.now()),
      ...describeRescuedKeys(server, server.clock.now()),
      ...(refusedKey === null ? [] : [refusedKey]),
      ...refusedConnections,
      ...this.backups.describe(isAdmin),
      ...[...server.reads.eventQueues.all()].flatMap(({ state }) => (state.isLost ? [`nothing can be posted in “${state.name}”`] : [])),
      ...server.mappingFailures
        .listLasting(server.clock.now())
        .map((id) => `the mapping of ${server.reads.integrations.get(id)?.name ?? id} fails`),
      ...this.lookups.describe(),
    ];
    return {
      ok: ok && unfinished.length === 0 && late === null,
      why: [...why, ...(late ? [alarmWords(late)] : []), ...unfinished],
      version,
      profile: server.config.profile,
      clock: server.clock.kind,
      now: server.clock.now(),
      data: isAdmin ? path : null,
      log: { head, drops: server.log.subscriptionDrops },
      disk: { freeBytes: server.folder.freeBytes(), reserve: server.reserve?.state ?? 'none', reserveBytes: server.reserve?.bytes ?? 0 },
      memory: { lag: memoryLag, folded: server.folding.state() },
      reactor: { lag: reactorLag, epoch: server.reacting.epoch, ...waitingIn(server), late: reactorLate },
      ingest: { aboveSoftLimit: findAboveSoftLimit(server) },
      audit: this.auditWatch.last,
      failures: [...server.memory.rows<FailureRow>('failures').all()].slice(-100).toReversed(),
      views: {
        lag: viewsLag,
        seconds: countSecondsBehind(server),
        ready: server.views.isEveryViewReady,
        rebuilding: running && { ...running, views: [...running.views] },
      },
      mail: { configured: mailServer !== null, failing: failing && { ...failing, why: isAdmin ? failing.why : 'The mail server fails.' } },
      heartbeat: { configured: server.config.heartbeatUrl !== null },
      lookups: [...lookups],
      rehearsing: rehearsingIn(server.reads),
      drift: driftIn(server.reads, { ofVariables: {}, ofConnections: hashesOfConnections(server.reads.connections, server.vault) }).length,
      seal: this.sealer.last,
      anchor: this.anchors.last,
      backup: this.backups.healthFor(isAdmin),
      troubles: server.troubles.list().map((trouble) => ({ ...trouble, message: hidePath(this.backups.hidePlace(trouble, isAdmin)) })),
    };
  }

  @Get('api/openapi.json')
  async describe(
    @Headers('accept-encoding') accepted: string | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { plain, gzip, etag } = await this.document.of(this.address.url());
    if (isTold(request, reply, etag, 'accept-encoding')) return;
    reply.type('application/json; charset=utf-8');
    if (acceptsGzip(accepted)) void reply.header('content-encoding', 'gzip').send(gzip);
    else void reply.send(plain);
  }

  @Get('api/docs')
  showDocuments(@Res() reply: FastifyReply): void {
    reply.redirect('/docs', 302);
  }

  @Post('test/clock')
  @HttpCode(200)
  async moveClock(@Body() body: unknown): Promise<{ now: string }> {
    if (this.server.clock.kind !== 'manual') throw new HttpProblem('clock.not_manual');
    const { advance } = parseOrThrow(move, body);
    return { now: await this.settling.advance(millisOf(advance)) };
  }
}
