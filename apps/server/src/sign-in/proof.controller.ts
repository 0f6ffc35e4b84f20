import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionAnswer } from '@tocsin/contracts/http.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import { proofRequest } from '@tocsin/contracts/proof.js';
import type { RefusalCode } from '@tocsin/contracts/refusals.js';
import { passwordRefOf } from '@tocsin/domain/setup/access/views.js';
import { checkPassword } from '@tocsin/platform/side/passwords.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { HttpProblem, parseOrThrow } from '../problems/problem.js';
import { RequestWithCaller, type SignedInCaller } from '../http/caller.js';
import { Attempts } from './attempts.js';
import { SessionStarter } from './session-starter.js';
import { TwoFactor } from './two-factor.js';

const dependencies = ['reads', 'vault'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

const wrongProof = (code: RefusalCode, path: string, message: string): HttpProblem => new HttpProblem(code, {}, [{ path, code, message }]);

/** Signed-in people confirm their identity again. Through the identity provider, this is an ordinary sign-in. */
@Controller('api/session/proof')
export class ProofController {
  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly sessions: SessionStarter,
    private readonly attempts: Attempts,
    private readonly twoFactor: TwoFactor,
  ) {}

  /** Not a command of the API: a password must not be in the stored answers, not even hashed. */
  @Post()
  @HttpCode(200)
  async prove(
    @Body() body: unknown,
    @RequestWithCaller() caller: SignedInCaller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionAnswer> {
    const { person } = caller;
    const proof = parseOrThrow(proofRequest, body);
    const hash = this.passwordOf(person);
    if ('password' in proof) await this.byPassword(person, hash, proof.password);
    else this.byCode(person, hash, proof.code);
    return this.sessions.prove(caller, request, reply);
  }

  private async byPassword({ id }: PersonRow, hash: string | null, password: string): Promise<void> {
    if (hash === null) throw new HttpProblem('password.none');
    const attempt = this.attempts.begin({ what: 'password', account: id, address: null });
    if (!(await checkPassword(hash, password))) throw wrongProof('password.wrong', 'password', 'The password is wrong.');
    attempt.succeed();
  }

  /** For people without a password: a code alone would be weaker than a normal sign-in. */
  private byCode({ id }: PersonRow, hash: string | null, code: string): void {
    if (hash !== null) throw wrongProof('password.wrong', 'code', 'Enter your password.');
    const attempt = this.attempts.begin({ what: 'code', account: id, address: null });
    if (this.twoFactor.check(id, code)?.by !== 'app') throw wrongProof('two_factor.wrong_code', 'code', 'This code is wrong.');
    attempt.succeed();
  }

  private passwordOf(person: PersonRow): string | null {
    const ref = passwordRefOf(this.parts.reads, person);
    return ref === null ? null : this.parts.vault.secret(ref);
  }
}
