import { randomUUID } from 'node:crypto';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import * as connectionLimits from '@tocsin/contracts/connections/limits.js';
import type { UserGroup } from '@tocsin/contracts/connections/noun.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { OutgoingFailed } from '@tocsin/platform/http/outgoing-failed.js';
import { z } from 'zod';
import { escapeText } from '../../channels/slack/blocks.js';
import type { Dispatcher } from '../../command/dispatcher.js';
import { accountOf, isSameAccount, type Account } from '../../connections/accounts.js';
import { connectionOf } from '../../core/connection-of.js';
import { callSlack, readSlack } from '../../connections/slack.js';
import type { ConnectionHealth } from '../../core/connection-health.js';
import { Rounds } from '../../core/rounds.js';
import type { ServerParts } from '../../core/server-parts.js';
import { quarantineOf } from '../../core/store-quarantine.js';
import { onCallOf } from './user-group-members.js';

interface Dependencies {
  readonly server: Pick<ServerParts, 'clock' | 'config' | 'logKind' | 'memory' | 'reads' | 'troubles' | 'vault'>;
  readonly dispatcher: Pick<Dispatcher, 'send'>;
  readonly http: Pick<OutgoingHttp, 'post'>;
  readonly health: Pick<ConnectionHealth, 'onPart'>;
}

type Failure = { readonly problem: string; readonly waits: number };

const { userGroupsComparedEvery: comparedEvery, userGroupCallEvery: callEvery } = connectionLimits;
const changing = new Set(['connections', 'organisation', 'onCall', 'contacts', 'people']);

/**
 * Keeps the members of chosen user groups in Slack at who is on call. Compared each minute and after each change of who that is, so the newest state wins
 * however long Slack was away. Only the active server does, none while the store is paused, and no group that nobody chose.
 */
export class UserGroupKeeper {
  /** The accounts that each group was set to, since this start; empty: it was left as it is. */
  private readonly shown = new Map<string, string>();
  private readonly rounds: Rounds;
  private account: Account | null = null;
  /** From when any group may be set. */
  private callsFrom = 0;
  /** From when groups that failed may be set again: one that never works holds no other up. */
  private readonly retryFrom = new Map<string, number>();

  constructor(private readonly dependencies: Dependencies) {
    const { server } = dependencies;
    this.rounds = new Rounds(server, {
      name: 'user groups',
      hasWork: () => this.groups().length > 0,
      round: () => this.compare(),
      untilNext: () => Math.min(comparedEvery, this.nextCall - this.rounds.pacing.now()),
    });
    server.memory.onChange((view) => {
      if (changing.has(view)) this.rounds.plan(0);
    });
  }

  start(): void {
    this.rounds.start();
  }

  stop(): Promise<void> {
    return this.rounds.stop();
  }

  /** Resolves once no group is being set. */
  get whenSettled(): Promise<void> {
    return this.rounds.whenSettled;
  }

  private groups() {
    return connectionOf(this.dependencies.server, 'slack')?.userGroups ?? [];
  }

  /** When the first of the groups that wait may be set. */
  private get nextCall(): number {
    return Math.min(...[...this.waiting].map((groupId) => Math.max(this.callsFrom, this.retryFrom.get(groupId) ?? 0)));
  }
  private readonly waiting = new Set<string>();

  private async compare(): Promise<void> {
    const { server } = this.dependencies;
    this.waiting.clear();
    if (quarantineOf(server.reads)) return;
    const account = accountOf(server, 'slack');
    if (!isSameAccount(account, this.account)) {
      this.shown.clear();
      this.retryFrom.clear();
    }
    this.account = account;
    // those that failed come last
    const order = ({ groupId }: UserGroup): number => this.retryFrom.get(groupId) ?? 0;
    if (account) for (const group of this.groups().toSorted((a, b) => order(a) - order(b))) await this.bringUpToDate(account, group);
  }

  private async bringUpToDate(account: Account, group: ReturnType<UserGroupKeeper['groups']>[number]): Promise<void> {
    const { server, health } = this.dependencies;
    const linked = onCallOf(server.reads, group).filter(({ accounts }) => accounts.length > 0);
    const users = linked.flatMap(({ accounts }) => accounts).join(',');
    const shown = this.shown.get(group.groupId) ?? (users === '' && group.set?.personIds.length === 0 ? '' : undefined);
    if (shown === users || !this.rounds.isRunning) return;
    this.waiting.add(group.groupId);
    if (Math.max(this.callsFrom, this.retryFrom.get(group.groupId) ?? 0) > this.rounds.pacing.now()) return;
    this.callsFrom = this.rounds.pacing.now() + callEvery;
    const failure = await this.setOrTell(account, group, users);
    health.onPart(account.connectionId, group.groupId, failure?.problem ?? null);
    if (failure) {
      this.callsFrom = this.rounds.pacing.now() + Math.max(failure.waits, callEvery);
      return void this.retryFrom.set(group.groupId, this.rounds.pacing.now() + Math.max(failure.waits, comparedEvery));
    }
    this.waiting.delete(group.groupId);
    this.retryFrom.delete(group.groupId);
    this.shown.set(group.groupId, users);
    await this.record(
      account,
      group,
      linked.map(({ personId }) => personId),
    );
  }

  /** A group can’t be empty: its members stay, and the channel is told. */
  private async setOrTell(account: Account, group: UserGroup, users: string): Promise<Failure | null> {
    if (users !== '') return this.call(account, 'usergroups.users.update', { usergroup: group.groupId, users });
    const names = group.scheduleIds.flatMap((id) => this.dependencies.server.reads.schedules.get(id)?.name ?? []);
    const text = `Nobody who is linked to Slack is on call in ${names.join(', ')}, so @${group.handle} keeps its members.`;
    return this.call(account, 'chat.postMessage', { channel: group.channel, text: escapeText(text) });
  }

  private async call(account: Account, method: string, params: Readonly<Record<string, string>>): Promise<Failure | null> {
    const { http, server } = this.dependencies;
    try {
      const answer = await callSlack(http, account, method, params, { deadlineMs: alertGroupLimits.sendDeadline });
      const read = readSlack(answer, z.object({}), server.clock.now());
      return read.ok ? null : { problem: read.detail, waits: read.retryAfter ?? 0 };
    } catch (error) {
      if (error instanceof OutgoingFailed) return { problem: error.detail, waits: 0 };
      throw error;
    }
  }

  private async record({ connectionId }: Account, { groupId, handle }: UserGroup, personIds: readonly string[]): Promise<void> {
    const data = { connectionId, groupId, handle, personIds };
    await this.dependencies.dispatcher.send('RecordUserGroup', data, { commandId: randomUUID(), actor: systemActor });
  }
}
