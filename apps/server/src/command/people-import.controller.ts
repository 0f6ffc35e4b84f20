import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { Body, Controller, Headers, HttpCode, Post } from '@nestjs/common';
import type { Actor } from '@tocsin/contracts/envelope.js';
import { limits } from '@tocsin/contracts/limits.js';
import * as peopleLimits from '@tocsin/contracts/people/limits.js';
import { importRequest, type ImportAnswer, type ImportedRow } from '@tocsin/contracts/people/import.js';
import { isOwner } from '@tocsin/domain/rules/permissions.js';
import { deriveId, deriveEventId } from '@tocsin/kernel/ids.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { PublicAddress } from '../core/public-address.js';
import { HttpProblem, parseOrThrow } from '../problems/problem.js';
import { RequestWithCaller, type Caller } from '../http/caller.js';
import { idempotencyKeyOf } from '../http/idempotency-key.js';
import { requireProof } from '../http/proof.js';
import { NewSecrets } from '../secrets/new-secrets.js';
import { createSecret } from '../secrets/random-secrets.js';
import { invitationHashOf } from '../secrets/hashes.js';
import { readShownSecret, storeShownSecret } from '../secrets/shown-secrets.js';
import { Dispatcher } from './dispatcher.js';
import { checkRows, type CheckedRow } from './import-rows.js';
import { importedTableName } from '../secrets/purpose-macs.js';

const dependencies = ['clock', 'feed', 'reads', 'vault'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

interface ImportLine extends CheckedRow {
  readonly secret: string;
  readonly hash: string;
  /** The person that an earlier try of this call invited, if any. */
  readonly personId: string | undefined;
}

interface ImportCall {
  readonly call: string;
  /** The name of this call and its table: a MAC, so it can’t be guessed. */
  readonly table: string;
  readonly actor: Actor;
}

/** Invites many people from a table. All valid rows become one command, so one append: either all are invited or none. */
@Controller('api/people')
export class PeopleImportController {
  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly dispatcher: Dispatcher,
    private readonly address: PublicAddress,
  ) {}

  @Post('import')
  @HttpCode(202)
  async import(
    @Body() body: unknown,
    @Headers('idempotency-key') givenKey: string | undefined,
    @RequestWithCaller() caller: Caller,
  ): Promise<ImportAnswer> {
    if (this.parts.feed.countBehind() > limits.memoryBehind) throw new HttpProblem('store.behind', {}, undefined, 5);
    const { rows, what } = parseOrThrow(importRequest, body);
    const { actor } = caller;
    const call = `${actor.id}:${idempotencyKeyOf(givenKey) ?? randomUUID()}`;
    // another table under the same key must not get the links of this one
    const table = importedTableName(this.parts.vault, call, rows);
    const lines = this.checkLines(rows, table, actor);
    const good = lines.filter(({ invitation, personId }) => invitation !== null && personId === undefined);
    if (what !== 'check') for (const { invitation } of good) requireProof(this.parts, 'InvitePerson', invitation, caller);
    const isRefused = what === 'check' || (what === 'all' && lines.some(({ invitation }) => invitation === null)) || good.length === 0;
    if (isRefused) return { rows: lines.map((line) => this.toImportedRow(line, line.personId)), token: '' };
    const token = await this.invite(lines, good, { call, table, actor });
    const invitations = this.invitedByAddress();
    return { rows: lines.map((line) => this.toImportedRow(line, invitations.get(line.hash))), token };
  }

  /** Checked rows with their secrets: those of an earlier try of the same call and table, otherwise new ones. */
  private checkLines(rows: Parameters<typeof checkRows>[0], table: string, actor: Actor): readonly ImportLine[] {
    const { reads, vault } = this.parts;
    const before = readShownSecret(vault, 'imported', table)?.split(' ');
    const secrets = before ?? rows.map(createSecret);
    const hashes = secrets.map((secret) => invitationHashOf(this.parts, secret));
    const invitedPeople = this.invitedByAddress();
    const ids = hashes.map((hash) => invitedPeople.get(hash));
    const knownIds = new Set(ids.filter((id) => id !== undefined));
    return checkRows(rows, reads, { mayOwners: isOwner({ actor }), known: knownIds }).map((row, n) => ({
      ...row,
      secret: secrets[n]!,
      hash: hashes[n]!,
      personId: ids[n],
    }));
  }

  /** Invitation hash → the person who was invited with it. */
  private invitedByAddress(): ReadonlyMap<string, string> {
    return new Map([...this.parts.reads.people.all()].flatMap(({ id, invitationHash }) => (invitationHash ? [[invitationHash, id]] : [])));
  }

  private async invite(lines: readonly ImportLine[], good: readonly ImportLine[], { call, table, actor }: ImportCall): Promise<string> {
    const { parts } = this;
    const commandId = deriveEventId('import', `${call} ${JSON.stringify(good.map(({ invitation }) => invitation))}`, 'command', 0);
    const expiresAt = addMillis(parts.clock.now(), peopleLimits.invitation);
    const secrets = new NewSecrets(parts.vault);
    // stored for repeats of the call and for the mails, which know only the command; stored before any await, because the call may
    // arrive twice at once
    storeShownSecret(secrets, { kind: 'imported', id: table, until: expiresAt }, () => lines.map(({ secret }) => secret).join(' '));
    const byHash = Object.fromEntries(good.map(({ hash, secret }) => [hash, secret]));
    storeShownSecret(secrets, { kind: 'invitations', id: commandId, until: expiresAt }, () => JSON.stringify(byHash));
    const people = good.map(({ invitation, hash }, n) => ({
      ...invitation!,
      personId: deriveId(parts.clock.now(), commandId, 'person', n),
      invitationHash: hash,
      expiresAt,
    }));
    // each key is a separate write: yields to the event loop in between
    for (const { personId } of people) {
      parts.vault.keyFor(`person:${personId}`);
      await setImmediate();
    }
    const order = { commandId, actor };
    const { token } = await secrets.sendOrDiscard(() => this.dispatcher.send('InvitePeople', { people }, order));
    await parts.feed.waitForToken(token);
    return token;
  }

  private toImportedRow({ errors, notes, invitation, secret }: ImportLine, personId: string | undefined): ImportedRow {
    const result = { errors: [...errors], notes: [...notes] };
    if (personId) return { state: 'invited', personId, invitation: `${this.address.url()}/invite/${secret}`, ...result };
    return { state: invitation ? 'good' : 'refused', ...result };
  }
}
