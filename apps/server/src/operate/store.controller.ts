import { randomUUID } from 'node:crypto';
import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { newOwnerRequest, type CommandAccepted } from '@tocsin/contracts/http.js';
import { maxRetried } from '@tocsin/contracts/reactor/noun.js';
import type { FailureRow } from '@tocsin/domain/operation/reactor/failures.view.js';
import { passwordRefOf } from '@tocsin/domain/setup/access/views.js';
import { operatorActor } from '@tocsin/kernel/react/process.js';
import { Dispatcher } from '../command/dispatcher.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { HttpProblem, parseOrThrow } from '../problems/problem.js';
import { waitUntilRead } from '../problems/await-visibility.js';
import { OperatorToken } from './operator-token.js';
import { Sealer } from './sealer.js';

const dependencies = ['feed', 'memory', 'reads', 'vault'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/**
 * Acts of the machine’s operator, for when no owner is left who could do them: the operator can read the vault and the log in any
 * case.
 */
@Controller('api/store')
export class StoreController {
  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly dispatcher: Dispatcher,
    private readonly token: OperatorToken,
    private readonly sealer: Sealer,
  ) {}

  /** `tocsin go-live`: a restored store may send again. */
  @Post('go-live')
  @HttpCode(202)
  goLive(@Req() request: FastifyRequest): Promise<CommandAccepted> {
    this.token.require(request);
    return this.dispatchAsOperator('GoLiveHere', {});
  }

  /** Before a backup or a proof file: seals what is not sealed yet. Answers without it when it can’t: the next seal covers it. */
  @Post('seal')
  @HttpCode(204)
  seal(@Req() request: FastifyRequest): Promise<void> {
    this.token.require(request);
    return this.sealer.seal();
  }

  /** `tocsin retry`: retries abandoned work. `says.asked`: the number of retries. */
  @Post('retry')
  @HttpCode(202)
  async retry(@Req() request: FastifyRequest): Promise<CommandAccepted> {
    this.token.require(request);
    const failureIds = [...this.parts.memory.rows<FailureRow>('failures').all()].map(({ id }) => id);
    const first = failureIds.slice(0, maxRetried);
    let last = await this.dispatchAsOperator('RetryFailures', first.length > 0 ? { failureIds: first } : {});
    for (let n = maxRetried; n < failureIds.length; n += maxRetried) {
      last = await this.dispatchAsOperator('RetryFailures', { failureIds: failureIds.slice(n, n + maxRetried) });
    }
    return { ...last, says: { asked: failureIds.length } };
  }

  /**
   * `tocsin make-owner`: makes an active person an owner, by their e-mail address, ignoring case. `says.link`: a link for setting a
   * password, if they have no valid one.
   */
  @Post('owner')
  @HttpCode(202)
  async makeOwner(@Req() request: FastifyRequest, @Body() body: unknown): Promise<CommandAccepted> {
    this.token.require(request);
    const email = parseOrThrow(newOwnerRequest, body).email.toLowerCase();
    const people = [...this.parts.reads.people.all()];
    const person = people.find((row) => typeof row.email === 'string' && row.email.toLowerCase() === email && row.state !== 'erased');
    if (!person) throw new HttpProblem('person.not_found');
    if (person.state !== 'active') throw new HttpProblem('person.not_active');
    const { id: personId } = person;
    const result = await this.dispatchAsOperator('ChangePersonRole', { personId, role: 'owner' });
    await waitUntilRead(this.parts, result.token);
    if (this.hasPassword(personId)) return result;
    const { says } = await this.dispatchAsOperator('MakePasswordResetLink', { personId });
    return { ...result, says: { ...result.says, link: says['link'] } };
  }

  /** Whether the person has a valid password: an earlier one may have been invalidated, and there may be no owner left to send them a link. */
  private hasPassword(personId: string): boolean {
    const ref = passwordRefOf(this.parts.reads, this.parts.reads.people.get(personId)!);
    return ref !== null && this.parts.vault.secret(ref) !== null;
  }

  private dispatchAsOperator(
    type: 'GoLiveHere' | 'RetryFailures' | 'ChangePersonRole' | 'MakePasswordResetLink',
    body: object,
  ): Promise<CommandAccepted> {
    return this.dispatcher.dispatch({ type, body, actor: operatorActor, key: randomUUID() });
  }
}
