import { randomUUID } from 'node:crypto';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { duration } from '@tocsin/contracts/duration.js';
import type { Actor } from '@tocsin/contracts/envelope.js';
import { isErased } from '@tocsin/contracts/ids.js';
import * as movingInLimits from '@tocsin/contracts/moving-in/limits.js';
import * as peopleLimits from '@tocsin/contracts/people/limits.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { Dispatcher } from '../command/dispatcher.js';
import { Uses } from '../core/injection.js';
import type { ServerParts } from '../core/server-parts.js';
import { TimedCalls } from '../deliveries/timed-calls.js';
import { HttpProblem } from '../problems/problem.js';
import { invitationHashOf } from '../secrets/hashes.js';
import { NewSecrets } from '../secrets/new-secrets.js';
import { createSecret } from '../secrets/random-secrets.js';
import { storeShownSecret } from '../secrets/shown-secrets.js';

const dependencies = ['clock', 'feed', 'reads', 'troubles', 'vault'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** Mails their invitation to all who were invited without one, so many a minute. */
@Injectable()
export class InvitationSender implements OnModuleDestroy {
  private sending: { readonly actor: Actor; readonly invited: Set<string>; cancel: () => void } | null = null;

  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly dispatcher: Dispatcher,
    private readonly calls: TimedCalls,
  ) {}

  state(): { readonly unsent: number; readonly isSending: boolean } {
    return { unsent: this.unsent().length, isSending: this.sending !== null };
  }

  /** Throws HttpProblem without a mail server. Pressed twice, it sends once. */
  async start(actor: Actor): Promise<void> {
    if (!this.calls.mailer.isConfigured) throw new HttpProblem('mail_server.not_set_up');
    if (this.sending) return;
    this.sending = { actor, invited: new Set(), cancel: () => {} };
    await this.sendSome();
  }

  onModuleDestroy(): void {
    this.sending?.cancel();
    this.sending = null;
  }

  /** The next ones, and again a minute later while there are more. */
  private async sendSome(): Promise<void> {
    const { sending } = this;
    if (!sending) return;
    const some = this.unsent()
      .filter(({ id }) => !sending.invited.has(id))
      .slice(0, movingInLimits.invitationsAMinute);
    if (some.length === 0) {
      this.sending = null;
      return;
    }
    try {
      for (const { id } of some) sending.invited.add(id);
      await this.invite(some, sending.actor);
    } catch (error) {
      this.sending = null;
      throw error;
    }
    sending.cancel = this.parts.clock.at(addMillis(this.parts.clock.now(), duration.minute), () => {
      this.sendSome().catch((error: unknown) => this.parts.troubles.note('invitations', error));
    });
  }

  private unsent(): readonly PersonRow[] {
    return this.parts.reads.people
      .where('state', 'invited')
      .filter(({ invitationMail, email }) => invitationMail === undefined && !isErased(email));
  }

  /** A new link for each: the one of the first invitation is known to nobody. */
  private async invite(people: readonly PersonRow[], actor: Actor): Promise<void> {
    const { clock, feed, vault } = this.parts;
    const commandId = randomUUID();
    const expiresAt = addMillis(clock.now(), peopleLimits.invitation);
    const secrets = new NewSecrets(vault);
    const links = people.map((person) => ({ person, secret: createSecret() }));
    const hashOf = (secret: string): string => invitationHashOf(this.parts, secret);
    const byHash = Object.fromEntries(links.map(({ secret }) => [hashOf(secret), secret]));
    storeShownSecret(secrets, { kind: 'invitations', id: commandId, until: expiresAt }, () => JSON.stringify(byHash));
    const data = {
      people: links.map(({ person: { id: personId, name, email, role, timeZone }, secret }) => ({
        personId,
        name,
        email,
        role,
        timeZone,
        invitationHash: hashOf(secret),
        expiresAt,
      })),
    };
    const { token } = await secrets.sendOrDiscard(() => this.dispatcher.send('InvitePeople', data, { commandId, actor }));
    await feed.waitForToken(token);
  }
}
