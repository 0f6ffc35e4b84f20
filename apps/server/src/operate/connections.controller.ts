import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import {
  connectionTest,
  type ConnectionRow,
  type ConnectionsShown,
  type ConnectionTestResult,
} from '@tocsin/contracts/connections/noun.js';
import { inboundOf, type ConnectionKind } from '@tocsin/contracts/connections/kinds.js';
import { throughOf } from '@tocsin/contracts/contacts/kinds.js';
import { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { typedAccount } from '../connections/accounts.js';
import { inboundAddress } from '../connections/inbound-address.js';
import { onCallOf } from '../chats/slack/user-group-members.js';
import { gatewayAddress } from '../channels/sms-gateway/requests.js';
import { testConnection } from '../channels/connection-tests.js';
import { ConnectionHealth } from '../core/connection-health.js';
import { Uses } from '../core/injection.js';
import { PublicAddress } from '../core/public-address.js';
import type { ServerParts } from '../core/server-parts.js';
import { quarantineOf } from '../core/store-quarantine.js';
import { withoutSecrets } from '../core/without-secrets.js';
import { RequestWithCaller, type Caller } from '../http/caller.js';
import { requireFresh } from '../http/proof.js';
import { RateLimits } from '../http/rate-limits.js';
import { HttpProblem, parseOrThrow } from '../problems/problem.js';

const dependencies = ['clock', 'reads', 'vault'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** The accounts outside, and a test of one. */
@Controller('api/settings/connections')
export class ConnectionsController {
  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly outgoing: OutgoingHttp,
    private readonly health: ConnectionHealth,
    private readonly address: PublicAddress,
    private readonly rates: RateLimits,
  ) {}

  @Get()
  list(): ConnectionsShown {
    const connections = [...this.parts.reads.connections.all()].map((row) => ({
      connectionId: row.id,
      kind: row.kind,
      name: row.name,
      fields: { ...row.fields },
      state: this.health.stateOf(row),
      people: this.countPeople(row.kind),
      inbound: this.inboundOf(row),
      listening: this.health.listeningOf(row.id),
      userGroups: (row.userGroups ?? []).map((group) => ({
        ...group,
        onCall: onCallOf(this.parts.reads, group).map(({ personId, accounts }) => ({
          personId,
          isLinked: accounts.length > 0,
        })),
        set: group.set ? { at: group.set.at, personIds: [...group.set.personIds] } : null,
        problem: this.health.problemOf(row.id, group.groupId),
      })),
    }));
    return { connections };
  }

  /** Only who has just confirmed their identity may make this server call a typed address. */
  @Post('test')
  @HttpCode(200)
  async test(@Body() body: unknown, @RequestWithCaller() caller: Caller): Promise<ConnectionTestResult> {
    requireFresh(this.parts, caller);
    const { kind, to, ...typed } = parseOrThrow(connectionTest, body);
    if (quarantineOf(this.parts.reads)) throw new HttpProblem('store.held');
    const account = typedAccount(this.parts, { kind, ...typed });
    if (!account) throw new HttpProblem('connection.secret_missing');
    await this.rates.take('codes', caller.actor.id);
    const result = await testConnection(kind, { http: this.outgoing, account, to, now: this.parts.clock.now() });
    const shown = { ...result, why: result.why && withoutSecrets(result.why, Object.values(account.secrets)) };
    // with the stored secret it is used again at once
    if (result.ok && account.secretRef !== null)
      this.health.onAnswer(account, { to, verdict: 'works', ok: true, detail: '', isRefused: false });
    return shown;
  }

  private inboundOf({ id, kind, fields }: ConnectionRow): string | null {
    const inbound = inboundOf(kind, fields);
    if (!inbound) return null;
    if (inbound.isProvenByPath) return gatewayAddress({ server: this.parts, address: this.address }, id, null);
    return inboundAddress(this.address.url(), inbound.path, ...(inbound.secret === undefined ? [] : [id]));
  }

  private countPeople(kind: ConnectionKind): number {
    let count = 0;
    for (const { methods } of this.parts.reads.contacts.all())
      if (methods.some((method) => throughOf(method.kind).includes(kind))) count += 1;
    return count;
  }
}
