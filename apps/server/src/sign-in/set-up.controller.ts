import { randomUUID } from 'node:crypto';
import { Body, Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { SetUpAnswer, StatusAnswer } from '@tocsin/contracts/http.js';
import { setUpRequest } from '@tocsin/contracts/organisation/noun.js';
import { organisationKey } from '@tocsin/contracts/organisation/noun.js';
import { deriveId } from '@tocsin/kernel/ids.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import { lacksSender } from '@tocsin/platform/mail/smtp-server.js';
import { hashPassword } from '@tocsin/platform/side/passwords.js';
import { keyHashOf } from '../secrets/hashes.js';
import { Dispatcher } from '../command/dispatcher.js';
import { NewSecrets } from '../secrets/new-secrets.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { connectedKinds } from '../core/connection-health.js';
import { hasMailServer, seesBounces } from '../core/mail-server.js';
import { PublicAddress } from '../core/public-address.js';
import { isHttps, isLocal } from '../http/client-origin.js';
import { HttpProblem, parseOrThrow, WrongSecret } from '../problems/problem.js';
import { addressOf, describeAddress } from '../ingest/address.js';
import { firstIntegration } from '../ingest/senders/senders.js';
import { createIntegrationKey } from '../secrets/known-keys.js';
import { SessionStarter } from './session-starter.js';
import { SetUpCode } from './set-up-code.js';
import { waitUntilKnown } from '../problems/await-visibility.js';

const dependencies = ['clock', 'config', 'log', 'logKind', 'memory', 'reads', 'vault'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** The state for the set-up page, and the set-up itself. */
@Controller('api')
export class SetUpController {
  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly dispatcher: Dispatcher,
    private readonly address: PublicAddress,
    private readonly code: SetUpCode,
    private readonly sessions: SessionStarter,
  ) {}

  @Get('status')
  status(@Req() request: FastifyRequest): StatusAnswer {
    const setUp = this.isSetUp();
    const url = setUp ? this.address.url() : this.address.guess(this.protocol(request), request.headers.host);
    const { clock, config, logKind: kind } = this.parts;
    const isUrlFromEnvironment = config.url !== null;
    const codeRequired = !setUp && !isLocal(request);
    return {
      setUp,
      codeRequired,
      version,
      clock: clock.kind,
      kind,
      url,
      urlFromEnvironment: isUrlFromEnvironment,
      mail: hasMailServer(this.parts),
      bounces: seesBounces(this.parts),
      connections: connectedKinds(this.parts),
      now: clock.now(),
    };
  }

  @Post('setup')
  @HttpCode(201)
  async setUp(
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SetUpAnswer> {
    if (this.isSetUp()) throw new HttpProblem('setup.done');
    const setUp = parseOrThrow(setUpRequest, body);
    if (!isLocal(request) && !this.code.isMatching(setUp.code))
      throw setUp.code ? new WrongSecret('setup.code_required') : new HttpProblem('setup.code_required');
    const url = (setUp.url ?? this.address.guess(this.protocol(request), request.headers.host)).replace(/\/+$/, '');
    const { parts } = this;
    // under the controllable clock mails go to a program that takes any sender
    if (parts.clock.kind === 'system' && lacksSender(parts.config.smtpUrl, parts.config.mailFrom, url))
      throw new HttpProblem('setup.no_sender');
    const commandId = randomUUID();
    const id = (purpose: string): string => deriveId(parts.clock.now(), commandId, purpose);
    const key = createIntegrationKey();
    const facts: FactOf<'OrganisationSetUp'> = {
      organisationId: id('organisation'),
      name: setUp.organisation,
      timeZone: setUp.timeZone ?? 'UTC',
      url,
      owner: { personId: id('owner'), name: setUp.name, email: setUp.email, passwordRef: `password:${id('owner')}` },
      team: { teamId: id('team'), name: setUp.teamName ?? setUp.organisation },
      service: { serviceId: id('service'), name: setUp.serviceName ?? 'Production' },
      policy: { policyId: id('policy'), name: 'Default' },
      integration: {
        integrationId: id('integration'),
        ...firstIntegration,
        keyHash: keyHashOf(parts, key),
        keyRef: `integration-key:${commandId}`,
      },
      contactMethodId: id('contact-method'),
      ruleIds: { high: id('rule.high'), low: id('rule.low') },
    };
    const secrets = new NewSecrets(parts.vault);
    secrets.put(facts.owner.passwordRef, await hashPassword(setUp.password, parts.clock.kind));
    secrets.put(facts.integration.keyRef, key);
    const actor = { kind: 'person' as const, id: facts.owner.personId, roles: ['owner'] };
    const result = await secrets.sendOrDiscard(() => this.dispatcher.send('SetUp', facts, { commandId, actor }));
    const { reads } = parts;
    await waitUntilKnown(
      parts,
      () =>
        reads.people.get(facts.owner.personId)?.state === 'active' &&
        (reads.contacts.get(facts.owner.personId)?.rules.length ?? 0) > 0 &&
        (reads.integrations.get(facts.integration.integrationId)?.keys.length ?? 0) > 0,
    );
    const session = this.sessions.begin(reads.people.get(facts.owner.personId)!, request, reply);
    const { organisationId, team, service, policy, integration, contactMethodId } = facts;
    return {
      ...session,
      organisationId,
      teamId: team.teamId,
      serviceId: service.serviceId,
      policyId: policy.policyId,
      integrationId: integration.integrationId,
      contactMethodId,
      address: addressOf(url, integration.kind, key),
      connect: describeAddress(url, integration.kind, key),
      after: (await parts.log.head()).token || result.token,
    };
  }

  private isSetUp(): boolean {
    return this.parts.reads.organisation.get(organisationKey) !== undefined;
  }

  private protocol(request: FastifyRequest): 'http' | 'https' {
    return isHttps(this.parts, request) ? 'https' : 'http';
  }
}
