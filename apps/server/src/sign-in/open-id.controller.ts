import { Controller, Get, Logger, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as signInLimits from '@tocsin/contracts/sign-in/limits.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import type { SignInSettings, SignInShown } from '@tocsin/contracts/sign-in/noun.js';
import { signInOf } from '@tocsin/domain/setup/sign-in/views.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { Dispatcher } from '../command/dispatcher.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { PublicAddress } from '../core/public-address.js';
import { cookieIn, sendCookies, setCookie } from '../http/cookies.js';
import { asProblem, HttpProblem } from '../problems/problem.js';
import { isSignedIn, callerOf } from '../http/caller.js';
import { RefusedRequests } from '../http/refused-requests.js';
import { detailOf, OpenIdClient, type OpenIdClaims } from './open-id.js';
import { hasMailServer } from '../core/mail-server.js';
import { sealState, localPath, roundCookie, openState, type SealedOpenIdState } from './open-id-cookie.js';
import { SessionStarter } from './session-starter.js';
import { whoSignsIn } from './sign-in-subject.js';

const dependencies = ['clock', 'config', 'memory', 'reads', 'side', 'troubles', 'vault'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

const path = '/api/openid';

/** Sign-in through an identity provider. Round trips are logged, but are no facts. */
@Controller('api')
export class OpenIdController {
  private readonly logger = new Logger('OpenID');

  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly dispatcher: Dispatcher,
    private readonly address: PublicAddress,
    private readonly outgoing: OutgoingHttp,
    private readonly sessions: SessionStarter,
    private readonly refused: RefusedRequests,
  ) {}

  @Get('sign-in')
  ways(): SignInShown {
    const { openId, onlyOpenId } = signInOf(this.parts.reads);
    return { openId: openId && { label: openId.label }, onlyOpenId, mail: hasMailServer(this.parts) };
  }

  @Get('settings/sign-in')
  settings(): SignInSettings {
    const { openId, ...settings } = signInOf(this.parts.reads);
    if (!openId) return { openId, ...settings, callback: this.callbackUrl() };
    const { clientSecretRef: _secret, ...visibleSettings } = openId;
    return { openId: visibleSettings, ...settings, callback: this.callbackUrl() };
  }

  /** Redirects to the provider. */
  @Get('openid/start')
  async start(@Query('to') to: unknown, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.redirectOrFail(reply, async () => {
      const round: SealedOpenIdState = {
        ...OpenIdClient.createState(),
        to: localPath(to),
        until: addMillis(this.parts.clock.now(), signInLimits.openIdRound),
      };
      const provider = await this.openProvider();
      const address = await provider.createAddress(round);
      const maxAge = signInLimits.openIdRound / 1_000;
      sendCookies(request, reply, {
        [roundCookie]: setCookie(this.parts, request, roundCookie, sealState(this.parts, round), { maxAge, path }),
      });
      return address.href;
    });
  }

  /** The way back. The protocol requires GET, so it only works with the cookie of the browser that started it, and once. */
  @Get('openid/callback')
  async callBack(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.redirectOrFail(reply, async () => {
      sendCookies(request, reply, { [roundCookie]: setCookie(this.parts, request, roundCookie, '', { maxAge: 0, path }) });
      const round = openState(this.parts, cookieIn(request, roundCookie));
      if (!round) throw new HttpProblem('openid.round_over');
      const { openId } = signInOf(this.parts.reads);
      if (!openId) throw new HttpProblem('openid.off');
      const claims = await this.readClaims(request.url, round);
      const person = await whoSignsIn({ server: this.parts, dispatcher: this.dispatcher }, claims, openId);
      this.letIn(person, request, reply);
      return round.to;
    });
  }

  /** A person who is already signed in here has confirmed their identity again. */
  private letIn(person: PersonRow, request: FastifyRequest, reply: FastifyReply): void {
    const caller = callerOf(this.parts, request);
    if (caller?.isByCookie && isSignedIn(caller) && caller.person.id === person.id) {
      this.sessions.prove(caller, request, reply);
      return;
    }
    this.sessions.begin(person, request, reply);
    this.logger.log(`${person.id} signed in`);
  }

  private async readClaims(url: string, round: SealedOpenIdState): Promise<OpenIdClaims> {
    const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
    try {
      return await (await this.openProvider()).exchangeCode(query, round);
    } catch (error) {
      if (error instanceof HttpProblem) throw error;
      this.logger.warn(`A sign-in failed: ${detailOf(error)}.`);
      throw new HttpProblem('openid.refused');
    }
  }

  /** Discovered each time: the provider’s metadata may change, and people don’t notice one more round trip. */
  private async openProvider(): Promise<OpenIdClient> {
    const { openId } = signInOf(this.parts.reads);
    const secret = openId && this.parts.vault.secret(openId.clientSecretRef);
    if (!openId || secret === null) throw new HttpProblem('openid.off');
    try {
      return await OpenIdClient.of(openId, secret, this.callbackUrl(), this.outgoing);
    } catch (error) {
      this.parts.troubles.note('identity provider', new Error(`${openId.label} can’t be asked: ${detailOf(error)}.`));
      throw new HttpProblem('openid.unreachable', {}, undefined, 5);
    }
  }

  private callbackUrl(): string {
    return `${this.address.url()}${path}/callback`;
  }

  /** Redirects to the path from `go`; after an error back to the sign-in, which shows the error’s code. */
  private async redirectOrFail(reply: FastifyReply, go: () => Promise<string>): Promise<void> {
    let to: string;
    try {
      to = await go();
    } catch (error) {
      const problem = asProblem(error);
      if (!problem) throw error;
      this.refused.count(problem.code);
      to = `/sign-in?problem=${problem.code}`;
    }
    reply.redirect(to, 302);
  }
}
