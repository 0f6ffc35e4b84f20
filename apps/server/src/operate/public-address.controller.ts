import ipaddr from 'ipaddr.js';
import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { addressTest, type AddressTestResult, type ReachedAnswer } from '@tocsin/contracts/http.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { OutgoingFailed } from '@tocsin/platform/http/outgoing-failed.js';
import { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { HttpProblem, parseOrThrow } from '../problems/problem.js';
import { publicAddressAnswer } from '../secrets/purpose-macs.js';
import { newChallenge } from '../secrets/random-secrets.js';

const dependencies = ['vault'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

const sentences: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The host name can’t be resolved.',
  ECONNREFUSED: 'Connection refused.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed.',
  CERT_HAS_EXPIRED: 'The certificate has expired.',
};

const onlyHere = 'Only this machine can open it. Phones can’t, and links in pages won’t work.';

/** An address that leads to whichever machine it is opened on. */
export const isLoopback = ({ hostname }: URL): boolean => {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return /(^|\.)localhost$/.test(host) || (ipaddr.isValid(host) && ['loopback', 'unspecified'].includes(ipaddr.process(host).range()));
};

/** Tests whether the public address leads here: this server calls it, and only this installation knows the expected answer. */
@Controller('api')
export class PublicAddressController {
  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly outgoing: OutgoingHttp,
  ) {}

  @Post('public-address/test')
  @HttpCode(200)
  async test(@Body() body: unknown): Promise<AddressTestResult> {
    const url = parseOrThrow(addressTest, body).url.replace(/\/+$/, '');
    const challenge = newChallenge();
    try {
      const answer = await this.outgoing.get(`${url}/api/reached/${challenge}`, {
        deadlineMs: alertGroupLimits.sendDeadline,
        isTrusted: true,
      });
      const isThisServer = answer.body === JSON.stringify(this.answerTo(challenge));
      if (!isThisServer) return { ok: false, leadsHere: isThisServer, why: `Something else answers there, with status ${answer.status}.` };
      return isLoopback(new URL(url))
        ? { ok: false, leadsHere: isThisServer, why: onlyHere }
        : { ok: true, leadsHere: isThisServer, why: null };
    } catch (error) {
      if (!(error instanceof OutgoingFailed)) throw error;
      const reason = sentences[error.detail] ?? (/[.]$/.test(error.detail) ? error.detail : `It failed (${error.detail}).`);
      return { ok: false, leadsHere: false, why: reason };
    }
  }

  @Get('reached/:challenge')
  answerChallenge(@Param('challenge') challenge: string): ReachedAnswer {
    if (!/^[\w-]{32}$/.test(challenge)) throw new HttpProblem('request.not_found');
    return this.answerTo(challenge);
  }

  private answerTo(challenge: string): ReachedAnswer {
    return { answer: publicAddressAnswer(this.parts.vault, challenge) };
  }
}
